import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { rowsOf } from '../database/rows.ts';
import { type Finding, fine, wrong } from './check.ts';

interface Standing {
  standby: boolean;
  /** The servers that follow this one. */
  following: number;
  /** Whether a commit waits for one of them. */
  waits: boolean;
}

/** Who has what was acknowledged besides this machine: when it is lost, so is what nobody else has. */
export async function replicationOf(db: Database): Promise<Omit<Finding, 'subject'>> {
  // How far a standby has come is shown to superusers alone. That it follows is shown to everyone.
  const [found] = await rowsOf<Standing>(
    db,
    sql`select pg_is_in_recovery() as standby, (select count(*)::int from pg_stat_replication) as following,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as waits`,
  );
  const { standby, following, waits } = found ?? { standby: false, following: 0, waits: false };
  if (standby) return wrong('it is a standby, which takes no writes: DATABASE_URL must lead to the primary');
  if (waits && following === 0)
    return wrong('it waits for a standby (synchronous_standby_names) and none follows: nothing is acknowledged');
  if (following === 0) return fine('without a standby');
  const many = following === 1 ? 'one standby follows' : `${following} standbys follow`;
  return fine(
    `${many}, ${waits ? 'and each commit waits for one' : 'and no commit waits (synchronous_standby_names)'}`,
  );
}
