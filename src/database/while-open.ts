import type { Database } from './open.ts';

/** What this page opened of a customer's rows: whose session it saw last, and how to drop what is held of it. */
interface InMemory {
  owner: string | null;
  drops: (() => void)[];
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
export function whileOpen<Cache>(db: Database, make: () => Cache): () => Cache {
  let now = make();
  inMemory(db).drops.push(() => {
    now = make();
  });
  return () => now;
}

/** Called whenever the reading keys are read, with whose they are; null while locked. */
export function noteReader(db: Database, owner: string | null): void {
  const page = inMemory(db);
  // Before the first reading, and while locked, there is nothing to drop.
  if (page.owner !== null && page.owner !== owner) forgetOpened(db);
  page.owner = owner;
}

/** Drops all that is open in this page's memory. */
export function forgetOpened(db: Database): void {
  for (const drop of inMemory(db).drops) drop();
}

function inMemory(db: Database): InMemory {
  const page = pages.get(db) ?? { owner: null, drops: [] };
  pages.set(db, page);
  return page;
}
