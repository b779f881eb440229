import { CLOCK_STEP_MS, DAY_MS, LONGEST_AGE_MS } from '#contract/age.ts';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { UNCLAIMED } from '#database/draft-form.ts';
import { unlessLost } from '#database/lost.ts';
import type { Database } from '#database/open.ts';
import { ifRoom } from '#database/storage.ts';
import { DEVICE } from './draft-rows.ts';

/** D45: how long an abandoned visitor's draft is kept. A customer's is kept until it is sent or discarded. */
const VISITOR_DRAFT_DAYS = 7;
/** The visitor's draft of photos on their way to a desk, good for no longer than the relay. */
export const RELAY_DRAFT = 'relevo';

/** Id and part. */
export type DraftKey = [string, string];

/** The drafts' rows by their age, as `ageOf` tells it. It reads the index of their times alone, since rows hold megabytes. */
export function draftsByAge(db: Database, now: number) {
  const at = () => db.drafts.where('at');
  return {
    /** Those older than this. */
    older: (life: number): Promise<DraftKey[]> =>
      at()
        .between(now - LONGEST_AGE_MS, now - life)
        .primaryKeys(),
    /** Those younger than this. */
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

/**
 * Rows without an age begin theirs now: what the customer made is not deleted because a clock was wrong (F60). Without room they
 * begin at the next start.
 */
export async function stampDrafts(db: Database, keys: readonly DraftKey[], now: number): Promise<void> {
  // One by one, because each may be large.
  for (const key of keys) await ifRoom(() => unlessLost(db.drafts, () => db.drafts.update(key, { at: now })));
}

/** Files that nobody claimed are a visitor's too, with a life of their own (outbox/received.ts). */
export async function removeOldDrafts(db: Database, now: number): Promise<void> {
  const visitors = new Set((await db.drafts.where('owner').equals(DEVICE).primaryKeys()).map(String));
  const isOurs = (key: DraftKey) => visitors.has(String(key)) && key[0] !== UNCLAIMED;
  const { older, ageless } = draftsByAge(db, now);
  const relayed = (await older(RELAY_LIFE_MS)).filter(([id]) => id === RELAY_DRAFT);
  await db.drafts.bulkDelete([...(await older(VISITOR_DRAFT_DAYS * DAY_MS)).filter(isOurs), ...relayed]);
  await stampDrafts(db, (await ageless()).filter(isOurs), now);
}
