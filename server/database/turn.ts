import { sql } from 'drizzle-orm';
import { pause, type Timers } from '#ports/machine.ts';
import type { Transaction } from './database.ts';

/** Longer than the first start of another process takes. */
const LONGEST_MS = 60_000;
const AGAIN_MS = 100;

/**
 * Waits until no other process is in a transaction with this number. It asks again and again: a statement that waited would
 * be ended by the timeouts that hold for all others, and an index that is made beside tables in use would wait for it.
 *
 * @param longest milliseconds of pauses
 * @throws after that time
 */
export async function waitForTurn(
  tx: Transaction,
  number: number,
  timers: Timers,
  longest = LONGEST_MS,
): Promise<void> {
  for (let waited = 0; waited < longest; waited += AGAIN_MS) {
    const [row] = await tx
      // Without a parameter: a prepared statement keeps its view of the rows, for which an index in the making would wait.
      .select({ mine: sql<boolean>`pg_try_advisory_xact_lock(${sql.raw(String(number))})` })
      .from(sql`(select 1) as one`);
    if (row?.mine) return;
    await pause(timers, AGAIN_MS);
  }
  throw new Error(`Another process has been starting on this database for ${longest / 60_000} minutes`);
}
