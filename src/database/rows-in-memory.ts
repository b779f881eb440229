import { holdLock, whileFree } from './hold-lock.ts';
import type { Database } from './open.ts';

/**
 * Says that sealed rows wait in this page's memory to be written. They need the keys they were sealed with, however late they
 * are written, so `whenNoneWaits` runs nothing meanwhile. A browser freezes no page that holds a lock.
 *
 * @returns a function that ends it
 */
export const holdRows = (db: Database): (() => void) => holdLock(lockOf(db));

/** Runs what reads a key, seals with it and writes. Until it is done no key leaves the device, however long the page sleeps. */
export async function whileSealing<T>(db: Database, run: () => Promise<T>): Promise<T> {
  const letGo = holdRows(db);
  try {
    return await run();
  } finally {
    letGo();
  }
}

/** Runs it when no page has sealed rows in memory. False: not now; or never, in a browser without Web Locks. */
export async function whenNoneWaits(db: Database, run: () => Promise<boolean>): Promise<boolean> {
  return (await whileFree(lockOf(db), run)) ?? false;
}

const lockOf = (db: Database): string => `amparo rows ${db.name}`;
