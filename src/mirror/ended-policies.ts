import { ageOf, DAY_MS } from '#contract/age.ts';
import { policyOfDraft } from '#database/draft-form.ts';
import { readingKeys } from '#database/keyring.ts';
import { namedDrafts } from '#database/named-drafts.ts';
import { type Database, draftParts, groupsOf } from '#database/open.ts';
import { mirrorTables, type PullRow } from '#database/rows.ts';
import { ifRoom } from '#database/storage.ts';
import { type Collection, collections, policies, type Wanted } from './collections.ts';
import type { Part } from './plan.ts';
import type { SurveyPorts } from './survey.ts';

const all = Object.values(collections) as Collection<unknown>[];
const ofPolicies = all.filter(({ scope }) => scope === 'policy');

interface DraftOfPolicy {
  id: string;
  /** When it was last written, in milliseconds since 1970. */
  at: number;
  scopes: readonly string[];
}

/** Lists, the drafts that belong to them, and then what says that the lists were here. */
async function removeAll(db: Database, over: readonly string[], drafts: readonly DraftOfPolicy[]): Promise<void> {
  for (const scope of over) for (const table of mirrorTables) await groupsOf(db, table, scope).delete();
  for (const { id, scopes } of drafts)
    if (scopes.some((scope) => over.includes(scope))) await draftParts(db, id).delete();
  await db.pulls.bulkDelete([...over]);
}

/** A policy missing for less may be missing by an error. Its lists stay, or what changed meanwhile would be no news. */
const MISSING_MS = 30 * DAY_MS;

/**
 * Deletes the lists of policies that have been missing for long, which nothing asks for again. One that comes back is only
 * downloaded anew. What was begun for such a policy goes with them: no screen opens it any more. It exists here alone, so while it is
 * young all stays: the clock may have been behind as the policy went missing (F60). So does a place that knows of a payment page.
 */
export function createEndedPolicies({ db, locateAll, readPolicies }: Omit<SurveyPorts, 'pulls' | 'isDamaged'>) {
  /** The revision of the policies that was looked at last and that no list here is missing in. */
  let seen = '';

  /** The drafts of policies, with the scopes of the lists that such a policy has here. */
  async function draftsByScopes(): Promise<DraftOfPolicy[]> {
    const keys = await readingKeys(db);
    const drafts = keys ? await namedDrafts(db, keys) : [];
    return Promise.all(
      drafts.map(async (draft) => {
        const policy = policyOfDraft(draft);
        const wanted = policy === null ? [] : ofPolicies.map((one): Wanted => [one, policy]);
        return { id: draft.id, at: draft.at, scopes: ((await locateAll(wanted)) ?? []).map(({ scope }) => scope) };
      }),
    );
  }

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
    if (!kept) return;
    const named = new Set(kept.map(({ scope }) => scope));
    // A filter would change the collection.
    const own = () => db.pulls.where('owner').equals(place.owner);
    const now = db.machine.clock();
    const ageIn = ({ missingSince = now }: PullRow) => ageOf(missingSince, now);
    const noteOf = (row: PullRow) =>
      named.has(row.scope) ? undefined : ageIn(row) === null ? now : (row.missingSince ?? now);
    const isOver = (row: PullRow) => !named.has(row.scope) && !row.paying && (ageIn(row) ?? 0) >= MISSING_MS;
    // A full device deletes all the same what it has noted before.
    await ifRoom(() =>
      own()
        .filter((row) => row.missingSince !== noteOf(row))
        .modify((row) => {
          row.missingSince = noteOf(row);
        }),
    );
    const rows = await own().toArray();
    const tables = mirrorTables.map((table) => db[table]);
    if (rows.some(isOver)) {
      const drafts = await draftsByScopes();
      await db.transaction('rw', [db.vault, db.pulls, db.drafts, ...tables], async () => {
        const isStill = (await db.pulls.get(place.scope))?.revision === before.revision;
        if (!isStill || (await readingKeys(db))?.owner !== place.owner) return;
        const isYoung = ({ at }: DraftOfPolicy) => (ageOf(at, now) ?? 0) < MISSING_MS;
        const inUse = new Set(drafts.filter(isYoung).flatMap(({ scopes }) => scopes));
        const over = (await own().filter(isOver).primaryKeys()).filter((scope) => !inUse.has(scope));
        await removeAll(db, over, drafts);
      });
    }
    if (rows.every(({ scope }) => named.has(scope))) seen = before.revision;
  };
}
