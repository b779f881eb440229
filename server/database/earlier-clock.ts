import { sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from './open.ts';
import { rowsOf } from './rows.ts';

/** The clock that an age counts by before something is deleted for it, as it stands when it is asked for. */
export type AgeClock = () => Promise<Clock>;

/**
 * The earlier of two clocks, the told one and the database's, as it stands now. What is deleted for its age goes by it: one clock that
 * is ahead takes nothing away before its time, and one that is behind only keeps more.
 */
export async function earlierClock(db: Database, told: Clock): Promise<Clock> {
  const [row] = await rowsOf<{ now: number }>(db, sql`select extract(epoch from now())::float8 * 1000 as now`);
  const now = Math.min(told().getTime(), row?.now ?? Number.NaN);
  return () => new Date(now);
}
