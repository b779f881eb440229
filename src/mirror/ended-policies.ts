import { readingKeys } from '#database/keyring.ts';
import { groupsOf } from '#database/open.ts';
import { mirrorTables } from '#database/rows.ts';
import { type Collection, collections, policies, type Wanted } from './collections.ts';
import type { Part } from './plan.ts';
import type { SurveyPorts } from './survey.ts';

const all = Object.values(collections) as Collection<unknown>[];

/**
 * Deletes the lists of policies that the customer no longer has, which nothing asks for again. One that comes back is only downloaded
 * anew. A place that knows of a payment page the customer left for stays, since only this device knows of it.
 */
export function createEndedPolicies({ db, locateAll, readPolicies }: Omit<SurveyPorts, 'pulls' | 'isDamaged'>) {
  /** The revision of the policies that was looked at last. */
  let seen = '';

  /** @param shown what is on screen, which stays */
  return async function dropEnded(shown: readonly Part[]): Promise<void> {
    const [place] = (await locateAll([[policies]])) ?? [];
    const before = place && (await db.pulls.get(place.scope));
    if (!place || before?.at == null || before.problem !== null || before.revision === seen) return;
    const known = await readPolicies();
    // A customer without any may as well be an error of the insurer's systems.
    if (!known || known.length === 0) return;
    const kept = await locateAll([
      ...all.flatMap((one): Wanted[] =>
        one.scope === 'customer' ? [[one]] : known.map(({ Policy }): Wanted => [one, Policy]),
      ),
      ...shown.map(({ collection, policyId }): Wanted => [collection, policyId]),
    ]);
    const named = new Set(kept?.map(({ scope }) => scope));
    const own = db.pulls.where('owner').equals(place.owner);
    if (!kept) return;
    seen = before.revision;
    if ((await own.primaryKeys()).every((scope) => named.has(scope))) return;
    const tables = mirrorTables.map((table) => db[table]);
    await db.transaction('rw', [db.vault, db.pulls, ...tables], async () => {
      const isStill = (await db.pulls.get(place.scope))?.revision === before.revision;
      if (!isStill || (await readingKeys(db))?.owner !== place.owner) return;
      const over = await own.filter(({ scope, paying }) => !named.has(scope) && !paying).primaryKeys();
      for (const scope of over) for (const table of mirrorTables) await groupsOf(db, table, scope).delete();
      await db.pulls.bulkDelete(over);
    });
  };
}
