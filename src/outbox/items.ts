import { Dexie } from 'dexie';
import { type Database, draftParts } from '#database/open.ts';
import type { OutboxFileRow, OutboxRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';
import type { QueuedBody } from './body.ts';
import { type ItemEvent, next, type Refusal, rowIn, stateOf } from './item-state.ts';

/** The only file of this room that writes `db.outbox`. A test over the tree names the others. */

/** 'gone': no such row. 'changed': it is no longer as it was read. 'storage-full': the device has no room to note it. */
export type NotChanged = Refusal | 'gone' | 'changed' | 'storage-full';
export interface Changed {
  before: OutboxRow;
  after: OutboxRow;
}

interface Reading {
  /** The row as it was read: it must still hold the same body and wait for the same item. */
  row: OutboxRow;
  /** Null when this version cannot read it. */
  body: QueuedBody | null;
}
type Content = Pick<OutboxRow, 'iv' | 'data'> & Partial<Pick<OutboxRow, 'dependsOn'>>;

/** Changes one item by an event, as `rules` say, in one transaction. `content` is written with the new state. */
export async function change(...given: Parameters<typeof changeNow>): Promise<Changed | NotChanged> {
  const [db] = given;
  const written = await withRoom(db, () => changeNow(...given));
  return written.ok ? written.value : written.code;
}

/**
 * The same inside a caller's transaction, who makes the room.
 *
 * When the answer to a commit was lost, `heal` runs it again. It then finds its own row and answers as before (F53).
 */
export function changeNow(
  db: Database,
  key: string,
  event: ItemEvent,
  now: number,
  { seen, content }: { seen?: Reading; content?: Content } = {},
): Promise<Changed | NotChanged> {
  let written: Changed | null = null;
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(key);
    if (row && written && isSameRow(row, written.after)) return written;
    if (!row) return 'gone';
    if (seen && !isAsSeen(row, seen)) return 'changed';
    const verdict = next(stateOf(row, seen?.body), event, now);
    if (typeof verdict === 'string') return verdict;
    written = { before: row, after: { ...rowIn(verdict, row), ...content } };
    await db.outbox.put(written.after);
    return written;
  });
}

/** Before those that wait for them: a correction stands behind what waited for the first request. Nothing waits for what waits. */
export const parentsFirst = (rows: readonly OutboxRow[]): OutboxRow[] =>
  [...rows].sort((one, other) => Number(one.dependsOn !== null) - Number(other.dependsOn !== null));

/** A customer's items, in the order of sending. */
export const ownItems = (db: Database, owner: string): Promise<OutboxRow[]> =>
  db.outbox.where('owner').equals(owner).sortBy('seq');

/** Changes every item of a customer that the event means something to. Without room they stay, and it comes again. */
export async function changeAll(
  db: Database,
  owner: string,
  event: Extract<ItemEvent, { type: 'tokensUnknown' | 'signedIn' }>,
  now: number,
): Promise<void> {
  await withRoom(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const rows = await db.outbox.where('owner').equals(owner).toArray();
      const changed = rows.flatMap((row) => {
        const verdict = next(stateOf(row), event, now);
        return typeof verdict === 'string' ? [] : [rowIn(verdict, row)];
      });
      await db.outbox.bulkPut(changed);
    }),
  );
}

/** Puts a new item behind the others, inside the caller's transaction. True when it is the only one. */
export async function add(db: Database, row: OutboxRow, files: readonly OutboxFileRow[]): Promise<boolean> {
  const last = await db.outbox.orderBy('seq').last();
  await db.outbox.add({ ...row, seq: (last?.seq ?? 0) + 1 });
  await db.outboxFiles.bulkAdd(files);
  return last === undefined;
}

/**
 * Removes an item with its files, if `rules` let it go. Repeated after a lost answer, it says 'removed' again (F53).
 *
 * @param draft the draft that goes with it, as it is named in the clear
 */
export function remove(
  db: Database,
  key: string,
  event: ItemEvent,
  now: number,
  { seen, draft = null }: { seen?: Reading; draft?: string | null } = {},
): Promise<'removed' | NotChanged> {
  let removed = false;
  const tables = [db.outbox, db.outboxFiles, ...(draft === null ? [] : [db.drafts])];
  return db.transaction('rw', tables, async () => {
    const row = await db.outbox.get(key);
    if (!row) return removed ? 'removed' : 'gone';
    if (seen && !isAsSeen(row, seen)) return 'changed';
    const verdict = next(stateOf(row, seen?.body), event, now);
    if (verdict !== 'gone') return typeof verdict === 'string' ? verdict : 'nothing';
    await db.outbox.delete(key);
    await db.outboxFiles.where('[key+field]').between([key, Dexie.minKey], [key, Dexie.maxKey]).delete();
    if (draft !== null) await draftParts(db, draft).delete();
    removed = true;
    return 'removed';
  });
}

/** Lets the items that wait for one wait for another, inside the caller's transaction. */
export async function moveDependents(db: Database, from: string, to: string): Promise<void> {
  await db.outbox.filter(({ dependsOn }) => dependsOn === from).modify({ dependsOn: to });
}

const isAsSeen = (row: OutboxRow, seen: Reading): boolean =>
  isSameSeal(row, seen.row) && row.dependsOn === seen.row.dependsOn;

function isSameRow(one: OutboxRow, other: OutboxRow): boolean {
  const marks = ({ owner, state, unclear, attempts, nextAt, dependsOn, claim }: OutboxRow) =>
    JSON.stringify([owner, state, unclear, attempts, nextAt, dependsOn, claim?.by, claim?.at]);
  return isSameSeal(one, other) && marks(one) === marks(other);
}
