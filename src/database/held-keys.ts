import { Dexie } from 'dexie';
import type { Database } from './open.ts';
import type { ReadingKeys } from './rows.ts';

/**
 * Reading keys that are only in the memory of pages (D56): a value deleted from IndexedDB stays in the browser's files for
 * long. Each unlock has a random name, and the database stores only that name.
 */
const held = new WeakMap<Database, { name: string; keys: ReadingKeys }>();
const otherPages = new WeakMap<Database, OtherPages>();

/** How this page talks to the app's other pages about keys in memory. */
export interface OtherPages {
  /** The keys of this name from a page that has them; null when none answers. */
  ask(name: string): Promise<ReadingKeys | null>;
  /** Says which keys this page has from now on; null for none. */
  has(name: string | null): void;
}

/** Sets how other pages are asked. Where it is not called, as in a worker, nobody is asked. */
export function askOtherPages(db: Database, pages: OtherPages | null): void {
  if (pages) otherPages.set(db, pages);
  else otherPages.delete(db);
}

export function holdKeys(db: Database, name: string, keys: ReadingKeys): void {
  held.set(db, { name, keys });
  otherPages.get(db)?.has(name);
}

export function forgetHeld(db: Database): void {
  if (held.delete(db)) otherPages.get(db)?.has(null);
}

/** The keys of this name in this page's memory, or null. */
export function keysInMemory(db: Database, name: string): ReadingKeys | null {
  const own = held.get(db);
  return own?.name === name ? own.keys : null;
}

/** The keys of this name, from this page or another; null when no page has them. */
export async function heldKeys(db: Database, name: string): Promise<ReadingKeys | null> {
  const own = keysInMemory(db, name);
  // A transaction would end while other pages are asked. Code that opens one reads the keys before.
  if (own || Dexie.currentTransaction) return own;
  const given = (await otherPages.get(db)?.ask(name)) ?? null;
  if (given) holdKeys(db, name, given);
  return given;
}
