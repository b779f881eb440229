import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import type { AttemptRules, Attempts, Subject } from './attempts.ts';

/** What a try counts for: each rule, whose tries it counts, and as how many. */
type Counts = readonly (readonly [rule: keyof AttemptRules, subject: Subject, weight?: number])[];

/** Nobody could judge what ends so: the caller is told to come again. */
const unjudged: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['core-away', 'unavailable']);

const held = (retryAfter: number) => fail('rate-limited', { retryAfter });

/**
 * Counts work before it is done, so that simultaneous tries count too. Just this try is taken back where nobody judged it: a later one
 * of its counts says wait, the work throws, as when too many wait for a processor, or it ends with a problem that is over soon.
 *
 * @param spent what is told when the try has to wait so many seconds
 */
export async function counted<T>(
  attempts: Attempts,
  counts: Counts,
  work: () => Promise<Result<T>>,
  spent: (wait: number) => Result<never> = held,
): Promise<Result<T>> {
  let isJudged = false;
  const taken: Counts[number][] = [];
  try {
    for (const count of counts) {
      const wait = await attempts.take(...count);
      if (wait > 0) return spent(wait);
      taken.push(count);
    }
    const done = await work();
    isJudged = done.ok || !unjudged.has(done.problem.code);
    return done;
  } finally {
    // What cannot be taken back, as from a database that is away, stays counted.
    if (!isJudged) await Promise.allSettled(taken.map((count) => attempts.takeBack(...count)));
  }
}

/**
 * Counts a try before it is judged, and gives it back when it was right.
 *
 * @param judge null for a wrong try
 * @returns 'rate-limited' when the try has to wait
 */
export async function judgeTry<T>(
  attempts: Attempts,
  counts: Counts,
  judge: () => Promise<T | null>,
): Promise<Result<T | null>> {
  const judged = await counted(attempts, counts, async () => ok(await judge()));
  if (judged.ok && judged.value !== null) {
    for (const [rule, subject] of counts) await attempts.giveBack(rule, subject);
  }
  return judged;
}
