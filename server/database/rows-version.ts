import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Rows of a table, by a condition. */
type Rows = readonly [table: PgTable & { id: PgColumn }, which: SQL | undefined];

/**
 * A text that changes whenever a row of these is added, changed or removed, by anybody. It is had in one statement and without
 * reading the rows: PostgreSQL keeps with each row which transaction wrote it last (`xmin`, manual section 5.6). Their
 * number and the sum of their hashes need no order, so nothing is sorted.
 */
export async function rowsVersion(db: Pick<Database, 'select'>, ...sets: readonly [Rows, ...Rows[]]): Promise<string> {
  const versions = sets.map(([table, which]) => {
    const hash = sql`hashtextextended(${table.id}, xmin::text::bigint)`;
    return db
      .select({ version: sql`count(*) || '.' || coalesce(sum(${hash}), 0)` })
      .from(table)
      .where(which);
  });
  const [row] = await db
    .select({
      version: sql<string>`concat_ws(' ', ${sql.join(
        versions.map((one) => sql`${one}`),
        sql`, `,
      )})`,
    })
    .from(sql`(values (0)) as here`);
  return row?.version ?? '';
}

/** About how many bytes these rows are in an answer. The database reads them; they do not come here. */
export async function rowsBytes(db: Pick<Database, 'select'>, ...sets: readonly [Rows, ...Rows[]]): Promise<number> {
  let bytes = 0;
  for (const [table, which] of sets) {
    const sum = sql<string>`coalesce(sum(octet_length(${table}::text)), 0)`;
    const [row] = await db.select({ sum }).from(table).where(which);
    bytes += Number(row?.sum ?? 0);
  }
  return bytes;
}
