import { MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { mayBeDone, type Problem, type ProblemCode, type Result } from '#contract/result.ts';

/** The longest wait of our own backoff. */
export const LONGEST_BACKOFF_MS = 15 * MINUTE_MS;
/** The longest wait a server may ask for. A longer one shows that the clock was set back (F26). */
export const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const FIRST_BACKOFF_MS = 4 * SECOND_MS;
/** After this many damaged arrivals the cause is not the connection. */
const MAX_DAMAGED_ATTEMPTS = 5;

/**
 * The outcome of an attempt.
 * - accepted: there is an answer; `storeReceipt` follows if it is a receipt
 * - refused: the server refused it; the customer edits or discards it
 * - parked: the server does not know the tokens
 * - again: anything else, tried later; `unclear` when the server may have taken it
 */
export type Outcome =
  | { kind: 'accepted'; answer: unknown }
  | { kind: 'refused'; problem: Problem; unclear: boolean }
  | { kind: 'parked'; problem: Problem }
  | { kind: 'again'; problem: Problem; unclear: boolean };

/** The outcome of a call's result. `attempts` counts the attempts of this command, this one included. */
export function outcomeOf(result: Result<unknown>, attempts: number): Outcome {
  if (result.ok) return { kind: 'accepted', answer: result.value };
  const { problem } = result;
  const meaning = problem.code === 'outdated' && mayBeDone(problem) ? unclear : meanings[problem.code];
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
  unreadable: unclear,
  unavailable: unclear,
  'rate-limited': again,
  // The administration is asked before anything is done.
  'core-away': again,
  // It leaves by itself once the maintenance is over.
  maintenance: again,
  // Altered on the way. The same bytes may arrive intact next time.
  damaged: again,
  // Our server never answers this to an endpoint of the table, so something stands in between.
  'method-not-allowed': again,
  // The next version of the app sends it (D51).
  outdated: again,
  unauthorised: { kind: 'parked' },
  'session-ended': { kind: 'parked' },
  'bad-credentials': { kind: 'parked' },
  invalid: refused,
  'too-large': refused,
  'unsupported-type': refused,
  forbidden: refused,
  'not-found': refused,
  taken: refused,
  withdrawn: refused,
  // Something else arrived under this key, so the server is asked for its receipt before anything else.
  'key-reused': { kind: 'refused', unclear: true },
};

/** Milliseconds to the next attempt: what the server asked for, else exponential with full jitter. */
export function waitAfter(problem: Problem, attempts: number, random: () => number): number {
  // Full jitter (AWS Architecture Blog, 'Exponential Backoff And Jitter'): devices that failed together come back apart.
  const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempts - 1, 20));
  const jitter = Math.round(random() * ceiling);
  // After an update of the app, its items must not wait another quarter of an hour.
  if (problem.code === 'outdated') return Math.min(MINUTE_MS, Math.max(SECOND_MS, jitter));
  if (problem.retryAfter === undefined) return Math.max(SECOND_MS, jitter);
  // Jitter after the server's wait, so that the devices do not all return in the same second.
  return Math.min(LONGEST_WAIT_MS, problem.retryAfter * SECOND_MS + Math.round(random() * FIRST_BACKOFF_MS));
}

/** Whether a wait is over. One longer than our longest was set before the clock was set back. */
export const isDue = (nextAt: number, now: number): boolean =>
  nextAt <= now || nextAt > now + LONGEST_WAIT_MS + MINUTE_MS;

/** Whether the item waits for a connection. Its wait ends when the connection returns. */
export const waitsForConnection = (problem: Problem | null): boolean =>
  problem !== null && problem.retryAfter === undefined && ['offline', 'timeout', 'nonsense'].includes(problem.code);
