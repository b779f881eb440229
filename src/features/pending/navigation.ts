import * as v from 'valibot';

/** What the screen keeps in the history's state: the random key of the receipt that is open, nothing a person could read. */
export interface PendingHistoryState {
  receipt?: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState extends PendingHistoryState {}
}

const withReceipt = v.object({ receipt: v.pipe(v.string(), v.nonEmpty()) });

/** Which receipt the history's state names; null when it names none. */
export function receiptIn(state: unknown): string | null {
  const parsed = v.safeParse(withReceipt, state);
  return parsed.success ? parsed.output.receipt : null;
}
