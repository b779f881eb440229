import { Dexie } from 'dexie';

/**
 * Makes a database survive the loss of its connection to IndexedDB: iOS ends it in the background, browsers close it when
 * storage is cleared. Each transaction, and each table operation outside of one, is then run once more on a new connection.
 * A transaction's function must therefore be safe to run twice, which one that did not complete is.
 */
export function heal(db: Dexie): void {
  const transaction = db.transaction.bind(db) as Runs;
  db.transaction = ((...request: unknown[]) => healed(db, () => transaction(...request))) as Dexie['transaction'];
  // Every operation of Dexie's tables and collections goes through this method; Dexie documents no other place.
  const tables = db.Table.prototype as unknown as { _trans: Runs };
  const operate = tables._trans;
  tables._trans = function (...request) {
    return healed(db, () => operate.apply(this, request));
  };
}

type Runs = (...request: unknown[]) => Promise<unknown>;

/** Dexie's own promises keep a live query aware of what is read after one of them. */
function healed(db: Dexie, run: () => Promise<unknown>): Promise<unknown> {
  if (Dexie.currentTransaction) return run();
  const connection = connectionOf(db);
  return run().catch((error: unknown) => {
    if (!connectionLost(error)) throw error;
    return Dexie.Promise.resolve(reopen(db, connection)).then(run);
  });
}

const reopening = new WeakMap<Dexie, Promise<void>>();

/** Several calls lose one connection together; closing it again would take from each what another has just reopened. */
function reopen(db: Dexie, lost: IDBDatabase | null): Promise<void> {
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

function connectionOf(db: Dexie): IDBDatabase | null {
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
