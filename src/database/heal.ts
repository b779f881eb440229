import { Dexie } from 'dexie';

/**
 * Makes a database survive the loss of its connection to IndexedDB: iOS ends it in the background, and browsers close it
 * when storage is cleared. Each transaction, and each table operation outside of one, then runs once more on a new
 * connection. IndexedDB undoes a transaction that did not complete. But where only the answer was lost, it is done: so what a
 * transaction does twice must end as once, and its answer too (F53). tests/outbox/repeated.test.ts repeats every one.
 */
export function heal(db: Dexie): void {
  const transaction = db.transaction.bind(db) as Runs;
  db.transaction = ((...request: unknown[]) => healed(db, () => transaction(...request))) as Dexie['transaction'];
  // Every operation of Dexie's tables and collections goes through this method. Dexie documents no public one.
  const tables = db.Table.prototype as unknown as { _trans: Runs };
  const operate = tables._trans;
  tables._trans = function (...request) {
    return healed(db, () => operate.apply(this, request));
  };
}

type Runs = (...request: unknown[]) => Promise<unknown>;

/** Uses Dexie's own promises: a live query tracks only the reads that follow one of them. */
function healed(db: Dexie, run: () => Promise<unknown>): Promise<unknown> {
  if (Dexie.currentTransaction) return run();
  const connection = connectionOf(db);
  return run().catch((error: unknown) => {
    if (!connectionLost(error)) throw error;
    return Dexie.Promise.resolve(reopen(db, connection)).then(run);
  });
}

const reopening = new WeakMap<Dexie, Promise<void>>();

/** Several calls notice the same loss together. Only the first reopens: a second close would end the new connection. */
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
 * Browsers throw InvalidStateError while the connection closes, WebKit UnknownError ('Connection to Indexed Database server
 * lost'), and Dexie its own error for a closed database. Dexie's errors carry their cause in `inner`.
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
