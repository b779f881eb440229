import { CLOCK_STEP_MS, LONGEST_AGE_MS } from '#contract/age.ts';
import type { Database } from '#database/open.ts';

/** Id and part. */
export type DraftKey = [string, string];

/** The drafts' rows by their age, as `ageOf` tells it. It reads the index of their times alone, since rows hold megabytes. */
export function draftsByAge(db: Database, now: number) {
  const at = () => db.drafts.where('at');
  return {
    /** Those of an age greater than this. */
    older: (life: number): Promise<DraftKey[]> =>
      at()
        .between(now - LONGEST_AGE_MS, now - life)
        .primaryKeys(),
    /** Those of an age up to this, without it. */
    younger: (life: number): Promise<DraftKey[]> =>
      at()
        .between(now - life, now + CLOCK_STEP_MS, false, true)
        .primaryKeys(),
    /** Those noted while a clock was wrong. */
    ageless: async (): Promise<DraftKey[]> => {
      const ends = await Promise.all([
        at()
          .below(now - LONGEST_AGE_MS)
          .primaryKeys(),
        at()
          .above(now + CLOCK_STEP_MS)
          .primaryKeys(),
      ]);
      return ends.flat();
    },
  };
}

/** Rows without an age begin theirs now: what the customer made is not deleted because a clock was wrong (F60). */
export async function stampDrafts(db: Database, keys: readonly DraftKey[], now: number): Promise<void> {
  // One by one, because each may be large.
  for (const key of keys) await db.drafts.update(key, { at: now });
}
