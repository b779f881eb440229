import 'fake-indexeddb/auto';
import type { Actor, Scheduler } from './scheduler.ts';

/** What the world knows of fake-indexeddb's insides. */
interface Raw {
  rawObjectStores: Map<string, { records: { values(): Iterable<{ key: unknown; value: unknown }> } }>;
  transactions: Transaction[];
  connections: Connection[];
  processTransactions(): void;
}
interface Connection {
  _rawDatabase: Raw;
  _closed: boolean;
  _closePending: boolean;
}
interface Transaction {
  db: Connection;
  mode: string;
  _state: string;
  _requests: unknown[];
  _abort(error: string | null): void;
  _markFinished(): void;
}
interface Store {
  transaction: Transaction & { _execRequestAsync(what: object): unknown };
}
type Path = { eventPath?: Connection[] };
type Target = { db?: Connection; transaction?: Transaction; mode?: string; error?: unknown; result?: unknown };

/** The disks of all devices. A database belongs to a device by its name. */
export interface Disks {
  /** What fake-indexeddb has to do otherwise, as members of its prototypes. */
  instead: [target: object, members: Record<string, unknown>][];
  /** Lets a page's connections end as its process does: a transaction under way is done or undone, as `isDone` says. */
  endPage(page: Actor, isDone: () => boolean): void;
  /** Ends the connection of a page that lives, as iOS does. */
  loseConnection(page: Actor): void;
  /** The page's next write is done, and the page is told that its connection was lost. */
  loseAnswer(page: Actor): void;
  /** The rows of a table as they lie on a device, and nothing where there is no such table. */
  rows(name: string, table: string): Record<string, unknown>[];
  /** Whether a write is under way there. Its rows lie there already, although it may still be undone. */
  isWriting(name: string): boolean;
  /** Every table of a device. */
  tables(name: string): string[];
  /** Takes everything from a device, as a browser does that needs the room. No page may be open there. */
  evict(name: string): void;
  /** Takes no more bytes on a device. */
  setFull(name: string, is: boolean): void;
  isFull(name: string): boolean;
}

const factory = globalThis.indexedDB as unknown as { _databases: Map<string, Raw & { name: string }> };
const prototypes = {
  factory: Object.getPrototypeOf(factory) as { open: (...given: unknown[]) => object },
  target: Object.getPrototypeOf(IDBTransaction.prototype) as { dispatchEvent: (event: Event) => boolean },
  store: IDBObjectStore.prototype as unknown as Record<'put' | 'add', (this: Store, ...given: unknown[]) => unknown>,
};

export function createDisks(scheduler: Scheduler): Disks {
  // Each play begins with empty disks.
  factory._databases.clear();
  const openers = new WeakMap<object, Actor>();
  const owners = new WeakMap<Connection, Actor>();
  const full = new Set<string>();
  const losing = new Set<Actor>();
  const { open } = prototypes.factory;
  const { dispatchEvent } = prototypes.target;
  const { put, add } = prototypes.store;

  const ownerOf = (target: Target, { eventPath = [] }: Path): Actor | undefined => {
    // A cursor's request names no transaction, but its event passes the connection.
    const connection = target.db ?? target.transaction?.db ?? eventPath.find((one) => '_rawDatabase' in one);
    if (connection) return owners.get(connection);
    const opener = openers.get(target);
    if (opener && target.result instanceof IDBDatabase) owners.set(target.result as unknown as Connection, opener);
    return opener ?? owners.get(target as unknown as Connection);
  };

  const dispatch = function (this: Target, event: Event): boolean {
    const owner = ownerOf(this, event as unknown as Path);
    if (!owner) return dispatchEvent.call(this as never, event);
    // Nobody hears what is told to a page that died. What it was opening is closed, and its place in the queue is free.
    if (owner.is !== 'dead') {
      scheduler.become(owner);
      if (event.type === 'complete' && this.mode === 'readwrite' && losing.delete(owner)) {
        this.error = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
        Object.assign(event, { type: 'abort' });
      }
      return dispatchEvent.call(this as never, event);
    }
    this.db?._rawDatabase.processTransactions();
    if (this.result instanceof IDBDatabase) end(this.result as unknown as Connection, () => false);
    return true;
  };

  const refusing = (write: (this: Store, ...given: unknown[]) => unknown) =>
    function (this: Store, ...given: unknown[]) {
      const { name } = this.transaction.db._rawDatabase as Raw & { name: string };
      if (!full.has(name)) return write.apply(this, given);
      const operation = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      };
      return this.transaction._execRequestAsync({ operation, source: this });
    };

  const connectionsOf = (page: Actor) =>
    [...factory._databases.values()].flatMap(({ connections }) =>
      connections.filter((one) => owners.get(one) === page),
    );
  const runningIn = (connection: Connection) =>
    connection._rawDatabase.transactions.filter((one) => one.db === connection && one._state !== 'finished');

  function end(connection: Connection, isDone: () => boolean): void {
    for (const one of runningIn(connection)) {
      // All it asked for is done, so its commit may be too.
      if (one._requests.length === 0 && one.mode !== 'versionchange' && isDone()) one._markFinished();
      else one._abort(null);
    }
    connection._closed = true;
    connection._closePending = true;
    const raw = connection._rawDatabase;
    raw.connections = raw.connections.filter((other) => other !== connection);
    raw.processTransactions();
  }

  return {
    instead: [
      [
        prototypes.factory,
        {
          open(this: object, ...given: unknown[]) {
            const request = open.apply(this, given);
            openers.set(request, scheduler.current());
            return request;
          },
        },
      ],
      [prototypes.target, { dispatchEvent: dispatch }],
      [prototypes.store, { put: refusing(put), add: refusing(add) }],
    ],
    endPage(page, isDone) {
      for (const connection of connectionsOf(page)) end(connection, isDone);
    },
    loseConnection(page) {
      // What is under way ends; every transaction after it fails, as in WebKit.
      for (const connection of connectionsOf(page)) (connection as unknown as IDBDatabase).close();
    },
    loseAnswer: (page) => void losing.add(page),
    rows: (name, table) =>
      [...(factory._databases.get(name)?.rawObjectStores.get(table)?.records.values() ?? [])].map(
        ({ value }) => value as Record<string, unknown>,
      ),
    isWriting: (name) =>
      factory._databases
        .get(name)
        ?.transactions.some((one) => one.mode === 'readwrite' && one._state !== 'finished') === true,
    tables: (name) => [...(factory._databases.get(name)?.rawObjectStores.keys() ?? [])],
    evict: (name) => void factory._databases.delete(name),
    setFull(name, is) {
      if (is) full.add(name);
      else full.delete(name);
    },
    isFull: (name) => full.has(name),
  };
}
