import { freeBallast } from './full-disk.ts';
import { type Database, groupsOf } from './open.ts';
import { givesWay, type MirrorTable, mirrorTables, neverPulled } from './rows.ts';

/** 'storage-full': the write did not fit, even after giving way. Nothing of it was written. */
export type WriteResult<T> = { ok: true; value: T } | { ok: false; code: 'storage-full' };

/**
 * Runs one write transaction. When there is no room, first the ballast gives way and then mirrored data, step by step, as long
 * as that helps; the server still has them. Queued commands, drafts, receipts and saved documents never do.
 */
export async function withRoom<T>(db: Database, write: () => Promise<T>): Promise<WriteResult<T>> {
  let steps: ReturnType<typeof givingWay> | undefined;
  for (;;) {
    try {
      const value = await write();
      if (steps) gainless.delete(db);
      return { ok: true, value };
    } catch (error) {
      const lack = lackOf(error);
      if (lack === null) throw error;
      // Giving way is a write too, and may find no room itself.
      steps ??= givingWay(db, lack);
      const gave = await steps.next(lack).catch(() => null);
      if (!gave || gave.done) return { ok: false, code: 'storage-full' };
    }
  }
}

/** Runs one write transaction of what nobody has asked for yet: where there is no room, nothing gives way to it. */
export async function ifRoom<T>(write: () => Promise<T>): Promise<WriteResult<T>> {
  try {
    return { ok: true, value: await write() };
  } catch (error) {
    if (lackOf(error) === null) throw error;
    return { ok: false, code: 'storage-full' };
  }
}

/** Asks the browser not to clear this origin under storage pressure. Called once something exists only on this device. */
export async function keepStorage(): Promise<boolean> {
  // Workers lack `persist`, and so do some browsers.
  const storage: Partial<Pick<StorageManager, 'persisted'> & Persisting> | undefined =
    typeof navigator === 'undefined' ? undefined : navigator.storage;
  if (!storage?.persist || !storage.persisted) return false;
  return (await storage.persisted()) || storage.persist();
}

/** The Storage Standard exposes `persist` to windows only, so a worker's type library lacks it. */
interface Persisting {
  persist(): Promise<boolean>;
}

/**
 * - room: the browser grants no more
 * - disk: the write failed on the disk
 */
type Lack = 'room' | 'disk';

/** The databases where the last step gained nothing, or is under way. */
const gainless = new WeakSet<Database>();

/**
 * Yields after each step. Each step takes twice as many lists as the one before, so a large mirror costs few tries. Without a
 * connection lists stay: nothing could bring them back. It ends when the lack is the disk's, where deleting needs room itself.
 * It also ends when the browser counts no less than before: Chromium notes what is deleted beside it, for hours (F51). Then this
 * page does not begin again: a draft is tried every few seconds.
 */
async function* givingWay(db: Database, first: Lack): AsyncGenerator<void, void, Lack> {
  let lack = (await freeBallast()) ? yield : first;
  for (let lists = 1; lack === 'room' && isConnected() && !gainless.has(db); lists *= 2) {
    gainless.add(db);
    const before = await usage();
    const gave = await evictOldest(db, lists);
    if (gave > 0) lack = yield;
    const after = await usage();
    if (gave > 0 && before !== null && after !== null && after >= before) return;
    gainless.delete(db);
    if (gave === 0) return;
  }
}

const isConnected = (): boolean => typeof navigator === 'undefined' || navigator.onLine !== false;

/** Bytes that the browser counts for this origin; null where it does not say. */
async function usage(): Promise<number | null> {
  const storage: Partial<Pick<StorageManager, 'estimate'>> | undefined =
    typeof navigator === 'undefined' ? undefined : navigator.storage;
  return (await storage?.estimate?.().catch(() => null))?.usage ?? null;
}

/** Deletes so many lists of those that give way first. @returns how many there were */
async function evictOldest(db: Database, lists: number): Promise<number> {
  // Counted over a repetition too: when the answer to the commit was lost, the second run may find nothing left (F53).
  let evicted = 0;
  const evict = (tables: readonly MirrorTable[], isNoted: boolean) =>
    db.transaction('rw', [...mirrorTables, 'pulls', 'lastHomes'], async () => {
      // The pictures of home are made anew at the next visit.
      const homes = await db.lastHomes.limit(lists).primaryKeys();
      await db.lastHomes.bulkDelete(homes);
      evicted += homes.length;
      if (evicted > 0) return;
      const noted = await db.pulls.filter(({ paying }) => paying != null).primaryKeys();
      const found = (await Promise.all(tables.map((table) => listsOf(db, table)))).flat().sort((a, b) => a.at - b.at);
      const oldest = found.filter(({ scope }) => noted.includes(scope) === isNoted);
      for (const { table, scope } of oldest.slice(0, lists)) {
        // A list is deleted whole, with its ETag. With a valid ETag, half a history would never be completed again.
        await groupsOf(db, table, scope).delete();
        // What was left to pay is nowhere else. Without it the customer might pay twice.
        const { owner, paying } = (await db.pulls.get(scope)) ?? {};
        if (owner && paying) await db.pulls.put({ ...neverPulled(scope, owner), paying });
        else await db.pulls.delete(scope);
        evicted += 1;
      }
    });
  for (const tables of givesWay) {
    await evict(tables, false);
    // Chromium lets only deletes through at the quota. A list with such a note needs a put, so it is tried by itself.
    if (evicted === 0)
      await evict(tables, true).catch(() => {
        evicted = 0;
      });
    if (evicted > 0) break;
  }
  return evicted;
}

/** Read from the index, since the rows hold megabytes. */
async function listsOf(db: Database, table: MirrorTable): Promise<{ table: MirrorTable; scope: string; at: number }[]> {
  const oldest = new Map<string, number>();
  await db[table].orderBy('at').eachPrimaryKey(([scope], { key }) => {
    if (!oldest.has(scope)) oldest.set(scope, Number(key));
  });
  return [...oldest].map(([scope, at]) => ({ table, scope, at }));
}

/** Browsers abort a write that the disk refuses, or answer 'UnknownError', and close the connection. */
const lacks = new Map<string, Lack>([
  ['QuotaExceededError', 'room'],
  ['AbortError', 'disk'],
  ['UnknownError', 'disk'],
]);

/** What a write lacked, from the error or what caused it; null for any other failure. */
function lackOf(error: unknown): Lack | null {
  if (!(error instanceof Error || error instanceof DOMException)) return null;
  const { inner, failures } = error as { inner?: unknown; failures?: unknown[] };
  const causes = [inner === error ? undefined : inner, ...(failures ?? [])].map(lackOf);
  const found = [lacks.get(error.name) ?? null, ...causes];
  return found.find((lack) => lack === 'room') ?? found.find((lack) => lack !== null) ?? null;
}
