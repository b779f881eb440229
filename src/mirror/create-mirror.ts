import type { Policy } from '#contract/policies.ts';
import type { ProblemCode } from '#contract/result.ts';
import { healed } from '#database/heal.ts';
import { clearName, readingKeys } from '#database/keyring.ts';
import { type Database, groupsOf } from '#database/open.ts';
import type { MirrorTable } from '#database/rows.ts';
import type { Session } from '#session/create-session.ts';
import { type Collection, collections, policies } from './collections.ts';
import type { Group } from './group.ts';
import { openGroups, type Place, replaceGroups, sealGroups } from './groups.ts';
import { createOpened } from './opened.ts';
import { createPulls, type Pull } from './pulls.ts';
import { createSavedDocuments, type SavedDocuments } from './saved-documents.ts';

export interface MirrorSettings {
  db: Database;
  session: Session;
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
}

/** What is mirrored of a collection. */
export interface Mirrored<Row> {
  /** Null when it was never pulled, does not open, or the device is locked. */
  groups: Group<Row>[] | null;
  /** When the server last confirmed it, in milliseconds. */
  at: number | null;
  /** What the last pull ran into. */
  problem: ProblemCode | null;
  /** Rows are there that do not open: to be pulled again. */
  damaged: boolean;
  /** Only the first group was opened yet; there are more. */
  partial: boolean;
}

/** A change of mirrored rows, sealed and ready to be written in a transaction of the caller. */
export interface PreparedChange {
  /** The tables the transaction has to cover. */
  tables: (MirrorTable | 'pulls')[];
  /** False, with nothing written, when the rows changed since: prepare it again. */
  write(): Promise<boolean>;
}

export interface Mirror {
  /** Asks the server and replaces what is mirrored. 'not-kept': the device has no room for it. */
  pull: Pull;
  /** Pulls when what is mirrored is missing, damaged, too old, or the last pull failed. */
  freshen: Pull;
  read<Row>(collection: Collection<Row>, policyId?: string): Promise<Mirrored<Row>>;
  /** Where the collection of the open session's customer lies; null while locked. */
  locate(collection: Pick<Collection<unknown>, 'table' | 'scope'>, policyId?: string): Promise<Place | null>;
  /**
   * Reads a place. All its reads come first, so that a live query sees them. With 'first' only the first group is opened,
   * unless the others are open already: a screen that starts paints it without waiting for ten years of history.
   */
  readAt<Row>(place: Place, extent?: 'first'): Promise<Mirrored<Row>>;
  /** What a screen showed last, from memory, so that coming back to it paints at once; null when nothing is open. */
  peek<Row>(collection: Pick<Collection<Row>, 'table'>, policyId?: string): (Mirrored<Row> & { place: Place }) | null;
  /** Drops what is open in memory; to be called when the signed-in area closes. */
  forget(): void;
  /**
   * Does all crypto of a change beforehand; null while locked, or when there is nothing mirrored to change. By name, since
   * who settles a command knows which collection its answer belongs to, not how that is fetched.
   */
  prepareChange(
    name: keyof typeof collections,
    policyId: string | undefined,
    change: (rows: readonly unknown[]) => unknown[],
  ): Promise<PreparedChange | null>;
  /** Takes over the policies that came with a sign-in. */
  seedPolicies(found: Policy[], owner?: string): Promise<void>;
  /**
   * Takes over a customer's rows that came as the answer to a change: all there are of the collection. `owner` is whose answer
   * it is: somebody else may have signed in while it was on its way, and must not find it among theirs.
   */
  takeOver<Row>(collection: Collection<Row>, rows: readonly Row[], owner?: string): Promise<void>;
  /** Something elsewhere is about to change it: for 15 minutes whoever looks asks the server, however fresh it is. */
  expectChange<Row>(collection: Collection<Row>, policyId?: string): Promise<void>;
  /** The documents kept on this device. */
  saved: SavedDocuments;
}

const NOTHING = { groups: null, at: null, problem: null, damaged: false, partial: false } as const;

/** The device's copy of what the server knows about the customer: what a screen reads. */
export function createMirror(settings: MirrorSettings): Mirror {
  const { db, session, clock } = settings;
  const opened = createOpened();
  /** Scopes found damaged: their ETag says nothing about what can be read. */
  const damaged = new Set<string>();

  const locate: Mirror['locate'] = async (collection, policyId) => {
    const [keys, who] = await Promise.all([healed(db, () => readingKeys(db)), session.open()]);
    if (!keys || keys.owner !== who?.owner) return null;
    const policy = collection.scope === 'policy' ? (policyId ?? '') : '';
    const scope = await clearName(keys, collection.table, who.idUsuario, policy);
    const place = { table: collection.table, owner: keys.owner, scope };
    opened.keepPlace(nameIn(collection, policyId), place);
    return place;
  };

  const readAt = async <Row>(place: Place, extent?: 'first'): Promise<Mirrored<Row>> => {
    const mirrored = await readOpening<Row>(place, extent);
    opened.keepShown(place.scope, mirrored);
    return mirrored;
  };

  const readOpening = async <Row>(place: Place, extent?: 'first'): Promise<Mirrored<Row>> => {
    const { keys, pull, rows, more } = await readRows(place, extent);
    if (!keys) {
      opened.forget();
      return NOTHING;
    }
    if (!pull) return NOTHING;
    const { at, problem, revision } = pull;
    if (at === null) return { ...NOTHING, problem };
    const known = opened.get<Row>(place.scope, revision);
    const groups = known ?? (rows && (await openGroups<Row>(keys.readKey, place, rows)));
    if (!groups) {
      damaged.add(place.scope);
      return { ...NOTHING, problem, damaged: true };
    }
    if (more) return { groups, at, problem, damaged: false, partial: true };
    opened.keep(place.scope, revision, groups);
    return { groups, at, problem, damaged: false, partial: false };
  };

  /** `rows` is null when they are already open in memory; whoever changes them changes the pull's revision with them. */
  function readRows(place: Place, extent?: 'first') {
    return healed(db, () =>
      db.transaction('r', db.vault, db.pulls, db[place.table], async () => {
        const keys = await readingKeys(db);
        if (keys?.owner !== place.owner) return { keys: null, more: false };
        const pull = await db.pulls.get(place.scope);
        const read = pull && pull.at !== null && !opened.get(place.scope, pull.revision);
        const groups = groupsOf(db, place.table, place.scope);
        const rows = read ? await (extent ? groups.limit(2) : groups).toArray() : null;
        const more = extent === 'first' && rows?.length === 2;
        return { keys, pull, rows: more ? rows.slice(0, 1) : rows, more };
      }),
    );
  }

  const read: Mirror['read'] = async <Row>(collection: Collection<Row>, policyId?: string) => {
    const place = await locate(collection, policyId);
    return place ? readAt<Row>(place) : NOTHING;
  };

  const prepareChange: Mirror['prepareChange'] = async (name, policyId, change) => {
    const collection = collections[name] as Collection<unknown>;
    const place = await locate(collection, policyId);
    if (!place) return null;
    const before = await healed(db, () => db.pulls.get(place.scope));
    const keys = await readingKeys(db);
    const { groups } = await read(collection, policyId);
    if (!before || !groups || keys?.owner !== place.owner) return null;
    const changed = collection.group(change(groups.flatMap(({ rows }) => rows)));
    const rows = await sealGroups(keys.readKey, place, changed, clock());
    return {
      tables: [place.table, 'pulls'],
      async write() {
        const now = await db.pulls.get(place.scope);
        if (now?.revision !== before.revision) return false;
        await replaceGroups(db, place, rows);
        // What is mirrored is no longer what that ETag stood for.
        await db.pulls.put({ ...now, etag: null, revision: crypto.randomUUID() });
        return true;
      },
    };
  };

  const pulls = createPulls(settings, { locate, damaged, findPolicy });

  async function findPolicy(policyId: string): Promise<Policy | null> {
    const find = async () => {
      const { groups } = await read(policies);
      return groups?.flatMap(({ rows }) => rows).find((policy) => policy.Policy === policyId) ?? null;
    };
    const known = await find();
    if (known) return known;
    await pulls.pull(policies);
    return find();
  }

  const takeOver: Mirror['takeOver'] = async (collection, rows, owner) => {
    const place = await locate(collection);
    if (place && (owner ?? place.owner) === place.owner) await pulls.replace(place, collection.group(rows), null);
  };
  const seedPolicies: Mirror['seedPolicies'] = (found, owner) => takeOver(policies, found, owner);

  const saved = createSavedDocuments(db, clock);
  return {
    locate,
    read,
    readAt,
    peek: (collection, policyId) => opened.peek(nameIn(collection, policyId)),
    forget: opened.forget,
    prepareChange,
    seedPolicies,
    takeOver,
    saved,
    pull: pulls.pull,
    freshen: pulls.freshen,
    expectChange: pulls.expectChange,
  };
}

/** How a place is called in memory, before crypto has named it. */
const nameIn = (collection: Pick<Collection<unknown>, 'table'>, policyId?: string): string =>
  `${collection.table} ${policyId ?? ''}`;
