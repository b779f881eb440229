import { Dexie } from 'dexie';
import type { Database } from './open.ts';
import type { ReadingKeys } from './rows.ts';

/**
 * Reading keys that are in the memory of pages and nowhere else (D56): what IndexedDB stores stays in the browser's files
 * long after it was deleted. Each unlock has a random name; the database holds the name.
 */
const held = new WeakMap<Database, { name: string; keys: ReadingKeys }>();
const otherPages = new WeakMap<Database, OtherPages>();

/** The app's other pages, as this one knows them. */
export interface OtherPages {
  /** The keys of this name, from a page that has them; null when none answers. */
  ask(name: string): Promise<ReadingKeys | null>;
  /** This page has the keys of this name from now on; of none when it is null. */
  has(name: string | null): void;
}

/** Without it, as in a worker, nobody is asked. */
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

/** The keys of this name that this page has; null without them. */
export function keysInMemory(db: Database, name: string): ReadingKeys | null {
  const own = held.get(db);
  return own?.name === name ? own.keys : null;
}

/** The keys of this name, from this page or another; null when no page has them. */
export async function heldKeys(db: Database, name: string): Promise<ReadingKeys | null> {
  const own = keysInMemory(db, name);
  // A transaction would end while other pages are asked; who opens one has read the keys before.
  if (own || Dexie.currentTransaction) return own;
  const given = (await otherPages.get(db)?.ask(name)) ?? null;
  if (given) holdKeys(db, name, given);
  return given;
}
