import type { Database } from '#database/open.ts';
import { groupsOf } from '#database/open.ts';
import type { MirrorRow, MirrorTable } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import type { Group } from './group.ts';
import { pack, unpack } from './packed.ts';

/** Where a collection of a customer lies. */
export interface Place {
  table: MirrorTable;
  owner: string;
  /** HMAC over table, customer and policy. */
  scope: string;
}

/** Raised when a group's shape changes; rows of another version count as never pulled. */
const VERSION = 2;

/** Seals each group as the record a screen reads. */
export function sealGroups<Row>(
  key: CryptoKey,
  place: Place,
  groups: readonly Group<Row>[],
  at: number,
): Promise<MirrorRow[]> {
  const { scope, owner } = place;
  return Promise.all(
    groups.map(async ({ label, rows }, group) => {
      const sealed = await sealRow(key, { version: VERSION, label, ...pack(rows) }, rowPlace(place, group));
      return { scope, group, owner, at, ...sealed };
    }),
  );
}

/** Opens the groups of a place; null when any of them is damaged, another customer's, or of another version. */
export async function openGroups<Row>(
  key: CryptoKey,
  place: Place,
  rows: readonly MirrorRow[],
): Promise<Group<Row>[] | null> {
  // Each is unpacked as it opens: all of them at once would hold up the page for longer than a frame.
  const groups = await Promise.all(
    rows.map(async (row) => asGroup<Row>(await openRow(key, row, rowPlace(place, row.group)))),
  );
  return groups.every((group) => group !== null) ? groups : null;
}

/** Replaces all groups of a place; runs inside the caller's transaction over its table. */
export async function replaceGroups(db: Database, place: Place, rows: MirrorRow[]): Promise<void> {
  await groupsOf(db, place.table, place.scope).delete();
  await db[place.table].bulkPut(rows);
}

const rowPlace = (place: Place, group: number) => ({
  table: place.table,
  row: `${place.scope}/${group}`,
  owner: place.owner,
});

/**
 * The rows were parsed when they were pulled, and the seal proves that nobody but this app wrote them since: its version is
 * all that is left to check, and parsing ten thousand payments at each reading would be felt.
 */
function asGroup<Row>(value: unknown): Group<Row> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, label } = value as Record<string, unknown>;
  if (version !== VERSION || typeof label !== 'string') return null;
  const rows = unpack(value);
  return rows && { label, rows: rows as Row[] };
}
