import { and, gt, lte, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './open.ts';
import { STEP_ROWS } from './rows.ts';

/**
 * Deletes rows of a table in the caller's transaction, so many at a time that no statement grows with what there is. Each step goes
 * on behind the last: what was deleted is still in the index.
 *
 * @param whose which rows. With `by`, a text, an index must lead to them
 * @param but of these rows, which ones go; all of them without it
 */
export async function deleteInSteps(
  tx: Transaction,
  table: PgTable,
  whose: SQL,
  by: PgColumn,
  but?: SQL,
): Promise<void> {
  for (let last = ''; ; ) {
    const left = and(whose, gt(by, last));
    const step = await tx.select({ at: by }).from(table).where(left).orderBy(by).limit(STEP_ROWS);
    const end = step.at(-1)?.at;
    if (end === undefined) return;
    await tx.delete(table).where(and(left, lte(by, end), but));
    last = String(end);
  }
}
