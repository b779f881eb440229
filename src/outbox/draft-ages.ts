import { CLOCK_STEP_MS, HOUR_MS, LONGEST_AGE_MS } from '#contract/age.ts';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { DEVICE, FORM_PART, KEPT_MS, RELAY_DRAFT, UNCLAIMED } from '#database/draft-form.ts';
import { unlessLost } from '#database/lost.ts';
import { type Database, draftParts } from '#database/open.ts';
import { ifRoom } from '#database/storage.ts';

/** The part of a claimed file's draft that holds its bytes. Its form holds name, type and size. */
export const BYTES = 'received';

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

/**
 * Deletes what is over of visitors, of other apps' files that nobody used, and of those that nobody claimed. A start that finds
 * nothing of it costs one transaction.
 */
export async function removeOver(db: Database, now: number): Promise<void> {
  const { over, ageless } = await db.transaction('r', db.drafts, () => keysOver(db, now));
  if (over.length > 0) await db.drafts.bulkDelete(over);
  await stampDrafts(db, ageless, now);
}

async function keysOver(db: Database, now: number): Promise<{ over: DraftKey[]; ageless: DraftKey[] }> {
  const visitors = new Set((await db.drafts.where('owner').equals(DEVICE).primaryKeys()).map(String));
  const ages = draftsByAge(db, now);
  const old = await ages.older(KEPT_MS);
  const relayed = (await ages.older(RELAY_LIFE_MS)).filter(([id]) => id === RELAY_DRAFT);
  const claimable = new Set((await claimableParts(db, now)).map((part) => String([UNCLAIMED, part])));
  const nobodys = (await draftParts(db, UNCLAIMED).primaryKeys()).filter((key) => !claimable.has(String(key)));
  const keptDays = (keys: readonly DraftKey[]) => [
    ...keys.filter((key) => visitors.has(String(key)) && key[0] !== UNCLAIMED),
    ...keys.filter(([, part]) => part === BYTES).flatMap(([id]) => receivedParts(id)),
  ];
  return { over: [...keptDays(old), ...relayed, ...nobodys], ageless: keptDays(await ages.ageless()) };
}

/** The parts of those files that may still be claimed. One whose age is unknown, because a clock was wrong, may not. */
export async function claimableParts(db: Database, now: number): Promise<string[]> {
  const young = await draftsByAge(db, now).younger(HOUR_MS);
  return young.flatMap(([id, part]) => (id === UNCLAIMED ? [part] : []));
}

/** Both parts of a claimed file's draft. */
export const receivedParts = (id: string): DraftKey[] => [
  [id, FORM_PART],
  [id, BYTES],
];
