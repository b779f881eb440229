import type { Database } from '#database/open.ts';

/** What this knows of fake-indexeddb's insides. */
interface Store {
  transaction: { db: IDBDatabase; _execRequestAsync(what: object): unknown };
}
type Write = (this: Store, ...given: unknown[]) => unknown;
const store = IDBObjectStore.prototype as unknown as Record<'put' | 'add', Write>;
const real = { put: store.put, add: store.add };

/** Databases without room, and which of their writes fit. */
const full = new Map<string, (value: unknown) => boolean>();

const refusing = (write: Write): Write =>
  function (...given) {
    const fits = full.get(this.transaction.db.name);
    if (!fits || fits(given[0])) return write.apply(this, given);
    const operation = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
    return this.transaction._execRequestAsync({ operation, source: this });
  };

/**
 * A device at its quota, as Chromium has it: a transaction that puts anything is refused, and one that only deletes is done.
 *
 * @param fits what is taken all the same
 * @returns makes room
 */
export function atQuota({ name }: Database, fits: (value: never) => boolean = () => false): () => void {
  store.put = refusing(real.put);
  store.add = refusing(real.add);
  full.set(name, fits as (value: unknown) => boolean);
  return () => void full.delete(name);
}
