import type { Endpoint, EndpointName } from '#contract/endpoints.ts';
import { fail } from '#contract/result.ts';
import { oneLine } from '#contract/typed-text.ts';
import { note } from '../audit/trail.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/open.ts';
import { maintenance } from '../database/schema.ts';
import { closing } from '../http/quota.ts';
import { maintenanceIn } from './current.ts';

/** Longest text that customers are told: it stands on a queued request's card and under a form's button. */
export const MAX_TEXT_CHARS = 300;

/** Seconds after which a refused device asks again. So what waits leaves within about a minute of the end. */
const RETRY_SECONDS = 60;

/** Calls that go on although their row does not say that they only read. A call that is not here is refused. */
const goOn: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...closing,
  ...(['sessions', 'passkeys', 'receipt', 'downloadRefundDocument', 'syncPolicies'] as const),
]);

/** A text as customers will read it: one line of plain text. Null when nothing is left, or more than they would read. */
export function textFrom(typed: string): string | null {
  const text = oneLine(typed);
  return text === '' || text.length > MAX_TEXT_CHARS ? null : text;
}

/**
 * Begins a maintenance, changes its text, or ends it with null. Every process on the database follows with the next call. The
 * trail tells it.
 *
 * @param text as `textFrom` gives it
 */
export async function setMaintenance(db: Database, clock: Clock, text: string | null): Promise<void> {
  await db.transaction(async (tx) => {
    if (text === null) await tx.delete(maintenance);
    else {
      const row = { id: 1, text, since: clock() };
      await tx.insert(maintenance).values(row).onConflictDoUpdate({ target: maintenance.id, set: { text } });
    }
    await note(tx, clock, { actor: 'operator', event: `maintenance-${text === null ? 'ended' : 'begun'}` });
  });
}

/** Why nothing is taken now, in the insurer's words; null while there is no maintenance. */
export async function maintenanceRefusal(db: Pick<Database, 'select'>) {
  const on = await maintenanceIn(db);
  return on && fail('maintenance', { text: on.text, retryAfter: RETRY_SECONDS });
}

/** The same for a call of the endpoint table; null also for one that goes on. */
export async function maintenanceRefusalFor(
  { db }: { db: Pick<Database, 'select'> },
  name: EndpointName,
  row: Endpoint,
) {
  return row.readsOnly || goOn.has(name) ? null : maintenanceRefusal(db);
}
