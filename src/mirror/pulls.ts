import { ageOf } from '#contract/age.ts';
import type { Payment, Policy } from '#contract/policies.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { readingKeys } from '#database/keyring.ts';
import type { PullRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { ifRoom, type WriteResult, withRoom } from '#database/storage.ts';
import { today } from '#rules/dates.ts';
import { hasNews, newsSince } from '#rules/news.ts';
import type { Pulled, Read } from '#session/session.ts';
import { type Collection, type Fetched, type PullContext, paidSince } from './collections.ts';
import { type Group, type Held, type Stamp, WHOLE } from './group.ts';
import { asReadable, changePull, type Place, ROWS_VERSION, replaceGroups, sealGroups } from './groups.ts';
import type { Mirror, MirrorSettings, Pull, PullOutcome } from './mirror.ts';
import { newsRows, putNews } from './news.ts';
import { asMissing, CHANGING_MS, isChanging, isFresh, type Part } from './plan.ts';
import { heldStamp, sealedStamp } from './stamp.ts';
import { createUnkept } from './unkept.ts';

interface Surroundings {
  locate: Mirror['locate'];
  readAt: Mirror['readAt'];
  /** The groups of a scope that are open in memory in this revision. */
  openedAs: <Row>(scope: string, revision: string) => Group<Row>[] | null;
  /** Whether rows of this revision were found not to open. */
  isDamaged: (scope: string, revision?: string) => boolean;
  findPolicy: (policyId: string) => Promise<Policy | null>;
}

/** What a request for several places brought. */
export interface Brought {
  /** Those that need not be asked for again now. */
  answered: readonly Part[];
  /** The last problem among the answers. */
  problem: ProblemCode | null;
  /** Whether the backend answers one read at a time. */
  singly: boolean;
  /** Whether the device had no room for something that came. */
  full: boolean;
}

/** Whether the recent years of a part are enough. */
export type IsRecentEnough = (part: Part) => boolean;
const never = () => false;

type Room = <T>(write: () => Promise<T>) => Promise<WriteResult<T>>;

interface Replacing {
  stamp?: Stamp;
  /** The pull's row must still be this one; without it, any is replaced. */
  expected?: PullRow | null | undefined;
  policyId?: string;
  /** When the server confirmed them, in milliseconds since 1970; without it, now. */
  at?: number;
  /** Nothing gives way to rows that nobody has asked for yet. */
  ahead?: boolean;
  /** The year that the rows begin with, or undefined for all; without the member it stays. */
  since?: string | undefined;
  /** Rows that are no news, although they were not here before. */
  isKnown?: (row: unknown) => boolean;
}

/** A change is repeated when the rows changed meanwhile. */
export const MAX_ROUNDS = 3;
/** A pull is too, because its answer may be older: oftener, since every page and every receipt may overtake it. */
export const MAX_PULLS = 10;
const JUST_NOW_MS = 1000;

const problemOf = (answer: Result<unknown>): ProblemCode | null => (answer.ok ? null : answer.problem.code);

const hasRows = ({ groups }: { groups: Group<unknown>[] | null }): boolean =>
  groups?.some(({ rows }) => rows.length > 0) === true;

/** Fetches collections into the mirror. Callers that ask for the same one at the same time share a pull. */
export function createPulls(
  { db, session, clock }: MirrorSettings,
  { locate, readAt, openedAs, isDamaged, findPolicy }: Surroundings,
) {
  const { noted: unkept, noteAnswer, noteProblem, noteChanging, withUnkept } = createUnkept();
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
    const last = known(place, await pullOf(place));
    const standing = { pull: asMissing(last), damaged: isDamaged(place.scope, last?.revision) };
    if (isFresh(collection, standing, clock())) return ok('unchanged');
    const changing = isChanging(last, clock());
    const underWay = running.get(place.scope);
    // The answer on its way may be from before the customer's payment. A pull begun just now is from the same screen.
    if (changing && underWay && (ageOf(underWay.since, clock()) ?? CHANGING_MS) > JUST_NOW_MS) {
      underWay.since = clock();
      await touch(place);
    }
    return pull(collection, policyId);
  };

  /** Resolves when no pull of a screen is on its way, so that what the customer opens comes first. */
  async function quiet(): Promise<void> {
    while (running.size > 0) await Promise.allSettled([...running.values()].map(({ answer }) => answer));
  }

  /**
   * Brings several places in one request; where the backend has no such request, the first of them. It is not `running`: a screen
   * that opens one of them meanwhile asks by itself and does not wait.
   *
   * @param isRecent whether the recent years of a part are enough, unless all of it is here
   * @param isRead whether a screen shows all of a part, so that others give way to it
   */
  async function bring(
    parts: readonly Part[],
    signal: AbortSignal,
    isRecent: IsRecentEnough = never,
    isRead: (part: Part) => boolean = never,
  ): Promise<Brought> {
    const prepared = await Promise.all(parts.map((part) => prepare(part, isRecent(part))));
    const asking = prepared.filter((one) => one !== null);
    const [first] = asking;
    // What is left is being pulled by a screen, or is not the customer's.
    if (!first) return { answered: parts, problem: null, singly: false, full: false };
    const { answers, singly } = await answersTo(
      first.read,
      asking.map(({ read }) => read),
      signal,
    );
    const brought = { answered: [] as Part[], problem: null as ProblemCode | null, singly, full: false };
    // The call was given up with the page that made it: it says nothing of the server.
    if (signal.aborted) return brought;
    for (const [index, answer] of answers.entries()) {
      const one = asking[index];
      if (!one || answer === 'later') continue;
      brought.problem = problemOf(answer) ?? brought.problem;
      const settled = await settle(one, answer, isRead(one.part));
      brought.full ||= settled.ok && settled.value === 'not-kept';
      brought.answered.push(one.part);
    }
    return brought;
  }

  /** The answers in order; of the first read alone where the backend answers one at a time. */
  async function answersTo(first: Read, reads: readonly Read[], signal: AbortSignal) {
    const together = reads.length > 1 ? await session.readTogether(reads, { signal }) : null;
    return { answers: together ?? [await pullOne(first, signal)], singly: reads.length > 1 && !together };
  }

  /**
   * Asks in one small question which places are still as they are here, and confirms those. The others are asked for as before:
   * what changed, what never came, and all of them where the backend has no such question.
   */
  async function confirm(
    parts: readonly Part[],
    signal: AbortSignal,
    isRecent: IsRecentEnough = never,
  ): Promise<Brought> {
    const prepared = await Promise.all(parts.map((part) => prepare(part, isRecent(part))));
    // Of what is held in part all is asked for, unless the part is enough.
    const isWanted = ({ read, last }: Prepared) => read.recent === (last?.since !== undefined);
    const asking = prepared.filter((one): one is Prepared => one !== null && one.read.etag !== null && isWanted(one));
    const said = await session.sameTogether(
      asking.map(({ read }) => read),
      { signal },
    );
    const brought = { answered: [] as Part[], problem: problemOf(said), singly: false, full: false };
    if (!said.ok || signal.aborted) return brought;
    const same = asking.filter(({ read }) => said.value.has(read));
    const kept = await confirmAll(same);
    for (const { place } of kept) noteAnswer(place, true);
    return { ...brought, answered: kept.map(({ part }) => part) };
  }

  /** Writes the time of the pull for all in one transaction; leaves out what changed while the answer was on its way. */
  async function confirmAll(same: readonly Prepared[]): Promise<readonly Prepared[]> {
    if (same.length === 0) return [];
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, db.pulls, async () => {
        const owner = (await readingKeys(db))?.owner;
        const rows = await db.pulls.bulkGet(same.map(({ place }) => place.scope));
        const isStill = ({ place, last }: Prepared, at: number) =>
          place.owner === owner && rows[at]?.at != null && rows[at]?.revision === last?.revision;
        const at = clock();
        await db.pulls.bulkPut(
          same.flatMap((one, index) => {
            const row = rows[index];
            return row && isStill(one, index) ? { ...row, at, problem: null } : [];
          }),
        );
        return same.filter(isStill);
      }),
    );
    return written.ok ? written.value : [];
  }

  const pullOne = ({ name, input, etag, versions }: Read, signal?: AbortSignal): Promise<Result<Pulled<unknown>>> =>
    session.pull(name, input, etag, { versions, ...(signal && { signal }) });

  interface Prepared {
    part: Part;
    place: Place;
    context: PullContext;
    last: PullRow | null;
    held: Held<unknown> | null;
    read: Read;
  }

  /** Null for a place that is being pulled, and for one that cannot be asked for now. */
  async function prepare(part: Part, isRecent: boolean): Promise<Prepared | null> {
    const { collection, policyId } = part;
    const [place, who] = await Promise.all([locate(collection, policyId), session.customer()]);
    if (!place || place.owner !== who?.owner || running.has(place.scope)) return null;
    const context = { who, policyId, findPolicy: () => findPolicy(policyId) };
    const last = (await pullOf(place)) ?? null;
    const held = last && (await heldOf<unknown>(place, last));
    const read = await collection.readOf(context, held);
    const recent = isRecent && (last?.at == null || last.since !== undefined);
    return read && { part, place, context, last, held, read: { ...read, recent } };
  }

  async function settle(
    { part: { collection, policyId }, place, context, last, held }: Omit<Prepared, 'read'>,
    answer: Result<Pulled<unknown>>,
    isRead: boolean,
  ): Promise<Result<PullOutcome>> {
    const taken = await take(collection, answer, held);
    // What came does not fit what is held. A pull of its own asks for the whole list.
    if (!taken) return pull(collection, policyId);
    const ahead = !isRead && asMissing(last)?.at == null;
    const written = await write(collection, place, context, taken, { expected: last, ahead });
    // Another tab's answer may have come first, and is as good. After a change of the customer's it is asked for anew.
    return written === 'overtaken' ? freshen(collection, policyId) : written;
  }

  /** Changes the revision, so that the answer of a running pull no longer counts. Without room no answer is kept either. */
  function touch(place: Place, more: Partial<PullRow> = {}) {
    return withRoom(db, () => db.pulls.update(place.scope, { ...more, revision: db.machine.uuid() }));
  }

  const expectChange = async <Row>(collection: Collection<Row>, policyId?: string): Promise<void> => {
    const place = await locate(collection, policyId);
    if (!place) return;
    const changingUntil = clock() + CHANGING_MS;
    const written = await touch(place, { changingUntil });
    noteChanging(place, written.ok ? null : changingUntil);
  };

  async function fetchInto<Row>(
    collection: Collection<Row>,
    place: Place,
    context: PullContext,
    round = 1,
  ): Promise<Result<PullOutcome>> {
    const last = (await pullOf(place)) ?? null;
    const held = last && round < MAX_PULLS ? await heldOf<Row>(place, last) : null;
    const fetched = await fetchFrom(collection, context, held);
    const written = await write(collection, place, context, fetched, { expected: last });
    if (written !== 'overtaken') return written;
    // What is here is newer, whoever wrote it. It keeps its time, so that it is asked for again soon.
    return round < MAX_PULLS ? fetchInto(collection, place, context, round + 1) : ok('unchanged');
  }

  async function fetchFrom<Row>(
    collection: Collection<Row>,
    context: PullContext,
    held: Held<Row> | null,
  ): Promise<Result<Fetched<Row>>> {
    const read = await collection.readOf(context, held);
    if (!read) return fail('not-found');
    // Changes that do not fit the mirrored rows are useless. A pull without versions brings the whole list.
    const taken = await take(collection, await pullOne(read), held);
    return taken ?? (held ? fetchFrom(collection, context, null) : fail('unreadable'));
  }

  /** Null when the answer's changes do not fit what is held. */
  async function take<Row>(
    collection: Collection<Row>,
    answer: Result<Pulled<unknown>>,
    held: Held<Row> | null,
  ): Promise<Result<Fetched<Row>> | null> {
    if (!answer.ok) return answer;
    const fetched = await collection.take(answer.value, held);
    return fetched && ok(fetched);
  }

  /** Writes an answer, or its problem, unless another answer came meanwhile. */
  async function write<Row>(
    collection: Collection<Row>,
    place: Place,
    { policyId }: PullContext,
    fetched: Result<Fetched<Row>>,
    how: Pick<Replacing, 'expected' | 'ahead'>,
  ): Promise<Result<PullOutcome> | 'overtaken'> {
    const answer = (await isLoss(collection, place, fetched)) ? fail('unreadable') : fetched;
    if (!answer.ok) {
      const { code } = answer.problem;
      // What came since is newer than this failure, and its time alone may say so.
      const isPassed = (now?: PullRow) => now?.at != null && now.at !== how.expected?.at;
      const note = (now?: PullRow) => (isPassed(asReadable(now)) ? null : { problem: code });
      const isKept = (await pullOf(place))?.problem === code || (await changePull(db, place, note));
      // The rows may have given way, in vain.
      noteProblem(place, isKept ? null : { problem: code, at: (await pullOf(place))?.at ?? null });
      return answer;
    }
    if (answer.value.unchanged) return confirmOne(place, how.expected);
    const { groups, since } = answer.value;
    // Of a place that held recent years only, what comes from before them is old.
    const began = Number((await pullOf(place))?.since ?? 0);
    const isKnown = (row: unknown) => 0 < collection.yearOf(row as Row) && collection.yearOf(row as Row) < began;
    return replace<Row>(place, groups, { stamp: answer.value, policyId, since, isKnown, ...how });
  }

  /** Whether the answer has nothing of a collection that lasts, while something of it is mirrored. */
  async function isLoss<Row>({ isLasting }: Collection<Row>, place: Place, answer: Result<Fetched<Row>>) {
    if (!isLasting || !answer.ok || answer.value.unchanged || hasRows(answer.value)) return false;
    return hasRows(await readAt(place, WHOLE));
  }

  /** A 304: only the time of the pull is written, no mirror record. */
  function confirmOne(place: Place, expected: PullRow | null | undefined) {
    return writing(place, expected, async (before) => {
      // Its rows were found not to open meanwhile.
      if (before?.at == null) return 'overtaken';
      await db.pulls.update(place.scope, { at: clock(), problem: null });
      return 'unchanged';
    });
  }

  /** Takes rows that came with another answer. If they are the ones held, they keep the ETag by which they are asked for. */
  async function seed<Row>(place: Place, groups: Group<Row>[]): Promise<void> {
    const last = await pullOf(place);
    const held = last && (await heldOf<Row>(place, last));
    const isSame = held && JSON.stringify(await held.open()) === JSON.stringify(groups);
    if (!isSame || (await confirmOne(place, last)) === 'overtaken') await replace(place, groups);
  }

  /** Replaces the mirrored rows and writes the news, which nothing brings again; without `expected`, whatever their revision. */
  const replace = <Row>(place: Place, groups: Group<Row>[], how: Replacing = {}) =>
    whileSealing(db, () => replaceNow(place, groups, how));

  async function replaceNow<Row>(
    place: Place,
    groups: Group<Row>[],
    { stamp, expected, policyId = '', at = clock(), ahead = false, isKnown = () => false, ...more }: Replacing,
  ) {
    const keys = await readingKeys(db);
    if (keys?.owner !== place.owner) return fail('unauthorised');
    const there = expected && openedAs<Row>(place.scope, expected.revision);
    const records = await sealGroups(keys.readKey, place, groups, at, there ?? []);
    const before = hasNews(place.table) ? await knownAt(place) : null;
    const find = () => findPolicy(policyId);
    const after = groups.map(({ label, rows }) => ({ label, rows: rows.filter((row) => !isKnown(row)) }));
    const news = await newsRows({ keys, place, before, after, policyId, findPolicy: find, at });
    const etag = stamp ? await sealedStamp(keys.readKey, place, stamp) : null;
    const room: Room = (write) => (ahead ? ifRoom(write) : withRoom(db, write));
    const put = async (before: PullRow | undefined): Promise<PullOutcome> => {
      const { scope, owner } = place;
      await replaceGroups(db, place, records);
      await putNews(db, news);
      const pulled = { ...before, scope, owner, at, etag, problem: null, ...more, rowsVersion: ROWS_VERSION };
      await db.pulls.put({ ...pulled, revision: db.machine.uuid() });
      return 'changed';
    };
    return writing(place, expected, put, room);
  }

  /** The groups known before the replacement, of payments only those that can be news; null when there are none. */
  async function knownAt(place: Place): Promise<Group<unknown>[] | null> {
    if (place.table !== 'payments') return (await readAt(place, WHOLE)).groups;
    return (await readAt<Payment>(place, paidSince(newsSince(today(new Date(clock())))))).groups;
  }

  /** The mirrored state to name to the server; null without an ETag or with damaged rows, so that the whole list comes. */
  async function heldOf<Row>(place: Place, { at, etag, revision }: PullRow): Promise<Held<Row> | null> {
    if (at === null || isDamaged(place.scope, revision)) return null;
    const keys = etag && (await readingKeys(db));
    const stamp = keys && (await heldStamp(keys, place, etag));
    return stamp && { ...stamp, open: async () => (await readAt<Row>(place)).groups };
  }

  /** Runs one transaction. Writes nothing when the session was closed or the rows changed while the answer was on its way. */
  async function writing(
    place: Place,
    expected: PullRow | null | undefined,
    write: (before: PullRow | undefined) => Promise<PullOutcome | 'overtaken'>,
    room: Room = (write) => withRoom(db, write),
  ): Promise<Result<PullOutcome> | 'overtaken'> {
    const written = await room(() =>
      db.transaction('rw', db.vault, db.pulls, db.news, db[place.table], async () => {
        if ((await readingKeys(db))?.owner !== place.owner) return 'closed';
        const now = await db.pulls.get(place.scope);
        if (expected !== undefined && now?.revision !== expected?.revision) return 'overtaken';
        return write(now);
      }),
    );
    noteAnswer(place, written.ok);
    if (!written.ok) return ok('not-kept');
    if (written.value === 'closed') return fail('unauthorised');
    return written.value === 'overtaken' ? 'overtaken' : ok(written.value);
  }

  /** What is known of a place by its pull's row, and by what the device has no room for. */
  const known = (place: Place, row: PullRow | undefined): PullRow | null => withUnkept(place, asReadable(row) ?? null);

  /** Takes off what says that rows of this revision are here. Without room only this page knows that they do not open. */
  const takeOff = ({ scope }: Place, revision: string) =>
    ifRoom(() =>
      db.pulls
        .where({ scope })
        .filter((row) => row.revision === revision)
        .modify({ at: null, etag: null }),
    );

  async function pullOf(place: Place): Promise<PullRow | undefined> {
    return asReadable(await db.pulls.get(place.scope));
  }

  return { pull, freshen, bring, confirm, quiet, unkept, expectChange, seed, replace, takeOff, known };
}
