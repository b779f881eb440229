import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** The one database type of the server: PGlite and node-postgres are used through what they have in common. */
export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What reads at once and writes in transactions alone. */
export type InTransactions = Pick<Database, 'select' | 'transaction'>;
