import type { Table } from 'dexie';

/**
 * A customer's rows of a table, the newest first. Their keys say which they are, so no other row is read: nobody else's, and none
 * of this customer's that is not asked for.
 *
 * @param since only those noted after this instant, in milliseconds since 1970
 * @param first only so many
 */
export async function newestOf<Row>(
  table: Table<Row, string, unknown>,
  owner: string,
  { since = Number.NEGATIVE_INFINITY, first }: { since?: number; first?: number | undefined } = {},
): Promise<Row[]> {
  const [own, newest] = await Promise.all([
    table.where('owner').equals(owner).primaryKeys(),
    table.where('at').above(since).reverse().primaryKeys(),
  ]);
  const theirs = new Set(own);
  const rows = await table.bulkGet(newest.filter((key) => theirs.has(key)).slice(0, first));
  return rows.filter((row) => row !== undefined);
}
