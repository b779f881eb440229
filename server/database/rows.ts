import type { SQL } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';

export type Row = Record<string, unknown>;

/** The rows of a statement; both drivers answer them in an object of their own. */
export async function rowsOf<R = Row>(db: Database | Transaction, query: SQL): Promise<R[]> {
  return ((await db.execute(query)) as unknown as { rows: R[] }).rows;
}
