import { Dexie } from 'dexie';
import type { Database } from './open.ts';
import { mirrorTables } from './rows.ts';

/** A write that did not fit even after the mirror was given up. Nothing of it was written. */
export type WriteResult<T> = { ok: true; value: T } | { ok: false; code: 'storage-full' };

/**
 * Runs one write transaction. When the storage is full, mirror records go, oldest first, a batch at a time, and the write
 * is tried again; the server still has them. Queued commands, drafts, receipts and saved documents are never given up.
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

/** Asks the browser not to clear this origin under pressure; worth asking once something is only on this device. */
export async function keepStorage(): Promise<boolean> {
  // A worker may not ask, nor does every browser let a page.
  const storage: Partial<Pick<StorageManager, 'persisted'> & Persisting> | undefined =
    typeof navigator === 'undefined' ? undefined : navigator.storage;
  if (!storage?.persist || !storage.persisted) return false;
  return (await storage.persisted()) || storage.persist();
}

/** Storage Standard: exposed to windows alone, so a worker's library does not know it. */
interface Persisting {
  persist(): Promise<boolean>;
}

const EVICT_AT_ONCE = 50;

async function evictOldest(db: Database): Promise<number> {
  return db.transaction('rw', [...mirrorTables, 'pulls'], async () => {
    const found = await Promise.all(
      mirrorTables.map(async (table) => {
        const rows: { table: (typeof mirrorTables)[number]; scope: string; at: number }[] = [];
        await db[table]
          .orderBy('at')
          .limit(EVICT_AT_ONCE)
          .each((row) => {
            rows.push({ table, scope: row.scope, at: row.at });
          });
        return rows;
      }),
    );
    const oldest = found
      .flat()
      .sort((a, b) => a.at - b.at)
      .slice(0, EVICT_AT_ONCE);
    for (const { table, scope } of oldest) {
      // A scope goes whole, with its ETag: half a history with a valid ETag would never be completed again.
      await db[table].where('[scope+group]').between([scope, Dexie.minKey], [scope, Dexie.maxKey]).delete();
      await db.pulls.delete(scope);
    }
    return oldest.length;
  });
}

function outOfSpace(error: unknown): boolean {
  if (!(error instanceof Error || error instanceof DOMException)) return false;
  if (error.name === 'QuotaExceededError') return true;
  const { inner, failures } = error as { inner?: unknown; failures?: unknown[] };
  return (inner !== undefined && inner !== error && outOfSpace(inner)) || (failures ?? []).some(outOfSpace);
}
