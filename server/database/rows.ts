import type { SQL } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';

export type Row = Record<string, unknown>;

/** A statement may take five seconds (docs/operations.md); this many rows, with those that refer to them, take a fraction of one. */
export const STEP_ROWS = 2_000;

/** The rows of a statement; both drivers answer them in an object of their own. */
export async function rowsOf<R = Row>(db: Database | Transaction, query: SQL): Promise<R[]> {
  return ((await db.execute(query)) as unknown as { rows: R[] }).rows;
}
