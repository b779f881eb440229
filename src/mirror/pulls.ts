import { ageOf } from '#contract/age.ts';
import type { Payment, Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { readingKeys } from '#database/keyring.ts';
import type { PullRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { pause } from '#ports/machine.ts';
import { today } from '#rules/dates.ts';
import { hasNews, newsSince } from '#rules/news.ts';
import type { HeldRead } from '#session/calls.ts';
import { type Collection, type Fetched, type PullContext, paidSince } from './collections.ts';
import type { Group, Held, Stamp } from './group.ts';
import { changePull, type Place, replaceGroups, sealGroups } from './groups.ts';
import type { Mirror, MirrorSettings, Pull, PullOutcome, Wanted } from './mirror.ts';
import { newsRows, putNews } from './news.ts';
import { heldStamp, sealedStamp } from './stamp.ts';

interface Surroundings {
  locate: Mirror['locate'];
  readAt: Mirror['readAt'];
  /** The groups of a scope that are open in memory in this revision. */
  openedAs: <Row>(scope: string, revision: string) => Group<Row>[] | null;
  damaged: Set<string>;
  findPolicy: (policyId: string) => Promise<Policy | null>;
}

interface Replacing {
  stamp?: Stamp;
  /** The pull's row must still be this one; without it, any is replaced. */
  expected?: PullRow | null | undefined;
  policyId?: string;
  /** When the server confirmed them, in milliseconds since 1970; without it, now. */
  at?: number;
}

/** A pull is repeated when the rows changed while its answer was on the way, because the answer may be older. */
export const MAX_ROUNDS = 3;
/** How long a payment may take to appear in the lists. */
const CHANGING_MS = 15 * 60 * 1000;
const JUST_NOW_MS = 1000;
/** With fewer lists, asking about each by itself costs no more. */
const MIN_TOGETHER = 3;
const GATHER_MS = 50;

const hasRows = ({ groups }: { groups: Group<unknown>[] | null }): boolean =>
  groups?.some(({ rows }) => rows.length > 0) === true;

/** Fetches collections into the mirror. Callers that ask for the same one at the same time share a pull. */
export function createPulls(
  { db, session, clock }: MirrorSettings,
  { locate, readAt, openedAs, damaged, findPolicy }: Surroundings,
) {
  const running = new Map<string, { since: number; answer: Promise<Result<PullOutcome>> }>();

  const pull: Pull = async (collection, policyId) => {
    const [place, who] = await Promise.all([locate(collection, policyId), session.customer()]);
    if (!place || place.owner !== who?.owner) return fail('unauthorised');
    const policy = policyId ?? '';
    const context = { who, policyId: policy, findPolicy: () => findPolicy(policy) };
    const started = running.get(place.scope) ?? { since: clock(), answer: fetchInto(collection, place, context) };
    running.set(place.scope, started);
    return started.answer.finally(() => running.delete(place.scope));
  };

  const freshen: Pull = async (collection, policyId) => {
    const place = await locate(collection, policyId);
    if (!place) return fail('unauthorised');
    const last = await pullOf(place);
    if (isFresh(collection, last) && !damaged.has(place.scope)) return ok('unchanged');
    const changing = isChanging(last);
    const underWay = running.get(place.scope);
    // The answer on its way may be from before the customer's payment. A pull begun just now is from the same screen.
    if (changing && underWay && (ageOf(underWay.since, clock()) ?? CHANGING_MS) > JUST_NOW_MS) {
      underWay.since = clock();
      await touch(place);
    }
    return pull(collection, policyId);
  };

  /** The end of it is a time that was set as long before. */
  const isChanging = (last: PullRow | undefined): boolean =>
    (ageOf((last?.changingUntil ?? 0) - CHANGING_MS, clock()) ?? CHANGING_MS) < CHANGING_MS;

  function isFresh({ freshMs }: { freshMs: number }, last: PullRow | undefined): boolean {
    const age = last?.at == null ? null : ageOf(last.at, clock());
    return age !== null && age < freshMs && last?.problem === null && !isChanging(last);
  }

  let gathering: { wanted: Wanted[]; done: Promise<void> } | null = null;

  const revalidate: Mirror['revalidate'] = (wanted) => {
    gathering ??= gather();
    gathering.wanted.push(...wanted);
    return gathering.done;
  };

  /** Home and the signed-in layout ask at almost the same time, and one request serves both. */
  function gather() {
    const wanted: Wanted[] = [];
    const done = pause(db.machine.timers, GATHER_MS).then(() => {
      gathering = null;
      return confirmCurrent(wanted);
    });
    return { wanted, done };
  }

  async function confirmCurrent(wanted: readonly Wanted[]): Promise<void> {
    const stale: { place: Place; last: PullRow; read: HeldRead }[] = [];
    for (const [collection, policyId] of wanted) {
      const found = await findStale(collection, policyId);
      if (found) stale.push(found);
    }
    if (stale.length < MIN_TOGETHER) return;
    const current = await session.revalidate(stale.map(({ read }) => read));
    for (const [position, { place, last }] of stale.entries()) {
      if (current.has(position)) await confirm(place, last);
    }
  }

  /** The read of a collection that is held whole, too old, and not being pulled; null of any other. */
  async function findStale(collection: Collection<unknown>, policyId = '') {
    const [place, who] = await Promise.all([locate(collection, policyId), session.customer()]);
    const last = place && (await pullOf(place));
    if (!place || !last || place.owner !== who?.owner || running.has(place.scope)) return null;
    if (damaged.has(place.scope) || isFresh(collection, last)) return null;
    const held = await findHeld<unknown>(place, last);
    const read =
      held?.etag && (await collection.heldRead({ who, policyId, findPolicy: () => findPolicy(policyId) }, held.etag));
    return read ? { place, last, read } : null;
  }

  /** Changes the revision, so that the answer of a running pull no longer counts. */
  function touch(place: Place, more: Partial<PullRow> = {}) {
    return db.pulls.update(place.scope, { ...more, revision: db.machine.uuid() });
  }

  const expectChange = async <Row>(collection: Collection<Row>, policyId?: string): Promise<void> => {
    const place = await locate(collection, policyId);
    if (place) await touch(place, { changingUntil: clock() + CHANGING_MS });
  };

  async function fetchInto<Row>(
    collection: Collection<Row>,
    place: Place,
    context: PullContext,
    round = 1,
  ): Promise<Result<PullOutcome>> {
    const last = await pullOf(place);
    const readable = last && last.at !== null && !damaged.has(place.scope) && round < MAX_ROUNDS;
    const fetched = await collection.fetch(session, context, readable ? await findHeld<Row>(place, last) : null);
    const answer = (await isLoss(collection, place, fetched)) ? fail('unreadable') : fetched;
    if (!answer.ok) {
      const { code } = answer.problem;
      if ((await pullOf(place))?.problem !== code) await changePull(db, place, { problem: code });
      return answer;
    }
    const expected = round < MAX_ROUNDS ? (last ?? null) : undefined;
    const written = answer.value.unchanged
      ? await confirm(place, expected)
      : await replace(place, answer.value.groups, { stamp: answer.value, expected, policyId: context.policyId });
    return written === 'overtaken' ? fetchInto(collection, place, context, round + 1) : written;
  }

  /** Whether the answer has nothing of a collection that lasts, while something of it is mirrored. */
  async function isLoss<Row>({ isLasting }: Collection<Row>, place: Place, answer: Result<Fetched<Row>>) {
    if (!isLasting || !answer.ok || answer.value.unchanged || hasRows(answer.value)) return false;
    return hasRows(await readAt(place, 'aside'));
  }

  /** A 304: only the time of the pull is written, no mirror record. */
  function confirm(place: Place, expected: PullRow | null | undefined) {
    return writing(place, expected, async () => {
      await db.pulls.update(place.scope, { at: clock(), problem: null });
      return 'unchanged';
    });
  }

  /** Replaces the mirrored rows and writes the news; without `expected`, whatever their revision. */
  async function replace<Row>(
    place: Place,
    groups: Group<Row>[],
    { stamp, expected, policyId = '', at = clock() }: Replacing = {},
  ) {
    const keys = await readingKeys(db);
    if (keys?.owner !== place.owner) return fail('unauthorised');
    const there = expected && openedAs<Row>(place.scope, expected.revision);
    const records = await sealGroups(keys.readKey, place, groups, at, there ?? []);
    const before = hasNews(place.table) ? await knownAt(place) : null;
    const find = () => findPolicy(policyId);
    const news = await newsRows({ keys, place, before, after: groups, policyId, findPolicy: find, at });
    const etag = stamp ? await sealedStamp(keys.readKey, place, stamp) : null;
    return writing(place, expected, async (before) => {
      const { scope, owner } = place;
      await replaceGroups(db, place, records);
      await putNews(db, news);
      await db.pulls.put({ ...before, scope, owner, at, etag, problem: null, revision: db.machine.uuid() });
      damaged.delete(scope);
      return 'changed';
    });
  }

  /** The groups known before the replacement, of payments only those that can be news; null when there are none. */
  async function knownAt(place: Place): Promise<Group<unknown>[] | null> {
    if (place.table !== 'payments') return (await readAt(place, 'aside')).groups;
    return (await readAt<Payment>(place, paidSince(newsSince(today(new Date(clock())))))).groups;
  }

  /** The mirrored state to name to the server; null without an ETag, so that the whole list comes. */
  async function findHeld<Row>(place: Place, { etag }: PullRow): Promise<Held<Row> | null> {
    const keys = etag && (await readingKeys(db));
    const stamp = keys && (await heldStamp(keys, place, etag));
    return stamp && { ...stamp, open: async () => (await readAt<Row>(place)).groups };
  }

  /** Runs one transaction. Writes nothing when the session was closed or the rows changed while the answer was on its way. */
  async function writing(
    place: Place,
    expected: PullRow | null | undefined,
    write: (before: PullRow | undefined) => Promise<PullOutcome>,
  ): Promise<Result<PullOutcome> | 'overtaken'> {
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, db.pulls, db.news, db[place.table], async () => {
        if ((await readingKeys(db))?.owner !== place.owner) return 'closed';
        const now = await db.pulls.get(place.scope);
        if (expected !== undefined && now?.revision !== expected?.revision) return 'overtaken';
        return write(now);
      }),
    );
    if (!written.ok) return ok('not-kept');
    if (written.value === 'closed') return fail('unauthorised');
    return written.value === 'overtaken' ? 'overtaken' : ok(written.value);
  }

  function pullOf(place: Place): Promise<PullRow | undefined> {
    return db.pulls.get(place.scope);
  }

  return { pull, freshen, revalidate, expectChange, replace };
}
