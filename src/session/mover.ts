import type { Collection, IndexableType } from 'dexie';
import { ageOf } from '#contract/age.ts';
import { draftContext, draftNameParts, FORM_PART, namedFormFrom } from '#database/draft-form.ts';
import { rowName } from '#database/keyring.ts';
import { draftRowsOf, getUnlessLost } from '#database/lost.ts';
import { type Database, draftParts, type TableName } from '#database/open.ts';
import type { DraftRow, SealedFile } from '#database/rows.ts';
import { isSameSeal, openFile, openRow, sealFile } from '#database/sealed.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import { liesOf, partsOf, tablesThatAre } from '#database/sealed-parts.ts';
import type { Sealed } from '#vault/codec.ts';
import { type MovedLeft, marksOfLeft, type Owned, prepareLeft, putLeft } from './move-left.ts';

/** What exists only here. */
export const keptTables = tablesThatAre('kept', 'renamed');
/** The same, and the session itself. */
export const allTables = [...keptTables, ...tablesThatAre('of-session')];

type Row = Record<string, unknown>;
interface MovedRow {
  table: TableName;
  /** The primary key of before. */
  was: IndexableType;
  row: Row;
}
/** `group`: rows that move together or not at all. A row that does not move is null. */
type Sealing = Omit<MovedRow, 'row'> & { group: string; row: Row | null };

/** What one owner has, sealed again for another owner, and not yet written. */
export interface Move {
  owner: string;
  newOwner: string;
  tables: readonly TableName[];
  /** Tells whether the rows are still as they were read. */
  marks: string;
  moved: MovedRow[];
  toPay: MovedLeft[];
  /** How many rows stay, since they are lost, no key opens them, or nothing tells their new name. */
  left: number;
}

/**
 * Seals again for `to` what `from` has in these tables (database/sealed-parts.ts says how each moves). Nothing is written yet:
 * sealing takes longer than a transaction lasts. So the caller's transaction asks `isUnchanged` first.
 */
export async function prepareMove(
  db: Database,
  from: Owned,
  to: Owned,
  { idUsuario }: { idUsuario: string },
  tables: readonly TableName[],
): Promise<Move> {
  // Read first, so that what is left to pay meanwhile counts as a change.
  const marks = await marksOfLeft(db, [from.owner, to.owner]);
  const toPay = await prepareLeft(db, from, to, idUsuario);
  const ids = new Map<string, string>();
  const sealed: Sealing[] = [];
  // One after the other, and none is kept beside its sealed copy: files are large.
  await eachRow(db, tables, from.owner, async (found) => {
    const { table, row, isLost } = found;
    marks.push(markOf(found));
    if (table === 'drafts') await nameDraft(db, String(row.id), from, to, ids);
    const was = keyOf(db, table, row);
    const group = liesOf(table).together?.(row) ?? JSON.stringify(was);
    sealed.push({ table, was, group, row: isLost ? null : await movedRow(table, row, from, to, ids) });
  });
  const torn = new Set(sealed.filter(({ row }) => row === null).map(({ group }) => group));
  const moved = sealed.flatMap(({ table, was, group, row }): MovedRow[] =>
    row && !torn.has(group) ? [{ table, was, row }] : [],
  );
  const staying =
    sealed.filter(({ table }) => table !== 'session').length - moved.filter(({ table }) => table !== 'session').length;
  return { owner: from.owner, newOwner: to.owner, tables, marks: marks.join('\n'), moved, toPay, left: staying };
}

/**
 * Finds the new name of a draft, which its form tells. Each part looks as it is sealed: another tab may have begun the draft since the
 * first row was (F55).
 */
async function nameDraft(db: Database, id: string, from: Owned, to: Owned, ids: Map<string, string>): Promise<void> {
  const form = ids.has(id) ? null : await getUnlessLost(db.drafts, [id, FORM_PART]);
  const context = { ...draftContext(id, FORM_PART), owner: from.owner };
  const named = form && namedFormFrom(await openRow(from, form, context));
  if (named) ids.set(id, await rowName(to, ...draftNameParts(named.name)));
}

/** Whether no page has written any of it since, inside the caller's transaction (F55). */
export async function isUnchanged(db: Database, { tables, owner, newOwner, marks }: Move): Promise<boolean> {
  const now = await marksOfLeft(db, [owner, newOwner]);
  await eachRow(db, tables, owner, (found) => void now.push(markOf(found)));
  return now.join('\n') === marks;
}

/**
 * Writes it inside the caller's transaction. A draft that the new owner has of the same form stays. Where it lay under an
 * earlier password itself, the newer of the two does.
 *
 * @returns how many drafts were written
 */
export async function putMoved(
  db: Database,
  { owner, moved, toPay }: Move,
  mark: Pick<DraftRow, 'fromEarlier'> = {},
): Promise<number> {
  const drafts = moved.filter(({ table }) => table === 'drafts').map(({ row }) => row as unknown as DraftRow);
  const newer = new Set<string>();
  for (const id of new Set(drafts.map((row) => row.id))) {
    const [ours, standing] = [drafts.filter((row) => row.id === id), await draftRowsOf(db, id)];
    if (!isNewer(ours, owner, standing, db.machine.clock())) continue;
    newer.add(id);
    await draftParts(db, id).delete();
  }
  for (const table of new Set(moved.map((one) => one.table))) {
    const rows = moved.filter((one) => one.table === table);
    const isRenamed = ({ was, row }: MovedRow) => indexedDB.cmp(was, keyOf(db, table, row)) !== 0;
    await db.table(table).bulkDelete(rows.filter(isRenamed).map(({ was }) => was));
    const put = rows.map(({ row }) => row).filter(({ id }) => table !== 'drafts' || newer.has(String(id)));
    await db.table(table).bulkPut(table === 'drafts' ? put.map((row) => ({ ...row, ...mark })) : put);
  }
  await putLeft(db, toPay);
  return newer.size;
}

/**
 * Whether a draft that lay under `owner` goes before the one that stands. What was typed under a later password stays, whatever
 * clocks say (F60).
 */
function isNewer(ours: readonly DraftRow[], owner: string, standing: readonly DraftRow[], now: number): boolean {
  const earlier = standing.map(({ fromEarlier }) => fromEarlier);
  if (!earlier.every((one) => one !== undefined)) return false;
  const told = earlier.filter((one) => one !== true);
  if (told.length > 0) return told.some((later) => later.includes(owner));
  const age = (rows: readonly DraftRow[]) => Math.min(...rows.map(({ at }) => ageOf(at, now) ?? Number.NaN));
  return standing.length === 0 || age(ours) < age(standing);
}

/** Whether this very move is on the device: the answer to its commit was lost (F53). */
export async function isMoved(db: Database, { moved }: Move): Promise<boolean> {
  for (const { table, row } of moved) {
    const there: Row | undefined = await db.table(table).get(keyOf(db, table, row));
    const [part] = there ? partsOf(table, there) : [];
    if (part && partsOf(table, row).some((one) => isSameSeal(one.sealed, part.sealed))) return true;
  }
  return false;
}

/**
 * One row under the new owner's keys; null when a part of it does not open, or nothing tells its new name.
 *
 * @param ids the new names of drafts by their names now
 */
export async function movedRow<R extends object>(
  table: TableName,
  row: R,
  from: Owned,
  to: Owned,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<(R & Row) | null> {
  const { moves, moved = (one: unknown) => one } = liesOf(table);
  const id = 'id' in row ? String(row.id) : '';
  const parts = partsOf(table, row);
  // What no key of a customer opens stays behind.
  if ((moves === 'renamed' && !ids.has(id)) || parts.length === 0) return null;
  const name = moves === 'renamed' ? ids.get(id) : id.replace(from.owner, to.owner);
  const next = { ...(moved(row) as R), owner: to.owner, ...('id' in row && { id: moves === 'kept' ? id : name }) };
  const targets = partsOf(table, next);
  for (const [index, { under, field, sealed, context }] of parts.entries()) {
    const [opens, seals] = under === 'read' ? [from, to.readKey] : [from.sendKey, to.sendKey];
    const place = { ...context, owner: from.owner };
    // Only the key of such a file is sealed again, after a check that it opens the file.
    if (field === 'own' && !(await openSettledFile(from.sendKey, row as unknown as SealedFile, place))) return null;
    const bytes = await openFile(opens, sealed, place);
    const target = targets[index];
    if (!bytes || !target) return null;
    const again: Sealed = await sealFile(seals, bytes, { ...target.context, owner: to.owner });
    Object.assign(next, field === null ? again : { [field]: again });
  }
  return next as R & Row;
}

interface Found {
  table: TableName;
  /** Of a lost one the parts of its primary key alone. */
  row: Row;
  isLost: boolean;
}

const rowsIn = (db: Database, table: TableName, owner: string): Collection<Row> =>
  table === 'session'
    ? db.table(table).where('id').startsWith(`${owner}:`)
    : db.table(table).where('owner').equals(owner);

/** Reads one after the other: a lost row would keep the others of its table from being read (F65). */
async function eachRow(
  db: Database,
  tables: readonly TableName[],
  owner: string,
  visit: (found: Found) => void | Promise<void>,
): Promise<void> {
  for (const table of tables) {
    for (const key of await rowsIn(db, table, owner).primaryKeys()) {
      const row: Row | undefined | null = await getUnlessLost(db.table(table), key);
      if (row !== undefined) await visit({ table, row: row ?? rowOfKey(db, table, key), isLost: row === null });
    }
  }
}

/** Every sealing has an IV of its own. When an item is tried again is no change of it. */
function markOf({ table, row: { claim, nextAt, attempts, ...row } }: Pick<Found, 'table' | 'row'>): string {
  return JSON.stringify([table, { ...row, claim: (claim as { by?: string } | null)?.by }]);
}

function keyOf(db: Database, table: TableName, row: Row): IndexableType {
  const { keyPath } = db.table(table).schema.primKey;
  return (Array.isArray(keyPath) ? keyPath.map((part) => row[part]) : row[keyPath as string]) as IndexableType;
}

/** The opposite. */
function rowOfKey(db: Database, table: TableName, key: IndexableType): Row {
  const { keyPath } = db.table(table).schema.primKey;
  const parts = Array.isArray(key) ? key : [key];
  return Object.fromEntries([keyPath].flat().map((name, index) => [name, parts[index]]));
}
