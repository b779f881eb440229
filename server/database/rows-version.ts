import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/**
 * A text that changes whenever a row of these is added, changed or removed, by anybody. It is had without reading the rows:
 * PostgreSQL keeps with each row which transaction wrote it last (`xmin`, manual section 5.6).
 */
export async function rowsVersion(db: Database, table: PgTable & { id: PgColumn }, which: SQL | undefined) {
  const each = sql`${table.id} || xmin::text`;
  const [row] = await db
    .select({ version: sql<string | null>`md5(string_agg(${each}, ',' order by ${table.id}))` })
    .from(table)
    .where(which);
  return row?.version ?? '';
}
