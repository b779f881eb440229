/** Takes one line of the log. */
export type Log = (line: string) => void;

/** One request in one line. The route stands for the address, which may name a customer. */
export function logLine(entry: Record<string, string | number | undefined>): string {
  return JSON.stringify(entry);
}

/**
 * What of an error may be logged: its class, a code, how many accounts it is about, and where it was thrown. Never its message,
 * in which a database quotes the values of the statement.
 */
export function errorTrace(error: unknown): { error: string; code?: string; accounts?: number; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const root = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in root && typeof root.code === 'string' ? root.code : undefined;
  const accounts = 'accounts' in root && typeof root.accounts === 'number' ? root.accounts : undefined;
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4)
    .map((line) => line.trim().slice(3))
    .join(' < ');
  return { error: root.name, code, accounts, at };
}
