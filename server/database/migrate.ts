import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Client } from 'pg';
import { HOUR_MS } from '#contract/age.ts';
import { pause, thisMachine } from '#ports/machine.ts';
import type { Database, Transaction } from './database.ts';
import { limits } from './limits.ts';
import { sqlStateOf } from './outage.ts';
import { numberOf, SchemaTooNew, servesIn, thisRelease } from './releases.ts';
import { waitForTurn } from './turn.ts';

/** The SQL that drizzle-kit wrote, in the bundle itself, so that the built server needs no folder beside it. */
const files = import.meta.glob<string>('../migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** How many this release knows. */
export const migrationCount = Object.keys(files).length;

/**
 * The database says itself who may serve it, so that a server knows of migrations that were written after it. Whoever applied a
 * migration before these columns left them empty.
 */
const applied = pgTable('applied_migrations', {
  name: text('name').primaryKey(),
  /** The number of the oldest schema whose servers go on; 0 for all. */
  serves: integer('serves'),
  release: text('release'),
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** How the tables of a database stand to what this release knows. */
export interface Standing {
  /** The migrations that it lacks. */
  missing: string[];
  /** Those that only a newer release can have applied. */
  unknown: string[];
  /** Why this release must not serve it; null when it may. */
  tooNew: SchemaTooNew | null;
}

/** Reads what was applied, also by releases that do not know all columns. */
export async function standingOf(db: Database | Transaction): Promise<Standing> {
  const ours = Object.keys(files).map(nameOf);
  const [table] = await db.select({ there: sql<boolean>`to_regclass('applied_migrations') is not null` }).from(one);
  const rows = table?.there ? await db.select(anyColumns).from(applied).orderBy(applied.name) : [];
  const known = rows.map(({ name }) => name);
  const unknown = rows.filter(({ name }) => !ours.includes(name));
  const newest = Math.max(...ours.map(numberOf));
  // One that says nothing about itself may have taken anything away.
  const beyond = unknown.filter(({ name, serves }) => (serves ?? numberOf(name)) > newest);
  const names = beyond.map(({ name }) => name);
  return {
    missing: ours.filter((name) => !known.includes(name)),
    unknown: unknown.map(({ name }) => name),
    tooNew: names.length > 0 ? new SchemaTooNew(names, beyond.at(-1)?.release ?? '?') : null,
  };
}

const anyColumns = {
  name: applied.name,
  serves: sql<number | null>`(to_jsonb(applied_migrations) ->> 'serves')::int`,
  release: sql<string | null>`to_jsonb(applied_migrations) ->> 'release'`,
};

const one = sql`(select 1) as one`;

/** The process's own: a database is opened before there is a server. */
const { timers } = thisMachine;

/** How long a change of a table waits for those who use it, since all others wait behind it meanwhile. */
const LOCK_MS = 2_000;
/** Pauses before the next tries, in milliseconds, while somebody holds a table: two minutes in all. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** One process at a time makes indexes, which may take long on large tables. */
const INDEXES_TURN = 7_203_121;
const INDEXES_MS = HOUR_MS;

/** Writes nothing. @throws SchemaTooNew when this release must not serve the database */
export async function refuseTooNew(db: Database | Transaction): Promise<Standing> {
  const standing = await standingOf(db);
  if (standing.tooNew) throw standing.tooNew;
  return standing;
}

/**
 * Applies what is missing, in order of name, in one transaction; processes that start together wait for one another.
 *
 * @param indexes whether to make indexes of tables that are in use, which nobody may write meanwhile
 * @throws SchemaTooNew, having written nothing
 */
export async function migrate(db: Database, { indexes = true } = {}): Promise<void> {
  await db.transaction(async (tx) => {
    // The rows of a large house take longer than a request may.
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await waitForTurn(tx, 7_203_117, timers);
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
    const { missing } = await refuseTooNew(tx);
    await beginTable(tx);
    const later = !indexes && missing.length < migrationCount;
    for (const [path, text] of inOrder()) {
      const name = nameOf(path);
      if (!missing.includes(name)) continue;
      for (const statement of statementsOf(text)) {
        if (later && (madeIndex(statement) || droppedIndex(statement))) continue;
        await tx.execute(sql.raw(statement));
      }
      await tx.insert(applied).values({ name, serves: servesIn(text), release: thisRelease });
    }
  });
}

/** Alters only what lacks the columns: to alter it takes the table from all who look at it. */
async function beginTable(tx: Transaction): Promise<void> {
  await tx.execute(sql`create table if not exists ${applied} (name text primary key)`);
  const [row] = await tx
    .select({ whole: sql<boolean>`count(*) = 2` })
    .from(sql`pg_attribute`)
    .where(sql`attrelid = 'applied_migrations'::regclass and attname in ('serves', 'release') and not attisdropped`);
  if (row?.whole) return;
  await tx.execute(
    sql`alter table ${applied} add column if not exists serves integer, add column if not exists release text`,
  );
}

/**
 * The same for a PostgreSQL that others use at the same time, on connections of its own. A table that somebody holds is tried
 * again. Indexes are made while the table is written; one that a death left half is made anew.
 *
 * @param connect opens one connection for the work
 */
export async function migrateInUse(connect: Connect): Promise<void> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  await connect(async (client) => {
    const db = drizzle(client);
    for (const wait of [...PAUSES_MS, null]) {
      try {
        await migrate(db, { indexes: false });
        break;
      } catch (error) {
        if (wait === null || !isLocked(error)) throw error;
        await pause(timers, wait);
      }
    }
    // A newer version knows better which indexes there are.
    if ((await standingOf(db)).unknown.length > 0) return;
    if ((await brokenIndexes(client)).length === 0) return;
    await connect((holder) =>
      drizzle(holder).transaction(async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await waitForTurn(tx, INDEXES_TURN, timers, INDEXES_MS);
        await mendIndexes(client);
      }),
    );
  });
}

type Connect = <R>(work: (client: Client) => Promise<R>) => Promise<R>;

/** The statements that bring the indexes to what the migrations say. */
async function brokenIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; whole: boolean }>(
    `select c.relname as name, i.indisvalid as whole from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace`,
  );
  const present = new Map(rows.map(({ name, whole }) => [name, whole]));
  const { wanted, dropped } = listedIndexes();
  const gone = (name: string) => `drop index concurrently if exists "${name}"`;
  const making = [...wanted].filter(([name]) => !present.get(name));
  const half = making.filter(([name]) => present.has(name));
  return [
    ...half.map(([name]) => gone(name)),
    ...making.map(([, statement]) => statement.replace(/INDEX/, 'INDEX CONCURRENTLY')),
    // Last, so that what must be unique is so all the time.
    ...dropped.filter((name) => present.has(name)).map(gone),
  ];
}

/** Each statement by itself, as these want it. The limits are set again: a pooler may give the connection to others afterwards. */
async function mendIndexes(client: Client): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  try {
    for (const statement of await brokenIndexes(client)) await client.query(statement);
  } finally {
    const { statement_timeout, lock_timeout } = limits;
    await client
      .query(`set statement_timeout = ${statement_timeout}; set lock_timeout = ${lock_timeout}`)
      .catch(() => {});
  }
}

const BREAKPOINT = '--> statement-breakpoint';
/** Without the words before a statement, so that it begins with what it does. */
const statementsOf = (text: string) => text.split(BREAKPOINT).map((one) => one.replace(/^(?:\s*--.*\n)+/, ''));
const inOrder = () => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
const madeIndex = (statement: string) => /^\s*CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)"/.exec(statement);
const droppedIndex = (statement: string) => /^\s*DROP INDEX "(\w+)"/.exec(statement)?.[1];
/** A table that goes, or moves to another schema, takes its indexes along. */
const leftTable = (statement: string) =>
  /^\s*(?:DROP TABLE|ALTER TABLE(?=.* SET SCHEMA)) (?:"public"\.)?"(\w+)"/.exec(statement)?.[1];

/** The indexes as all migrations together leave them: what makes each, and the names that are not used any more. */
export function listedIndexes(): { wanted: Map<string, string>; dropped: string[] } {
  const wanted = new Map<string, { table: string; statement: string }>();
  const dropped = new Set<string>();
  for (const statement of inOrder().flatMap(([, text]) => statementsOf(text))) {
    const [, made, table] = madeIndex(statement) ?? [];
    const [gone, left] = [droppedIndex(statement), leftTable(statement)];
    if (made && table) wanted.set(made, { table, statement });
    for (const [name, of] of wanted) if (name === gone || of.table === left) wanted.delete(name);
    if (gone) dropped.add(gone);
  }
  return {
    wanted: new Map([...wanted].map(([name, { statement }]) => [name, statement])),
    dropped: [...dropped].filter((name) => !wanted.has(name)),
  };
}

/** Whether somebody held what was wanted: no lock within the time, or both waited for one another. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && (['55P03', '40P01'].includes(sqlStateOf(error) ?? '') || isLocked(error.cause));
}
