import type { Database } from './open.ts';

/** What this page opened of a customer's rows: whose session it saw last, and how to drop what is held of it. */
interface InMemory {
  owner: string | null;
  drops: (() => void)[];
  /** The same of what only a lock or another customer's sign-in drops. */
  atLock: (() => void)[];
}

const pages = new WeakMap<Database, InMemory>();

/**
 * Holds what was opened of a customer's rows in this page's memory, until a lock or another customer's sign-in (S9). Every such
 * cache is made with it. Take the cache before the keys are read, and put what they open into that one. After a lock there is
 * another, so a read that ends late is not kept.
 *
 * @param make an empty cache
 * @returns the cache of now
 */
export const whileOpen = <Cache>(db: Database, make: () => Cache): (() => Cache) => until(inMemory(db).drops, make);

/** The same for what cannot be read again from the device. `forgetOpened` leaves it. */
export const whileUnlocked = <Cache>(db: Database, make: () => Cache): (() => Cache) =>
  until(inMemory(db).atLock, make);

function until<Cache>(drops: InMemory['drops'], make: () => Cache): () => Cache {
  let now = make();
  drops.push(() => {
    now = make();
  });
  return () => now;
}

/** Called whenever the reading keys are read, with whose they are; null while locked. */
export function noteReader(db: Database, owner: string | null): void {
  const page = inMemory(db);
  // Before the first reading, and while locked, there is nothing to drop.
  if (page.owner !== null && page.owner !== owner) for (const drop of [...page.drops, ...page.atLock]) drop();
  page.owner = owner;
}

/** Drops all that is open in this page's memory and can be read again. */
export function forgetOpened(db: Database): void {
  for (const drop of inMemory(db).drops) drop();
}

function inMemory(db: Database): InMemory {
  const page = pages.get(db) ?? { owner: null, drops: [], atLock: [] };
  pages.set(db, page);
  return page;
}
