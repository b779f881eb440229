import { readingKeys } from '#database/keyring.ts';
import { type Database, groupsOf } from '#database/open.ts';
import { type MirrorRow, type MirrorTable, neverPulled, type PullRow } from '#database/rows.ts';
import { openRow, type ReadKeys, sealRow } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';
import { timeZoneHere } from '#rules/dates.ts';
import { type Collection, collections } from './collections.ts';
import type { Group } from './group.ts';
import { pack, unpack } from './packed.ts';

/** Where a customer's collection is stored. */
export interface Place {
  table: MirrorTable;
  owner: string;
  /** HMAC over table, customer and policy. */
  scope: string;
}

/** Raised when a group's stored shape changes. Rows of another version count as never pulled. */
export const ROWS_VERSION = 2;
/** Pulls of before noted none, and had rows of this one. */
const VERSION_UNNOTED = 2;

/** What is known of a place without opening its rows: those of another version would not open, so they never came. */
export const asReadable = (pull: PullRow | undefined): PullRow | undefined =>
  !pull || (pull.rowsVersion ?? VERSION_UNNOTED) === ROWS_VERSION ? pull : { ...pull, at: null, etag: null };

/** Largest record, so that a screen's first record does not grow with the history. */
const ROWS_PER_RECORD = 1000;

/** A long history holds few copies of its rows in memory while it is packed, and the page breathes in between. */
const SEALED_TOGETHER = 8;

/** Groups that were made in the zone of now. The records in the database still show another zone's years. */
const madeAnew = new WeakSet<readonly Group<unknown>[]>();

/** Sealed records, ready to replace those of a place. */
export interface SealedGroups {
  rows: MirrorRow[];
  /** Number of all records, unchanged ones included. */
  count: number;
}

/**
 * Seals each group as one or more records.
 * @param before the groups stored now, when they are known; records with the same row objects are left out
 */
export async function sealGroups<Row>(
  key: CryptoKey,
  place: Place,
  groups: readonly Group<Row>[],
  at: number,
  before: readonly Group<Row>[] = [],
): Promise<SealedGroups> {
  const { scope, owner } = place;
  const there = madeAnew.has(before) ? [] : before.flatMap(inRecords);
  const records = groups.flatMap(inRecords).map((record, group) => ({ ...record, group }));
  const changed = records.filter((record) => !isSame(record, there[record.group]));
  const zone = timeZoneHere();
  const seal = async ({ label, rows, group }: (typeof changed)[number]): Promise<MirrorRow> => {
    const sealed = await sealRow(key, { version: ROWS_VERSION, label, zone, ...pack(rows) }, rowContext(place, group));
    return { scope, group, owner, at, ...sealed };
  };
  const sealed: MirrorRow[] = [];
  for (let from = 0; from < changed.length; from += SEALED_TOGETHER)
    sealed.push(...(await Promise.all(changed.slice(from, from + SEALED_TOGETHER).map(seal))));
  return { rows: sealed, count: records.length };
}

/** Opens the groups of a place; null when one of them is damaged, another customer's, or of another version. */
export async function openGroups<Row>(
  keys: ReadKeys,
  place: Place,
  rows: readonly MirrorRow[],
): Promise<Group<Row>[] | null> {
  // Each record is unpacked as it opens. All at once would block the page for longer than a frame.
  const records = await Promise.all(rows.map((row) => openRecord<Row>(keys, place, row)));
  return records.every((record) => record !== null) ? joined(place, records) : null;
}

/**
 * Opens one record after the other, until the last row of one is of the time before (`isBefore`).
 * @returns the groups so far, and whether these are all; null as for `openGroups`
 */
export async function openSince<Row>(
  keys: ReadKeys,
  place: Place,
  rows: readonly MirrorRow[],
  isBefore: (row: Row) => boolean,
): Promise<{ groups: Group<Row>[]; whole: boolean } | null> {
  const records: OpenedRecord<Row>[] = [];
  for (const row of rows) {
    const record = await openRecord<Row>(keys, place, row);
    if (!record) return null;
    records.push(record);
    const last = record.rows.at(-1);
    if (last !== undefined && isBefore(last)) break;
  }
  return { groups: joined(place, records), whole: records.length === rows.length };
}

interface OpenedRecord<Row> extends Group<Row> {
  /** The time zone in which its rows were put into this group. */
  zone: unknown;
}

async function openRecord<Row>(keys: ReadKeys, place: Place, row: MirrorRow): Promise<OpenedRecord<Row> | null> {
  return asGroup<Row>(await openRow(keys, row, rowContext(place, row.group)));
}

/** Replaces all groups of a place, inside the caller's transaction. */
export async function replaceGroups(db: Database, place: Place, { rows, count }: SealedGroups): Promise<void> {
  await groupsOf(db, place.table, place.scope, count).delete();
  await db[place.table].bulkPut(rows);
}

/**
 * Changes the row of a place's pull, unless the session was closed meanwhile. A place that was never pulled gets one.
 * @param change is given the row as it is in this transaction; null leaves it
 * @returns false when it did not fit
 */
export async function changePull(
  db: Database,
  place: Place,
  change: (before: PullRow | undefined) => Partial<PullRow> | null,
): Promise<boolean> {
  const { scope, owner } = place;
  const written = await withRoom(db, () =>
    db.transaction('rw', db.vault, db.pulls, async () => {
      if ((await readingKeys(db))?.owner !== owner) return;
      const before = await db.pulls.get(scope);
      const changed = change(before);
      if (changed) await db.pulls.put({ ...neverPulled(scope, owner), ...before, ...changed });
    }),
  );
  return written.ok;
}

/** Cuts a group into records from its oldest row on, so that a new row changes only the first record. */
function inRecords<Row>({ label, rows }: Group<Row>): Group<Row>[] {
  const whole = Math.max(0, Math.floor((rows.length - ROWS_PER_RECORD / 2) / ROWS_PER_RECORD));
  const first = rows.length - whole * ROWS_PER_RECORD;
  const later = Array.from({ length: whole }, (_, index) => first + index * ROWS_PER_RECORD);
  return [
    { label, rows: rows.slice(0, first) },
    ...later.map((from) => ({ label, rows: rows.slice(from, from + ROWS_PER_RECORD) })),
  ];
}

/** A device that has gone to another zone groups anew, since an instant near New Year is of another year there. */
function joined<Row>({ table }: Place, records: readonly OpenedRecord<Row>[]): Group<Row>[] {
  const here = timeZoneHere();
  if (records.some(({ zone }) => zone !== here)) {
    const { group } = collections[table] as Collection<unknown>;
    const groups = group(records.flatMap(({ rows }) => rows)) as Group<Row>[];
    madeAnew.add(groups);
    return groups;
  }
  const groups: Group<Row>[] = [];
  for (const { label, rows } of records) {
    const last = groups.at(-1);
    if (last?.label !== label) groups.push({ label, rows });
    else for (const row of rows) last.rows.push(row);
  }
  return groups;
}

const isSame = <Row>(a: Group<Row>, b: Group<Row> | undefined): boolean =>
  a.label === b?.label && a.rows.length === b.rows.length && a.rows.every((row, index) => row === b.rows[index]);

const rowContext = (place: Place, group: number) => ({
  table: place.table,
  row: `${place.scope}/${group}`,
  owner: place.owner,
});

/**
 * Checks only the version. The rows were parsed when they were pulled, and the seal proves that only this app wrote them.
 * Parsing ten thousand payments at each reading would be slow.
 */
function asGroup<Row>(value: unknown): OpenedRecord<Row> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, label, zone } = value as Record<string, unknown>;
  if (version !== ROWS_VERSION || typeof label !== 'string') return null;
  const rows = unpack(value);
  return rows && { label, zone, rows: rows as Row[] };
}
