import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import { type Finding, fine, wrong } from './check.ts';

interface Standing {
  standby: boolean;
  /** Whether a commit waits for a standby. */
  waits: boolean;
  /** The standbys that follow this server. */
  following: number;
  /** Those of them that a commit waits for. */
  awaited: number;
  /** What receives the log, without what it is: a standby, or a backup that is being made. */
  hidden: number;
}

/** Which standbys have what was acknowledged: what only this machine has is lost with it. */
export async function replicationOf(db: Database): Promise<Omit<Finding, 'subject'>> {
  // PostgreSQL shows to users without pg_read_all_stats that something receives the log, and no more.
  const [found] = await rowsOf<Standing>(
    db,
    sql`select pg_is_in_recovery() as standby,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as waits,
      count(*) filter (where state in ('catchup', 'streaming'))::int as following,
      count(*) filter (where sync_state in ('sync', 'quorum'))::int as awaited,
      count(*) filter (where state is null)::int as hidden
      from pg_stat_replication`,
  );
  const { standby, waits, following, awaited, hidden } = found ?? nobody;
  if (standby) return wrong('it is a standby, which takes no writes: DATABASE_URL must lead to the primary');
  if (waits && awaited + hidden === 0)
    return wrong(
      'it waits for a standby (synchronous_standby_names) and none of those follows: nothing is acknowledged',
    );
  const waiting = waits ? 'each commit waits for one' : 'no commit waits for any (synchronous_standby_names)';
  if (hidden > 0) return fine(`${hidden} receive its log, which ones is hidden from this user, and ${waiting}`);
  return fine(following === 0 ? 'without a standby' : `standbys that follow: ${following}, and ${waiting}`);
}

const nobody: Standing = { standby: false, waits: false, following: 0, awaited: 0, hidden: 0 };
