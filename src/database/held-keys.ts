import { Dexie } from 'dexie';
import type { Database } from './open.ts';
import type { ReadingKeys } from './rows.ts';

/**
 * Reading keys that are only in the memory of pages (D56): a value deleted from IndexedDB stays in the browser's files for
 * long. Each unlock has a random name, and the database stores only that name.
 */
const held = new WeakMap<Database, Map<string, Held>>();

interface Held {
  keys: ReadingKeys;
  /** No commit has stored its name yet, so the keys from before still count (F16). */
  isNew: boolean;
}

const otherPages = new WeakMap<Database, OtherPages>();

/** How this page talks to the app's other pages about keys in memory. */
export interface OtherPages {
  /** The keys of this name from a page that has them; null when none answers. */
  ask(name: string): Promise<ReadingKeys | null>;
  /** Says which keys this page has from now on. */
  has(names: Iterable<string>): void;
}

/** Sets how other pages are asked. Where it is not called, as in a worker, nobody is asked. */
export function askOtherPages(db: Database, pages: OtherPages | null): void {
  if (pages) otherPages.set(db, pages);
  else otherPages.delete(db);
}

/** Holds keys whose name the caller's transaction stores. Those from before stay until the new name is read. */
export const holdKeys = (db: Database, name: string, keys: ReadingKeys): void => hold(db, name, { keys, isNew: true });

function hold(db: Database, name: string, one: Held): void {
  const here = held.get(db) ?? new Map<string, Held>();
  held.set(db, here.set(name, one));
  otherPages.get(db)?.has(here.keys());
}

export function forgetHeld(db: Database): void {
  if (held.delete(db)) otherPages.get(db)?.has([]);
}

/** The keys of a stored name in this page's memory, or null. Those that it replaced are forgotten. */
export function keysInMemory(db: Database, name: string): ReadingKeys | null {
  const here = held.get(db);
  const own = here?.get(name);
  if (!here || !own) return null;
  own.isNew = false;
  const over = [...here].filter(([other, { isNew }]) => other !== name && !isNew);
  for (const [other] of over) here.delete(other);
  if (over.length > 0) otherPages.get(db)?.has(here.keys());
  return own.keys;
}

/** The keys of this name, from this page or another; null when no page has them. */
export async function heldKeys(db: Database, name: string): Promise<ReadingKeys | null> {
  const own = keysInMemory(db, name);
  // A transaction would end while other pages are asked. Code that opens one reads the keys before.
  if (own || Dexie.currentTransaction) return own;
  const given = (await otherPages.get(db)?.ask(name)) ?? null;
  if (given) hold(db, name, { keys: given, isNew: false });
  return given;
}
