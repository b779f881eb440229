import * as v from 'valibot';

/** What the screen keeps in the history's state: the random key of the open receipt, nothing readable. */
export interface PendingHistoryState {
  receipt?: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState extends PendingHistoryState {}
}

const withReceipt = v.object({ receipt: v.pipe(v.string(), v.nonEmpty()) });

/** The receipt's key in the history's state; null when there is none. */
export function receiptIn(state: unknown): string | null {
  const parsed = v.safeParse(withReceipt, state);
  return parsed.success ? parsed.output.receipt : null;
}
