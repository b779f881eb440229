import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Longer than the first start of another process takes. */
const LONGEST_MS = 60_000;

/**
 * Waits until no other process is in a transaction with this number. It asks again and again: a statement that waited would
 * be ended by the timeouts that hold for all others.
 *
 * @throws after a minute
 */
export async function waitForTurn(tx: Transaction, number: number): Promise<void> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
    const [row] = await tx
      .select({ mine: sql<boolean>`pg_try_advisory_xact_lock(${number}::bigint)` })
      .from(sql`(select 1) as one`);
    if (row?.mine) return;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error('Another process has been starting on this database for a minute');
}
