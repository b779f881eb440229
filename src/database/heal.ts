import { Dexie } from 'dexie';
import type { Database } from './open.ts';

/**
 * Runs a read or a whole transaction; when the connection to IndexedDB was lost (iOS ends it in the background, browsers
 * close it when storage is cleared), reopens it and runs once more. What runs must therefore be safe to run twice, which
 * a transaction that did not complete is.
 */
export async function healed<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const connection = connectionOf(db);
  try {
    return await run();
  } catch (error) {
    if (!connectionLost(error)) throw error;
    await reopen(db, connection);
    return run();
  }
}

const reopening = new WeakMap<Database, Promise<void>>();

/** Several calls lose one connection together; closing it again would take from each what another has just reopened. */
function reopen(db: Database, lost: IDBDatabase | null): Promise<void> {
  const running = reopening.get(db);
  if (running) return running;
  if (lost !== null && db.isOpen() && connectionOf(db) !== lost) return Promise.resolve();
  db.close({ disableAutoOpen: false });
  const opened = db
    .open()
    .then(() => undefined)
    .finally(() => reopening.delete(db));
  reopening.set(db, opened);
  return opened;
}

function connectionOf(db: Database): IDBDatabase | null {
  return db.isOpen() ? db.backendDB() : null;
}

/**
 * Names as browsers throw them: InvalidStateError when the connection is closing, UnknownError 'Connection to Indexed
 * Database server lost' in WebKit, and Dexie's own for a closed database. Dexie's errors carry the cause inside.
 */
function connectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const names = [error.name, causeName(error)];
  return names.some((name) => lostNames.has(name));
}

const lostNames = new Set<string>([
  Dexie.errnames.DatabaseClosed,
  Dexie.errnames.InvalidState,
  Dexie.errnames.Unknown,
  'UnknownError',
  'InvalidStateError',
]);

function causeName(error: Error): string {
  const inner = (error as Error & { inner?: unknown }).inner;
  return inner instanceof Error || inner instanceof DOMException ? inner.name : '';
}
