import { fail, ok, type Result } from '#contract/result.ts';
import type { AttemptRules, Attempts, Subject } from './attempts.ts';

/** What a try counts for: each rule, and whose tries it counts. */
type Counts = readonly (readonly [rule: keyof AttemptRules, subject: Subject])[];

/**
 * Counts a try before it is judged, so that simultaneous tries count too, and gives it back when it was right. Where judging throws,
 * as when too many wait for a processor, it was neither right nor wrong: just this try is taken back.
 *
 * @param judge null for a wrong try
 * @returns 'rate-limited' when the try has to wait
 */
export async function judgeTry<T>(
  attempts: Attempts,
  counts: Counts,
  judge: () => Promise<T | null>,
): Promise<Result<T | null>> {
  for (const [rule, subject] of counts) {
    const wait = await attempts.take(rule, subject);
    if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  }
  let judged: T | null;
  try {
    judged = await judge();
  } catch (error) {
    // What cannot be taken back, as from a database that is away, stays counted.
    await Promise.allSettled(counts.map(([rule, subject]) => attempts.takeBack(rule, subject)));
    throw error;
  }
  if (judged !== null) for (const [rule, subject] of counts) await attempts.giveBack(rule, subject);
  return ok(judged);
}
