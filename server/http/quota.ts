import type { Endpoint, EndpointName } from '#contract/endpoints.ts';
import { fail } from '#contract/result.ts';
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

/** Leaving is never refused. */
export const leaving: ReadonlySet<EndpointName> = new Set<EndpointName>(['logout', 'lock']);

/** Whose writes are counted, null when this call's are not. */
const writerOf = ({ name, row, who }: Writing): string | null =>
  who && row.method !== 'GET' && !row.readsOnly && !leaving.has(name) ? who.customer.id : null;

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
  if (writer === null) return null;
  const refused = spent(await attempts.waitOf('writesPerCustomer', writer));
  return refused && !(call.row.queued && (await outcomeOf(db, writer, call.key))) ? refused : null;
}

/** Counts a write that is new, one for itself and one for each megabyte. Null when it may be done. */
export async function takeQuota({ attempts }: World, call: Writing, bytes: number) {
  const writer = writerOf(call);
  if (writer === null) return null;
  return spent(await attempts.take('writesPerCustomer', writer, 1 + Math.floor(bytes / MEGABYTE)));
}
