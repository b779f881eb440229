import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether the column has one of these texts. `inArray` makes a parameter of each, and a statement may have 65,535. Here all of them
 * are one, so a list may grow with what a customer has.
 */
export const isOneOf = (column: PgColumn | SQL, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...texts])}::text[])`;
