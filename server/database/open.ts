import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';

/** The one database type of the server: PGlite and node-postgres are used through what they have in common. */
export type Database = PgDatabase<PgQueryResultHKT>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  db: Database;
  /** Waits for what runs, then lets the folder or the connections go. */
  close(): Promise<void>;
}

/**
 * Opens the database and brings its tables up to date: PostgreSQL when an address is given, else PGlite on a folder, which
 * one process alone may hold. Drivers are loaded when chosen.
 *
 * @throws FolderInUse when another living process holds the folder
 */
export async function openDatabase(where: { databaseUrl?: string; folder: string }): Promise<OpenDatabase> {
  const open = where.databaseUrl ? await openPostgres(where.databaseUrl) : await openFolder(where.folder);
  await migrate(open.db);
  return open;
}

/** A database in memory, gone with the process: for tests. */
export async function openInMemory(): Promise<OpenDatabase> {
  const open = await openPglite();
  await migrate(open.db);
  return open;
}

async function openFolder(folder: string): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = lockFolder(join(folder, 'en-uso'));
  try {
    const open = await openPglite(join(folder, 'base'));
    return { db: open.db, close: () => open.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

async function openPglite(folder?: string): Promise<OpenDatabase> {
  const [{ PGlite }, { drizzle }] = await Promise.all([import('@electric-sql/pglite'), import('drizzle-orm/pglite')]);
  const client = await PGlite.create(folder);
  return { db: drizzle(client), close: () => client.close() };
}

async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const [{ default: pg }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')]);
  const pool = new pg.Pool({ connectionString });
  // An idle connection that the server closes must not end the process; the next query opens another.
  pool.on('error', () => {});
  return { db: drizzle(pool), close: () => pool.end() };
}
