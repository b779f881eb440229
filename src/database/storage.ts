import { type Database, groupsOf } from './open.ts';
import { type MirrorTable, mirrorTables } from './rows.ts';

/** 'storage-full': the write did not fit, even after evicting the mirror. Nothing of it was written. */
export type WriteResult<T> = { ok: true; value: T } | { ok: false; code: 'storage-full' };

/**
 * Runs one write transaction. When storage is full it evicts mirror records in batches, oldest first, and tries again; the
 * server still has them. Queued commands, drafts, receipts and saved documents are never evicted.
 */
export async function withRoom<T>(db: Database, write: () => Promise<T>): Promise<WriteResult<T>> {
  for (;;) {
    try {
      return { ok: true, value: await write() };
    } catch (error) {
      if (!outOfSpace(error)) throw error;
      if ((await evictOldest(db)) === 0) return { ok: false, code: 'storage-full' };
    }
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

const EVICTION_BATCH = 50;

async function evictOldest(db: Database): Promise<number> {
  // Counted over a repetition too: when the answer to the commit was lost, the second run may find nothing left (F53).
  let evicted = 0;
  return db.transaction('rw', [...mirrorTables, 'pulls'], async () => {
    const found = await Promise.all(
      mirrorTables.map(async (table) => {
        const rows: { table: MirrorTable; scope: string; at: number }[] = [];
        const oldest = db[table].orderBy('at').limit(EVICTION_BATCH);
        await oldest.each(({ scope, at }) => void rows.push({ table, scope, at }));
        return rows;
      }),
    );
    const oldest = found
      .flat()
      .sort((a, b) => a.at - b.at)
      .slice(0, EVICTION_BATCH);
    for (const { table, scope } of oldest) {
      // A scope is deleted whole, with its ETag. With a valid ETag, half a history would never be completed again.
      await groupsOf(db, table, scope).delete();
      await db.pulls.delete(scope);
    }
    evicted += oldest.length;
    return evicted;
  });
}

function outOfSpace(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  if (error.name === 'QuotaExceededError') return true;
  const { inner, failures } = error as { inner?: unknown; failures?: unknown[] };
  return (inner !== undefined && inner !== error && outOfSpace(inner)) || (failures ?? []).some(outOfSpace);
}
