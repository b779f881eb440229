import { Dexie, type Table } from 'dexie';
import { type Database, draftParts } from './open.ts';
import type { DraftRow } from './rows.ts';

/**
 * Browsers keep large values in files of their own. When such a file is gone, its record's key stays, and every read that meets
 * it rejects for good (F65). Such a row counts as one that does not open.
 */

/** Chromium's names for it. */
const lostNames = new Set(['NotReadableError', 'NotFoundError']);
/** Firefox names a lost file like any other failure, and so did Chromium before. */
const unclearNames = new Set(['UnknownError', 'DataError']);
/** How often an unclear failure is tried. Outside of a transaction heal.ts makes three of each. */
const MAX_READS = 3;

/** Whether the browser says that it no longer has a value. */
const isLost = (error: unknown): boolean => lostNames.has(nameOf(error));
const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '');

/**
 * What a read of a table finds; null when a value of it is lost. An unclear failure counts as that when it came MAX_READS times
 * and the table's keys can still be read.
 */
export function unlessLost<T>(table: Table, read: () => Promise<T>, reads = 1): Promise<T | null> {
  // A chain, since a live query tracks only the reads that follow one of Dexie's own promises.
  return read().catch((error: unknown) => {
    if (isLost(error)) return null;
    if (!unclearNames.has(nameOf(error))) throw error;
    const next = reads < MAX_READS ? unlessLost(table, read, reads + 1) : keysAreThere(table);
    // The first error tells heal.ts that it was the connection that a transaction lost.
    return next.catch(() => Promise.reject(error));
  });
}

const keysAreThere = (table: Table): Promise<null> =>
  table
    .limit(1)
    .primaryKeys()
    .then(() => null);

/** As `get`; null when the row is lost. */
export const getUnlessLost = <Row, Key>(table: Table<Row, Key>, key: NoInfer<Key>): Promise<Row | undefined | null> =>
  unlessLost(table, () => table.get(key));

/** As `bulkGet`; null stands for each row that is lost. */
export const rowsUnlessLost = <Row, Key>(
  table: Table<Row, Key>,
  keys: readonly NoInfer<Key>[],
): Promise<(Row | undefined | null)[]> =>
  unlessLost(table, () => table.bulkGet([...keys])).then(
    (rows) => rows ?? Dexie.Promise.all(keys.map((key) => getUnlessLost(table, key))),
  );

/** A draft's rows, without those that are lost. */
export async function draftRowsOf(db: Database, id: string): Promise<DraftRow[]> {
  const rows = await unlessLost(db.drafts, () => draftParts(db, id).toArray());
  if (rows) return rows;
  const found = await rowsUnlessLost(db.drafts, await draftParts(db, id).primaryKeys());
  return found.filter((row) => row != null);
}
