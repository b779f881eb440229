import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './open.ts';

/**
 * Runs a transaction that no device relies on: its commit waits for no standby, which takes it with what follows. Without a standby,
 * notes behind reads would hold every connection, and nobody could read any more (F44).
 */
export function notAwaited<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = local`);
    return work(tx);
  });
}
