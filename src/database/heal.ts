import { Dexie } from 'dexie';
import type { Machine } from '#ports/machine.ts';
import { beginLog, freeBallast } from './full-disk.ts';

/**
 * Makes a database survive the loss of its connection to IndexedDB: iOS ends it in the background, and browsers close it
 * when storage is cleared. Each transaction, and each table operation outside of one, then runs again on a new connection, up
 * to MAX_RUNS times in all. IndexedDB undoes a transaction that did not complete. But where only the answer was lost, it is
 * done: so what a transaction does twice must end as once, and its answer too (F53). tests/outbox/repeated.test.ts repeats
 * every one.
 */
export function heal(db: Healed): void {
  const log = createLog(db);
  const transaction = db.transaction.bind(db) as Runs;
  db.transaction = ((...request: Request) =>
    healed(
      db,
      log.before(request, () => transaction(...request)),
    )) as Dexie['transaction'];
  // Every operation of Dexie's tables and collections goes through this method. Dexie documents no public one.
  const tables = db.Table.prototype as unknown as { _trans: Runs };
  const operate = tables._trans;
  tables._trans = function (...request) {
    return healed(
      db,
      log.before(request, () => operate.apply(this, request)),
    );
  };
}

type Healed = Dexie & { readonly machine: Pick<Machine, 'timers'> };
type Request = [mode: string, ...unknown[]];
type Runs = (...request: Request) => Promise<unknown>;

/**
 * Begins a new log before the first write after a connection ended. The disk may have refused a write of any page, and what is
 * written after it in the old log does not survive a kill (F57). Without room for a new log nothing is put. What only deletes
 * is done all the same: a lock or an ending that a kill may undo is better than none (F16).
 */
function createLog(db: Healed) {
  let closings = 0;
  let settledAt = 0;
  let settling: Promise<void> | null = null;
  /** Why there is no new log; null while nothing speaks against a write. */
  let refusal: unknown = null;
  db.on('close', () => {
    closings += 1;
    refusal = null;
  });
  const settle = (): Promise<void> => {
    const now = closings;
    const begun = () => {
      settledAt = now;
      refusal = null;
    };
    const refused = (error: unknown) => {
      refusal = error;
    };
    settling ??= beginLog(db.machine.timers)
      .then(begun, refused)
      .finally(() => {
        settling = null;
      });
    return settling;
  };
  refusePuts(db, () => refusal);
  return {
    before:
      ([mode]: Request, run: () => Promise<unknown>) =>
      (): Promise<unknown> =>
        settledAt === closings || !mode.includes('w') || Dexie.currentTransaction
          ? run()
          : Dexie.Promise.resolve(settle()).then(run),
  };
}

/** Lets each put fail with what speaks against it; null lets it through. The transaction around it is undone then. */
function refusePuts(db: Dexie, refusal: () => unknown): void {
  db.use({
    stack: 'dbcore',
    name: 'no put without a new log',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) =>
            refusal() !== null && (request.type === 'put' || request.type === 'add')
              ? Dexie.Promise.reject(refusal())
              : table.mutate(request),
        };
      },
    }),
  });
}

/** A phone that comes and goes may end the new connection too, and a lock has to go through then (F16). */
const MAX_RUNS = 3;

/** Uses Dexie's own promises: a live query tracks only the reads that follow one of them. */
function healed(db: Dexie, run: () => Promise<unknown>, runs = 1): Promise<unknown> {
  if (Dexie.currentTransaction) return run();
  const connection = connectionOf(db);
  return run().catch((error: unknown) => {
    if (!connectionLost(error) || runs === MAX_RUNS) throw error;
    return Dexie.Promise.resolve(reopen(db, connection, error)).then(() => healed(db, run, runs + 1));
  });
}

const reopening = new WeakMap<Dexie, Promise<void>>();

/** Several calls notice the same loss together. Only the first reopens: a second close would end the new connection. */
function reopen(db: Dexie, lost: IDBDatabase | null, error: Error): Promise<void> {
  const running = reopening.get(db);
  if (running) return running;
  if (lost !== null && db.isOpen() && connectionOf(db) !== lost) return Promise.resolve();
  const opened = openAnew(db, error).finally(() => reopening.delete(db));
  reopening.set(db, opened);
  return opened;
}

async function openAnew(db: Dexie, error: Error): Promise<void> {
  // Chromium closes every connection when the disk refuses a write. Opening writes too, so the room comes first (F57).
  if (namesOf(error).includes('UnknownError')) await freeBallast();
  db.close({ disableAutoOpen: false });
  await db.open();
}

function connectionOf(db: Dexie): IDBDatabase | null {
  return db.isOpen() ? db.backendDB() : null;
}

/**
 * Browsers throw InvalidStateError while the connection closes, WebKit UnknownError ('Connection to Indexed Database server
 * lost'), and Dexie its own error for a closed database. Dexie's errors carry their cause in `inner`.
 */
function connectionLost(error: unknown): error is Error {
  return error instanceof Error && namesOf(error).some((name) => lostNames.has(name));
}

const namesOf = (error: Error): string[] => [error.name, causeName(error)];

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
