import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Pool } from 'pg';
import type { Timers } from '#ports/machine.ts';
import { plainBytes } from './bytes.ts';
import type { Database, InTransactions, Transaction } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { grantRows } from './grants.ts';
import { setLimits } from './limits.ts';
import { listenOn } from './listen.ts';
import { migrate, migrateInUse, migrationCount, refuseTooNew, standingOf } from './migrate.ts';
import { checkFolder, checkOwner, checkRoom, NotOurFolder } from './our-folder.ts';
import { DatabaseUnavailable, Overtaken } from './outage.ts';
import { type PoolState, patience, SteadyPool } from './postgres.ts';
import { SchemaTooOld } from './releases.ts';
import { placeOf, refuseTwo } from './two-addresses.ts';

export type { Database, InTransactions, Transaction };

export interface OpenDatabase {
  db: Database;
  /** How its connections stand; an embedded one has none. */
  pool?(): PoolState;
  /** Hears the notes of a channel, as long as they arrive: behind a pooler they do not. @returns how to stop hearing */
  listen(channel: string, timers: Timers, heard: (payload: string) => void): () => Promise<void>;
  /**
   * Looks whether a newer release took away what this one uses. From then on every statement is refused with `Overtaken`.
   * Nobody else has an embedded database, so nobody overtakes its server.
   */
  isOvertaken(): Promise<boolean>;
  /** Gives back what the embedded database no longer needs of the disk, a table at a time between requests. */
  tidy(): Promise<void>;
  /** Leaves nothing of deleted rows in the files of the embedded database. It writes each table anew, so nobody may be waiting. */
  scrub(): Promise<void>;
  /** Waits for what runs, then lets the folder or the connections go. */
  close(): Promise<void>;
}

export interface DatabasePlace {
  databaseUrl?: string;
  /** The same database for changing its tables: past a pooler, and as their owner. Without it, `databaseUrl`. */
  ownerUrl?: string;
  /** The data folder, for PGlite. */
  folder: string;
  /** File with an empty database to begin a new folder with; without it one is made, which takes seconds. */
  template?: string;
}

/**
 * Opens the database and migrates it: PostgreSQL when an address is given, else PGlite in a folder, which only one process
 * may use. Only the chosen driver is loaded.
 *
 * @throws FolderInUse when another living process holds the folder; NotOurFolder when it holds something else; SchemaTooNew
 *   when a newer release took away what this one uses; TwoDatabases when the two addresses are not of one
 */
export async function openDatabase(where: DatabasePlace): Promise<OpenDatabase> {
  if (where.databaseUrl) await prepare(where.databaseUrl, where.ownerUrl || where.databaseUrl);
  const open = await openUnmigrated(where);
  if (where.databaseUrl) return open;
  try {
    await migrate(open.db);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

/**
 * Sets the limits of the user that serves, brings the tables up to date, and grants what it needs where another user owns them.
 * The limits come first: a connection that a pooler began before them would have none.
 */
async function prepare(databaseUrl: string, ownerUrl: string): Promise<void> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  // Before all else: the limits and the grants are those of the newer release too.
  const owned = await withClient(ownerUrl, async (client) => {
    await refuseTooNew(drizzle(client));
    return placeOf(drizzle(client));
  });
  const user = await withClient(databaseUrl, async (client) => {
    refuseTwo(owned, await placeOf(drizzle(client)));
    await setLimits(client);
    return (await client.query('select current_user as name')).rows[0].name;
  });
  await migrateInUse((work) => withClient(ownerUrl, work, { longest: 0 }));
  if (ownerUrl === databaseUrl) return;
  await withClient(ownerUrl, (client) => grantRows(client, user));
}

/** @param longest milliseconds that one statement may take, 0 for any: a database that falls silent would hold the start for good */
async function withClient<R>(
  connectionString: string,
  work: (client: Client) => Promise<R>,
  { longest = patience.answer } = {},
): Promise<R> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString,
    application_name: 'amparo',
    keepAlive: true,
    connectionTimeoutMillis: patience.connect,
    query_timeout: longest,
  });
  // Without a listener, a connection that PostgreSQL closes would end the process.
  client.on('error', () => {});
  try {
    await client.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable('no connection', { cause });
    });
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * For a command beside the server, which leaves the tables as a start made them: a server of another release may be using them.
 *
 * @throws SchemaTooOld when a start has migrations to apply, and what `openDatabase` throws
 */
export async function openMigrated(where: Omit<DatabasePlace, 'template'>): Promise<OpenDatabase> {
  const { databaseUrl, folder } = where;
  if (!databaseUrl) checkFolder(folder);
  if (!databaseUrl && !existsSync(join(folder, 'base'))) throw new SchemaTooOld(migrationCount);
  const open = await openUnmigrated(where);
  try {
    const { missing } = await refuseTooNew(open.db);
    if (missing.length > 0) throw new SchemaTooOld(missing.length);
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

/** The same with its tables as they are. @throws FolderInUse, NotOurFolder */
export async function openUnmigrated(where: DatabasePlace): Promise<OpenDatabase> {
  return where.databaseUrl ? openPostgres(where.databaseUrl) : openFolder(where);
}

/** A database in memory, gone with the process: for tests. @param template an empty database, packed */
export async function openInMemory(template?: Uint8Array<ArrayBuffer>): Promise<OpenDatabase> {
  const open = await openPglite(undefined, template);
  await migrate(open.db);
  return open;
}

async function openFolder({ folder, template }: DatabasePlace): Promise<OpenDatabase> {
  checkFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = lockFolder(join(folder, 'en-uso'));
  try {
    checkRoom(folder);
    const base = join(folder, 'base');
    if (!existsSync(base)) await beginFolder(base, template);
    // Also where the folder around it existed before and is open to others, or an earlier version made it so.
    chmodSync(base, 0o700);
    const open = await openPglite(base).catch((error: unknown) => {
      for (const name of readdirSync(base, { recursive: true })) checkOwner(join(base, String(name)));
      throw new NotOurFolder(folder, 'los datos de la carpeta están dañados', error);
    });
    return { ...open, close: () => open.close().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** Makes the database beside its place and moves it there when it is whole: a first start that is killed leaves no half. */
async function beginFolder(base: string, template: string | undefined): Promise<void> {
  const unfinished = `${base}.nueva`;
  rmSync(unfinished, { recursive: true, force: true });
  const packed = template && existsSync(template) ? new Uint8Array(readFileSync(template)) : undefined;
  const open = await openPglite(unfinished, packed);
  await open.close();
  renameSync(unfinished, base);
}

async function openPglite(folder?: string, template?: Uint8Array<ArrayBuffer>): Promise<OpenDatabase> {
  const [{ PGlite }, { drizzle }, { clientForDrizzle }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('./drizzle-client.ts'),
  ]);
  const client = await PGlite.create({
    ...plainBytes,
    startParams: [...PGlite.defaultStartParams, ...smallParts],
    ...(folder !== undefined && { dataDir: folder }),
    ...(template && { loadDataDir: new Blob([template], { type: 'application/x-gzip' }) }),
  });
  const ofEachTable = async (work: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of rows) await client.exec(`${work} ${name}`);
  };
  const tidy = async () => {
    // Before too: on a disk that is nearly full, what follows finds room in the log.
    await client.exec('checkpoint');
    await ofEachTable('vacuum');
    await client.exec('checkpoint');
  };
  const scrub = async () => {
    await ofEachTable('vacuum full');
    // A file of the log that is used again keeps its content until it is written over.
    await client.exec('set wal_recycle = off');
    for (let file = 0; file < LOG_FILES; file += 1) {
      await client.exec('select pg_switch_wal()');
      await client.exec('checkpoint');
    }
    await client.exec('reset wal_recycle');
  };
  const listen: OpenDatabase['listen'] = (channel, _timers, heard) => {
    const listening = client.listen(channel, heard);
    return () => listening.then((stop) => stop());
  };
  const isOvertaken = async () => false;
  return { db: drizzle(clientForDrizzle(client)), listen, isOvertaken, tidy, scrub, close: () => client.close() };
}

/**
 * What looks up a foreign key is planned once for as long as a session lasts, and the embedded database has one session. A plan that
 * reads a table whole, made while a vacuum had just found it empty, would read it so for each of a hundred thousand rows.
 */
const byIndex = ['-c', 'enable_seqscan=off'];

/**
 * PGlite runs no checkpoints by itself: without `tidy` its log grows by every byte written, until the database is closed. Nor does it
 * vacuum: what was deleted would keep its place for good. Its usual 128 MB of buffers are written to at each start: two thirds of
 * the time that a start takes. What lies beyond is read from the file.
 */
const smallParts = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB', '-c', 'shared_buffers=16MB', ...byIndex];
/** Those of 16 MB that `max_wal_size` keeps for later, and the one that is written. */
const LOG_FILES = 5;

async function openPostgres(connectionString: string): Promise<OpenDatabase> {
  const [{ default: pg }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')]);
  const options = {
    connectionString,
    application_name: 'amparo',
    keepAlive: true,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
  };
  const pool = new SteadyPool(new pg.Pool(options));
  const listen: OpenDatabase['listen'] = (...to) => listenOn(options, ...to);
  // Drizzle asks no more of a pool than to query, to lend a connection, and to be called one.
  const db = drizzle(pool as unknown as Pool);
  const isOvertaken = async () => {
    if (pool.isRefusing) return true;
    const { tooNew } = await standingOf(db);
    if (tooNew) pool.refuse(new Overtaken(tooNew.message));
    return tooNew !== null;
  };
  // PostgreSQL tidies up by itself, and others use its files.
  const nothing = async () => {};
  return { db, pool: pool.state, listen, isOvertaken, tidy: nothing, scrub: nothing, close: pool.end };
}
