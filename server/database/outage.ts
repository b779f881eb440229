/** The database is unavailable: not reached, lost, or not answering. A statement in progress may have taken effect. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** A newer release took away what this one uses. It serves no more, until it is started on a database that it understands. */
export class Overtaken extends DatabaseUnavailable {
  override name = 'Overtaken';
}

/** Whether an error came of it. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || (error instanceof Error && isOvertaken(error.cause));

/**
 * SQLSTATEs that say 'not now' (PostgreSQL, appendix A): by class, or alone. 08 connection, 53 resources, 57 operator
 * intervention (a statement over its time too); then lock not had in time, transaction left idle, deadlock, serialisation, and
 * a write at a standby, which a proxy may still take for the primary for a moment.
 */
const classes = ['08', '53', '57'];
const alone = ['55P03', '25P03', '40P01', '40001', '25006'];

/** Whether an error means that the database is down or overloaded, rather than that a statement of ours is wrong. */
export function isOutage(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseUnavailable) return true;
    const state = sqlStateOf(one);
    if (state && (classes.includes(state.slice(0, 2)) || alone.includes(state))) return true;
  }
  return false;
}

/** Whether the database's own disk is full (53100, disk_full). */
export function isFull(error: unknown): boolean {
  return error instanceof Error && (sqlStateOf(error) === '53100' || isFull(error.cause));
}

/** The five signs with which PostgreSQL names an error; null when it is not its answer. Node's codes, as EPIPE, begin with E. */
export function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null;
}
