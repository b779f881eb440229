import { Dexie } from 'dexie';
import { countIn } from '#contract/groups.ts';
import type { Policy } from '#contract/policies.ts';
import { mirrorScope, readingKeys } from '#database/keyring.ts';
import { unlessLost } from '#database/lost.ts';
import { groupsOf } from '#database/open.ts';
import type { MirrorRow, PullRow, ReadingKeys } from '#database/rows.ts';
import type { ReadKeys } from '#database/sealed.ts';
import { forgetOpened, whileOpen } from '#database/while-open.ts';
import { countOf } from '#rules/years.ts';
import { createBringing } from './bringing.ts';
import { type Collection, collections, policies } from './collections.ts';
import { type Extent, type Group, WHOLE } from './group.ts';
import { asReadable, openGroups, openSince, type Place, replaceGroups, sealGroups } from './groups.ts';
import type { Mirror, Mirrored, MirrorSettings, Sought } from './mirror.ts';
import { createNews } from './news.ts';
import { createOpened, type Opened } from './opened.ts';
import { createPaying } from './paying.ts';
import { createPulls, MAX_ROUNDS } from './pulls.ts';
import { createSavedDocuments } from './saved-documents.ts';
import { heldStamp } from './stamp.ts';

const NOTHING = { groups: null, at: null, problem: null, damaged: false, partial: false, since: null } as const;

/** The device's copy of what the server knows about the customer. Screens read it. */
export function createMirror(settings: MirrorSettings): Mirror {
  const { db, session, clock } = settings;
  const held = whileOpen(db, createOpened);
  let offset = offsetHere();
  /** What is open in memory. A device that goes to another zone drops it, so that its years are made anew. */
  const opened = () => {
    if (offset !== offsetHere()) forgetOpened(db);
    offset = offsetHere();
    return held();
  };
  /** The revisions of damaged rows, by scope. Their ETag must not be sent: a 304 would leave them damaged. */
  const damaged = new Map<string, string>();
  const isDamaged = (scope: string, revision?: string): boolean =>
    revision !== undefined && damaged.get(scope) === revision;

  /** The next page has not read them, so what says that they are here goes (D70). Later, since a live query may not write. */
  const noteDamaged = (place: Place, revision: string): void => {
    if (isDamaged(place.scope, revision)) return;
    damaged.set(place.scope, revision);
    const report = (error: unknown) => console.error('mirror: damaged rows could not be noted', error);
    db.machine.timers.after(0, () => void pulls.takeOff(place, revision).catch(report));
  };

  /** One reading of the session for all of them. What was computed before is not computed again. */
  const locateAll = async (wanted: readonly Sought[]): Promise<Place[] | null> => {
    const memory = opened();
    const [keys, who] = await Promise.all([readingKeys(db), session.customer()]);
    if (!keys || keys.owner !== who?.owner) return null;
    return Promise.all(
      wanted.map(async ([collection, policyId]) => {
        const known = memory.placeOf(nameIn(collection, policyId));
        if (known?.owner === keys.owner) return known;
        const policy = collection.scope === 'policy' ? policyId : '';
        const scope = await mirrorScope(keys, collection.table, who.idUsuario, policy);
        const place = { table: collection.table, owner: keys.owner, scope };
        memory.keepPlace(nameIn(collection, policyId), place);
        return place;
      }),
    );
  };

  const locate: Mirror['locate'] = async (...sought) => (await locateAll([sought]))?.[0] ?? null;

  const readAt = async <Row>(place: Place, extent?: Extent<Row>): Promise<Mirrored<Row>> => {
    const memory = opened();
    const mirrored = await readOpening<Row>(memory, place, extent);
    if (isShown(extent)) memory.keepShown(place.scope, mirrored);
    return mirrored;
  };

  const readOpening = async <Row>(memory: Opened, place: Place, extent?: Extent<Row>): Promise<Mirrored<Row>> =>
    openRead<Row>(memory, place, await readRows<Row>(memory, place, extent === 'first'), extent);

  const readAside = async <Row>(places: readonly Place[]): Promise<Mirrored<Row>[]> => {
    const [one] = places;
    if (!one) return [];
    const memory = opened();
    const together = await unlessLost(db[one.table], () => readWhich<Row>(memory, places, 'all'));
    // A row of one of them is lost, so each is read by itself.
    if (!together) return Promise.all(places.map((place) => readAt<Row>(place, 'aside')));
    return Promise.all(together.map((read) => openRead<Row>(memory, read.place, read, 'aside')));
  };

  const openRead = async <Row>(memory: Opened, place: Place, read: Read<Row>, extent?: Extent<Row>) => {
    const { keys, pull, inMemory, rows, more } = read;
    if (keys && extent === 'aside' && (pull?.at ?? null) === null) memory.keepAside(place.scope, '', null);
    if (!keys || !pull) return NOTHING;
    const { at, problem, revision, since = null } = pull;
    if (at === null) return { ...NOTHING, problem, damaged: isDamaged(place.scope, revision) };
    const found = inMemory ? { groups: inMemory, whole: true } : rows && (await openAs<Row>(keys, place, rows, extent));
    if (!found) {
      noteDamaged(place, revision);
      return { ...NOTHING, problem, damaged: true };
    }
    const { groups } = found;
    const partial = more || !found.whole;
    if (isShown(extent) && !partial) memory.keep(place.scope, revision, groups);
    if (extent === 'aside') memory.keepAside(place.scope, revision, groups);
    return { groups, at, problem, damaged: false, partial, since };
  };

  /**
   * `rows` is null when one of them is lost, and when they are already open in memory: each change of rows also changes the pull's
   * revision. What is in memory is taken at once, since other reads may put it out meanwhile.
   */
  async function readRows<Row>(memory: Opened, place: Place, first: boolean): Promise<Read<Row>> {
    const read = (which: Which) => readWhich<Row>(memory, [place], which);
    const found = await unlessLost(db[place.table], () => read(first ? 'first' : 'all')).then(
      (rows) => rows ?? read('none'),
    );
    return found[0] as Read<Row>;
  }

  /** @param places of one table and one owner */
  function readWhich<Row>(memory: Opened, places: readonly Place[], which: Which): Promise<Read<Row>[]> {
    const { table, owner } = places[0] as Place;
    return db.transaction('r', db.vault, db.pulls, db[table], async () => {
      const keys = await readingKeys(db);
      const pulls = (await db.pulls.bulkGet(places.map(({ scope }) => scope))).map(asReadable);
      return Dexie.Promise.all(
        places.map(async (place, at): Promise<Read<Row>> => {
          if (keys?.owner !== owner) return { place, keys: null, inMemory: null, more: false };
          const pull = pulls[at];
          const inMemory = pull ? memory.get<Row>(place.scope, pull.revision) : null;
          const read = pull && pull.at !== null && !inMemory && which !== 'none';
          const groups = () => groupsOf(db, table, place.scope);
          if (!read) return { place, keys, pull, inMemory, rows: null, more: false };
          if (which === 'all') return { place, keys, pull, inMemory, rows: await groups().toArray(), more: false };
          // Whether there is more is counted: a record holds up to a thousand rows.
          const [rows, count] = await Dexie.Promise.all([groups().limit(1).toArray(), groups().limit(2).count()]);
          return { place, keys, pull, inMemory, rows, more: count > 1 };
        }),
      );
    });
  }

  const countAt: Mirror['countAt'] = async (place) => {
    const [keys, row] = await Promise.all([readingKeys(db), db.pulls.get(place.scope)]);
    const pull = asReadable(row);
    if (keys?.owner !== place.owner || !pull || pull.at === null || pull.since) return null;
    const stamp = pull.etag && (await heldStamp(keys, place, pull.etag));
    if (stamp?.versions) return [...stamp.versions.values()].reduce((sum, version) => sum + countIn(version), 0);
    const { groups } = await readAt(place, WHOLE);
    return groups && countOf(groups);
  };

  const read: Mirror['read'] = async <Row>(collection: Collection<Row>, policyId?: string) => {
    const place = await locate(collection, policyId);
    return place ? readAt<Row>(place) : NOTHING;
  };

  const prepareChange: Mirror['prepareChange'] = async (name, policyId, change, owner) => {
    const collection = collections[name] as Collection<unknown>;
    const place = await locate(collection, policyId);
    if (place?.owner !== owner) return null;
    const before = await db.pulls.get(place.scope);
    const keys = await readingKeys(db);
    const { groups } = await read(collection, policyId);
    if (!before || !groups || keys?.owner !== place.owner) return null;
    const rows = groups.flatMap((group) => group.rows);
    const changed = change(rows);
    // Nothing is written, and the ETag still stands for these rows.
    if (changed === rows) return null;
    const records = await sealGroups(keys.readKey, place, collection.group(changed), clock(), groups);
    return {
      tables: [place.table, 'pulls'],
      async write() {
        const now = await db.pulls.get(place.scope);
        if (now?.revision !== before.revision) return false;
        await replaceGroups(db, place, records);
        // The ETag no longer stands for these rows.
        await db.pulls.put({ ...now, etag: null, revision: db.machine.uuid() });
        return true;
      },
    };
  };

  const pulls = createPulls(settings, {
    locate,
    readAt,
    openedAs: (...scope) => opened().get(...scope),
    isDamaged,
    findPolicy,
  });

  async function findPolicy(policyId: string): Promise<Policy | null> {
    const find = async () => {
      const { groups } = await read(policies);
      return groups?.flatMap(({ rows }) => rows).find((policy) => policy.Policy === policyId) ?? null;
    };
    const mirrored = await find();
    if (mirrored) return mirrored;
    await pulls.pull(policies);
    return find();
  }

  const seedPolicies: Mirror['seedPolicies'] = async (found, owner) => {
    const place = await locate(policies);
    // Somebody else may have signed in while the policies were on their way.
    if (place && (owner ?? place.owner) === place.owner) await pulls.seed(place, policies.group(found));
  };

  const amend: Mirror['amend'] = async <Row>(
    collection: Collection<Row>,
    change: (rows: readonly Row[]) => readonly Row[],
    owner: string,
  ) => {
    const place = await locate(collection);
    if (place?.owner !== owner) return;
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const expected = await db.pulls.get(place.scope);
      const { groups, at } = await readAt<Row>(place);
      if (!expected || !groups || at === null) return;
      const changed = collection.group(change(groups.flatMap(({ rows }) => rows)));
      if ((await pulls.replace(place, changed, { expected, at })) !== 'overtaken') return;
    }
  };

  const saved = createSavedDocuments(db, clock);
  return {
    locate,
    locateAll,
    placesOf: (wanted) => {
      const memory = opened();
      const found = wanted.map(([collection, policyId]) => memory.placeOf(nameIn(collection, policyId)));
      return found.every((place) => place !== null) ? found : null;
    },
    read,
    readAt,
    readAside,
    countAt,
    peek: (collection, policyId) => opened().peek(nameIn(collection, policyId)),
    peekAside: (collection, policyIds) => {
      const memory = opened();
      const found = policyIds.map((id) => [id, memory.peekAside(nameIn(collection, id))] as const);
      return found.every(([, groups]) => groups !== undefined) ? new Map(found as never) : null;
    },
    forget: () => forgetOpened(db),
    prepareChange,
    seedPolicies,
    amend,
    saved,
    news: createNews(db, clock),
    paying: createPaying({ db, clock, mirror: { locate, readAt, pull: pulls.pull, expectChange: pulls.expectChange } }),
    pull: pulls.pull,
    freshen: pulls.freshen,
    unkept: pulls.unkept,
    expectChange: pulls.expectChange,
    ageAt: async (places) => {
      const found = await db.pulls.bulkGet(places.map(({ scope }) => scope));
      const rows = places.map((place, index) => pulls.known(place, found[index]));
      const times = rows.map((row) => row?.at ?? null).filter((at) => at !== null);
      const problem = rows.find((row) => row?.problem)?.problem ?? null;
      return { at: times.length === 0 ? null : Math.min(...times), problem };
    },
    bringing: createBringing({
      ...{ db, session, clock, pulls, locateAll },
      readPolicies: async () => {
        const place = await locate(policies);
        const { groups } = place ? await readAt<Policy>(place, 'aside') : NOTHING;
        return groups?.flatMap(({ rows }) => rows) ?? null;
      },
      isDamaged,
    }),
  };
}

/** Which of a place's rows are read. */
type Which = 'first' | 'all' | 'none';

/** What the database has of a place. */
interface Read<Row> {
  place: Place;
  /** Null while locked, or when it is another customer's. */
  keys: ReadingKeys | null;
  pull?: PullRow | undefined;
  inMemory: Group<Row>[] | null;
  rows?: MirrorRow[] | null;
  more: boolean;
}

/** What a screen shows is kept in memory. */
const isShown = (extent?: Extent<never>): boolean => extent === undefined || extent === 'first';

async function openAs<Row>(keys: ReadKeys, place: Place, rows: readonly MirrorRow[], extent?: Extent<Row>) {
  if (typeof extent === 'object') return openSince<Row>(keys, place, rows, extent.isBefore);
  const groups = await openGroups<Row>(keys, place, rows);
  return groups && { groups, whole: true };
}

/**
 * How far the device's zone is from UTC at a New Year, in minutes, which decides the year of an instant. Each reading asks for it,
 * and the zone's name takes a hundred times as long.
 */
const offsetHere = (): number => new Date(2026, 0).getTimezoneOffset();

/** The name of a place in memory, known before its scope is computed. */
const nameIn = (collection: Pick<Collection<unknown>, 'table'>, policyId?: string): string =>
  `${collection.table} ${policyId ?? ''}`;
