import type { Endpoint, EndpointName } from '#contract/endpoints.ts';
import { fail } from '#contract/result.ts';
import type { Subject } from '../accounts/attempts.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { outcomeOf } from '../commands/run-once.ts';
import type { World } from '../handler.ts';

const MEGABYTE = 1024 * 1024;

/** A call that may write, its caller and its key. */
interface Writing {
  name: EndpointName;
  row: Endpoint;
  who: Bearer | null;
  key: string;
}

/**
 * By these a customer closes a door, as when a telephone is in somebody else's hands. So they are never refused: what was written
 * before does not count, and a maintenance does not hold them.
 */
export const closing: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'logout',
  'lock',
  'endSessions',
  'removePasskey',
  'unsubscribePush',
]);

/** Without these nobody comes to a door. They leave rows or send mails, so each sign-in has a count of its own for them. */
const comingIn: ReadonlySet<EndpointName> = new Set<EndpointName>(['accessToken', 'changePassword']);

/** How many times the writes of one sign-in all send-only tokens of a customer have together. */
const SENDERS_FACTOR = 4;

/**
 * For whom a write is counted, null when it is not. The send-only token lies on a locked device, where it can be copied. It must not
 * spend what its owner may write, so such writes have their own count, by sign-in and all together.
 */
function writerOf({ name, row, who }: Writing): Subject | null {
  if (!who || row.method === 'GET' || row.readsOnly || closing.has(name)) return null;
  const { customer, deviceId, sendsOnly } = who;
  if (comingIn.has(name)) return deviceId;
  if (!sendsOnly) return customer.id;
  return [
    { name: `${deviceId} sends`, factor: 1 },
    { name: `${customer.id} sends`, factor: SENDERS_FACTOR },
  ];
}

const spent = (wait: number) =>
  wait > 0
    ? fail('rate-limited', { text: 'Enviaste muchas solicitudes seguidas. Espera un momento', retryAfter: wait })
    : null;

/**
 * Before the body is read: whether the customer has written as much as is allowed in a time. What was written before is answered
 * again all the same. Null when the body may come.
 */
export async function quotaSpent({ db, attempts }: World, call: Writing) {
  const writer = writerOf(call);
  if (writer === null || call.who === null) return null;
  const refused = spent(await attempts.waitOf('writesPerCustomer', writer));
  return refused && !(call.row.queued && (await outcomeOf(db, call.who.customer.id, call.key))) ? refused : null;
}

/** Counts a write that is new, one for itself and one for each megabyte. Null when it may be done. */
export async function takeQuota({ attempts }: World, call: Writing, bytes: number) {
  const writer = writerOf(call);
  if (writer === null) return null;
  return spent(await attempts.take('writesPerCustomer', writer, 1 + Math.floor(bytes / MEGABYTE)));
}
