import type { Problem, ProblemCode, Result } from '#contract/result.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;

/** The longest wait of our own backoff. */
export const LONGEST_BACKOFF_MS = 15 * MINUTE_MS;
/** The longest wait a server may ask for; also what a wait is cut to when the clock was set back (F26). */
export const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const FIRST_BACKOFF_MS = 4 * SECOND_MS;
/** A body that arrives altered this often is not altered by the line. */
const MAX_DAMAGED_ATTEMPTS = 5;

/**
 * What an attempt came to.
 * - accepted: there is an answer; whether it is a receipt is for `settle` to see
 * - refused: the server understood and said no; the customer edits or discards
 * - parked: nobody is signed in, as far as the server knows
 * - again: anything else, later; `unclear` when the server may have taken it
 */
export type Outcome =
  | { kind: 'accepted'; answer: unknown }
  | { kind: 'refused'; problem: Problem; unclear: boolean }
  | { kind: 'parked'; problem: Problem }
  | { kind: 'again'; problem: Problem; unclear: boolean };

/** Reads the result of an attempt, the `attempts`-th of this command. */
export function outcomeOf(result: Result<unknown>, attempts: number): Outcome {
  if (result.ok) return { kind: 'accepted', answer: result.value };
  const { problem } = result;
  const meaning = meanings[problem.code];
  if (problem.code === 'damaged' && attempts >= MAX_DAMAGED_ATTEMPTS)
    return { kind: 'refused', problem, unclear: false };
  return meaning.kind === 'parked' ? { kind: 'parked', problem } : { ...meaning, problem };
}

type Meaning = { kind: 'parked' } | { kind: 'refused' | 'again'; unclear: boolean };
const refused: Meaning = { kind: 'refused', unclear: false };
const again: Meaning = { kind: 'again', unclear: false };
const unclear: Meaning = { kind: 'again', unclear: true };

const meanings: Record<ProblemCode, Meaning> = {
  offline: unclear,
  timeout: unclear,
  nonsense: unclear,
  unavailable: unclear,
  'rate-limited': again,
  // Altered on its way: the same bytes may arrive well the next time.
  damaged: again,
  // No server of ours says so to a row of the table: something stands in between.
  'method-not-allowed': again,
  // D51: the next version of the app sends it.
  outdated: again,
  unauthorised: { kind: 'parked' },
  'bad-credentials': { kind: 'parked' },
  invalid: refused,
  'too-large': refused,
  'unsupported-type': refused,
  forbidden: refused,
  'not-found': refused,
  taken: refused,
  withdrawn: refused,
  // Something else arrived under this key, so the receipt is asked before anything is done with it.
  'key-reused': { kind: 'refused', unclear: true },
};

/** Milliseconds to the next attempt: what the server asked for, else exponential with full jitter. */
export function waitAfter(problem: Problem, attempts: number, random: () => number): number {
  // Full jitter (AWS Architecture Blog, 'Exponential Backoff And Jitter'): devices that failed together come back apart.
  const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20));
  const jitter = Math.round(random() * ceiling);
  // After an update what waited for it is not to wait a quarter of an hour more.
  if (problem.code === 'outdated') return Math.min(MINUTE_MS, Math.max(SECOND_MS, jitter));
  if (problem.retryAfter === undefined) return Math.max(SECOND_MS, jitter);
  // Not before the wait is over, and not all of them in its last second.
  return Math.min(LONGEST_WAIT_MS, problem.retryAfter * SECOND_MS + Math.round(random() * FIRST_BACKOFF_MS));
}

/** Whether a wait is over. One that lies further ahead than any of ours was set by a clock that has been put back since. */
export const isDue = (nextAt: number, now: number): boolean =>
  nextAt <= now || nextAt > now + LONGEST_WAIT_MS + MINUTE_MS;

/** Whether the wait was for want of a connection, so that it ends when there is one. */
export const waitsForConnection = (problem: Problem | null): boolean =>
  problem !== null && problem.retryAfter === undefined && ['offline', 'timeout', 'nonsense'].includes(problem.code);
