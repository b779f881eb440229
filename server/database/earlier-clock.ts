import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from './open.ts';

/** The clock that an age counts by before something is deleted for it, as it stands when it is asked for. */
export type AgeClock = () => Promise<Clock>;

/** The clock of what is stamped now and goes for its age later, asked for in the transaction that stamps it. */
export type StampClock = (tx: Database | Transaction) => Promise<Clock>;

/** The clock that all processes share: what one of them noted a minute ago, another judges now. */
export type CommonClock = (db: Reader) => Promise<Clock>;

/** The same for one statement, which then needs no look of its own at that clock. */
export type CommonNow = () => SQL | Date;

type Reader = Pick<Database, 'select'>;

/**
 * The earlier of two clocks, the told one and the database's, as it stands now. What is deleted for its age goes by it: one clock that
 * is ahead takes nothing away before its time, and one that is behind only keeps more.
 */
export async function earlierClock(db: Database, told: Clock): Promise<Clock> {
  const now = Math.min(told().getTime(), await nowOf(db));
  return () => new Date(now);
}

/** The later of the two. What a clock stamps that is behind would be over for everybody else before it began. */
export async function laterClock(db: Database | Transaction, told: Clock): Promise<Clock> {
  const now = Math.max(told().getTime(), await nowOf(db));
  return () => new Date(now);
}

/** The database's alone. Two processes that each went by their own would not agree how long ago something was. */
export async function databaseClock(db: Reader): Promise<Clock> {
  const now = await nowOf(db);
  return () => new Date(now);
}

/** Not when its transaction began, which may have waited for a row since. */
async function nowOf(db: Reader): Promise<number> {
  const now = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const [row] = await db.select({ now }).from(sql`(select 1) as one`);
  return row?.now ?? Number.NaN;
}
