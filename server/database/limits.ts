import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import type { Database } from './database.ts';

/**
 * The limits that PostgreSQL itself keeps for the server's user, in milliseconds, by its own names: of one statement, of a
 * wait for a lock, and of the time between two statements of a transaction.
 */
export const limits = {
  statement_timeout: 5_000,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

const limitOf = (name: string): number | undefined => (limits as Record<string, number>)[name];

/** Two programs that start together must not change the same role at once. */
const TURN = 7_203_120;

/**
 * Makes the limits a property of the user in this database. A pooler refuses or drops what a client asks of its connection;
 * what belongs to the role holds on every connection that PostgreSQL begins afterwards.
 */
export async function setLimits(client: Client): Promise<void> {
  const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [
    Object.keys(limits),
  ]);
  if (rows.every(({ name, setting }) => Number(setting) === limitOf(name))) return;
  const alters = Object.entries(limits).map(
    ([name, most]) =>
      `execute format('alter role %I in database %I set ${name} = ${most}', current_user, current_database());`,
  );
  const here = Object.entries(limits).map(([name, most]) => `set ${name} = ${most}`);
  // One message, so that a pooler gives both parts the connection that began before and would not hear of the role.
  await client.query(
    [`do $$ begin perform pg_advisory_xact_lock(${TURN}); ${alters.join(' ')} end $$`, ...here].join('; '),
  );
}

/** The limits that do not hold on a connection of the server, as 'statement_timeout is 0'. */
export async function missingLimits(db: Database): Promise<string[]> {
  const settings = db
    .select({ name: sql<string>`name`, setting: sql<string>`setting` })
    .from(sql`pg_settings`)
    .where(
      sql`name in (${sql.join(
        Object.keys(limits).map((name) => sql`${name}`),
        sql`, `,
      )})`,
    );
  return (await settings)
    .filter(({ name, setting }) => Number(setting) !== limitOf(name))
    .map(({ name, setting }) => `${name} is ${setting}`)
    .sort();
}
