import type { Endpoint, EndpointName } from '#contract/endpoints.ts';
import { fail, type Result } from '#contract/result.ts';
import { type Subject, weightOf } from '../accounts/attempts.ts';
import { type Bearer, writerOf } from '../accounts/bearer.ts';
import { counted } from '../accounts/counted.ts';
import { outcomeOf, yearSpent } from '../commands/run-once.ts';
import type { World } from '../handler.ts';

/** A call that may write, its caller and its key. */
interface Writing {
  name: EndpointName;
  row: Endpoint;
  who: Bearer | null;
  key: string;
}

/** Leaving is never refused: it ends the very tokens that it comes with. */
const leaving = ['logout', 'lock'] as const satisfies EndpointName[];

/**
 * By these a customer closes a door, as when a telephone is in somebody else's hands. So a maintenance does not hold them, and what
 * was written before does not count.
 */
export const closing = [
  ...leaving,
  ...(['endSessions', 'removePasskey', 'unsubscribePush'] as const),
] as const satisfies EndpointName[];

const uncounted: ReadonlySet<EndpointName> = new Set(leaving);

/**
 * Each sign-in has counts of its own for what closes a door, and for that without which nobody comes to one. They leave rows or
 * lines of the trail, or send mails, so whoever has the tokens of one makes no more of them than so many.
 */
const apart: [string, ReadonlySet<EndpointName>][] = [
  ['closes', new Set(closing)],
  ['comes in', new Set(['accessToken', 'changePassword'])],
];

/** For whom a write is counted, null when it is not. */
function countedFor({ name, row, who }: Writing): Subject | null {
  if (!who || row.method === 'GET' || row.readsOnly || uncounted.has(name)) return null;
  const [own] = apart.find(([, names]) => names.has(name)) ?? [];
  return own ? `${who.deviceId} ${own}` : writerOf(who);
}

const tooMany = (retryAfter: number) =>
  fail('rate-limited', { text: 'Enviaste muchas solicitudes seguidas. Espera un momento', retryAfter });

/**
 * Before the body is read: whether the customer has written as much as is allowed in an hour, or asked for as much as in a year.
 * What was written before is answered again all the same. Null when the body may come.
 */
export async function quotaSpent({ db, attempts }: World, call: Writing) {
  const writer = countedFor(call);
  if (writer === null || call.who === null) return null;
  const wait = await attempts.waitOf('writesPerCustomer', writer);
  const refused =
    (wait > 0 ? tooMany(wait) : null) ??
    (call.row.queued ? yearSpent(await attempts.waitOf('requestsPerCustomer', writerOf(call.who))) : null);
  return refused && !(call.row.queued && (await outcomeOf(db, call.who.customer.id, call.key))) ? refused : null;
}

/** Counts a write that is new, one for itself and one for each megabyte, and does it where it may be done. */
export async function withinQuota<T>(
  { attempts }: World,
  call: Writing,
  bytes: number,
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const writer = countedFor(call);
  if (writer === null) return write();
  return counted(attempts, [['writesPerCustomer', writer, weightOf(bytes)]], write, tooMany);
}
