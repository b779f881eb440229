/** SQLSTATE of PostgreSQL: unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a write was refused because this unique index holds the value already. */
export function violates(error: unknown, index: string): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
  return code === UNIQUE_VIOLATION && constraint === index;
}
