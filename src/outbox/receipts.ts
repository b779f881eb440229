import * as v from 'valibot';
import { anyReceipt } from '#contract/receipts.ts';
import { readerHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import { newestOf } from '#database/newest.ts';
import type { Database } from '#database/open.ts';
import type { ReadingKeys, ReceiptRow, SendingRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { isSameSeal, type OpeningKeys, openRow, sealRow } from '#database/sealed.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';
import { recentReceipts } from '#database/unread.ts';
import { type CommandKinds, commandKinds } from './commands.ts';
import type { ChangesMirror } from './ports.ts';

const storedReceipt = v.object({
  recibo: anyReceipt,
  /** The whole answer, for dependent commands, and for the mirror's change after a lock. */
  answer: v.unknown(),
  label: v.optional(v.record(v.string(), v.string()), {}),
  policy: v.optional(v.nullable(v.string()), null),
});
export type StoredReceipt = v.InferOutput<typeof storedReceipt>;

/** The customer's proof that the server has a command: 'Comprobante'. */
export interface QueueReceipt extends Omit<StoredReceipt, 'answer'> {
  key: string;
  /** When the server took it, in milliseconds since 1970: this device's clock may have stood anywhere (F60). */
  at: number;
  /** The customer has seen it. */
  read: boolean;
}

/** Marks these receipts as seen; without `keys`, all of them. */
export async function markReceiptsRead(db: Database, keys?: readonly string[]): Promise<WriteResult<unknown>> {
  const owner = (await readingKeys(db))?.owner;
  if (owner === undefined) return { ok: true, value: 0 };
  const unread = db.receipts
    .where('owner')
    .equals(owner)
    .filter(({ key, read }) => !read && (keys === undefined || keys.includes(key)));
  return withRoom(db, () => unread.modify({ read: true }));
}

/** Seals a receipt into its row: under readKey, or under sendKey while the device is locked. */
export async function sealReceipt(
  stored: StoredReceipt,
  key: CryptoKey,
  { key: name, owner, at, arrived, under }: Pick<ReceiptRow, 'key' | 'owner' | 'at' | 'arrived' | 'under'>,
): Promise<ReceiptRow> {
  const { iv, data } = await sealRow(key, stored, contextOf({ key: name, owner }));
  return { key: name, owner, at, ...(arrived !== undefined && { arrived }), under, iv, data };
}

/** Opened receipts by command key. A list is read again with each new one. */
export type OpenedReceipts = Map<string, { row: ReceiptRow; stored: StoredReceipt }>;

/**
 * The receipts of the customer whose session is open, newest first; none while the device is locked.
 *
 * @param which so many of the newest, or those that Novedades tells of at an instant; all without it
 */
export async function listReceipts(
  db: Database,
  { first, toldAt }: { first?: number | undefined; toldAt?: number } = {},
  opened: OpenedReceipts = new Map(),
): Promise<QueueReceipt[]> {
  const [keys, rows] = await Promise.all([
    keysNow(db),
    readerHere(db).then((owner) => {
      if (owner === null) return [];
      return toldAt === undefined ? newestOf(db.receipts, owner, { first }) : recentReceipts(db, owner, toldAt);
    }),
  ]);
  const all = await Promise.all(
    rows.map(async (row) => {
      const before = opened.get(row.key);
      const stored = before && isSameSeal(before.row, row) ? before.stored : await openWith(keys, row);
      if (stored) opened.set(row.key, { row, stored });
      return stored && shown(row, stored);
    }),
  );
  return all.filter((one) => one !== null);
}

/** How many there are of that customer. None is read for it. */
export async function countReceipts(db: Database): Promise<number> {
  const owner = await readerHere(db);
  return owner === null ? 0 : db.receipts.where('owner').equals(owner).count();
}

/** Null: no such receipt, or the device is locked. */
export async function findReceipt(db: Database, key: string): Promise<QueueReceipt | null> {
  const [keys, row] = await Promise.all([keysNow(db), db.receipts.get(key)]);
  if (!row || keys.reading?.owner !== row.owner) return null;
  const stored = await openWith(keys, row);
  return stored && shown(row, stored);
}

/** A receipt with its answer, opened with whichever key the device has now. */
export async function openReceipt(db: Database, row: ReceiptRow): Promise<StoredReceipt | null> {
  return openWith(await keysNow(db), row);
}

async function openWith(keys: DeviceKeys, row: ReceiptRow): Promise<StoredReceipt | null> {
  const opening = keysFor(keys, row);
  if (!opening) return null;
  const parsed = v.safeParse(storedReceipt, await openRow(opening, row, contextOf(row)));
  return parsed.success ? parsed.output : null;
}

/**
 * After a sign-in: seals receipts that arrived during a lock under readKey, and changes the mirror by their answers. Each
 * has a transaction of its own, so that the run may be interrupted and repeated.
 *
 * @returns how many moved
 */
export async function absorbLocked(
  db: Database,
  mirror: ChangesMirror,
  registry: CommandKinds = commandKinds,
): Promise<number> {
  const reading = await readingKeys(db);
  if (!reading) return 0;
  const rows = await db.receipts.where('owner').equals(reading.owner).toArray();
  let moved = 0;
  for (const row of rows) {
    if (row.under === 'send' && (await whileSealing(db, () => absorb(db, mirror, registry, row)))) moved += 1;
  }
  return moved;
}

async function absorb(db: Database, mirror: ChangesMirror, registry: CommandKinds, row: ReceiptRow): Promise<boolean> {
  const reading = await readingKeys(db);
  const stored = await openReceipt(db, row);
  if (!stored || reading?.owner !== row.owner) return false;
  const sealed = await sealReceipt(stored, reading.readKey, { ...row, under: 'read' });
  const done = await withRoom(db, () =>
    withMirrorChange(mirror, stored, row.owner, registry, (tables, write) =>
      db.transaction('rw', ['receipts', ...tables], async () => {
        // It was erased, or moved by another tab, after it was read.
        const now = await db.receipts.get(row.key);
        if (!now || !isSameSeal(now, row)) return 'passed' as const;
        if (!(await write())) return false;
        await db.receipts.put(sealed);
        return 'moved' as const;
      }),
    ),
  );
  // Without room it stays under the sending key, which opens it as well.
  return done.ok && done.value === 'moved';
}

const MIRROR_TRIES = 5;

/**
 * Runs a transaction that also changes the owner's mirror. It is repeated when the mirrored rows changed after the preparation.
 * When they keep changing, nothing is mirrored or another customer is signed in, it runs without that change; the next pull
 * brings the same.
 */
export async function withMirrorChange<T>(
  mirror: ChangesMirror,
  { answer, policy, recibo }: StoredReceipt,
  owner: string,
  registry: CommandKinds,
  transact: (tables: string[], write: () => Promise<boolean>) => Promise<T | false>,
): Promise<T | false> {
  const change = registry[recibo.tipo]?.applyTo(answer, { policy, owner }) ?? null;
  for (let tries = 0; change && tries < MIRROR_TRIES; tries += 1) {
    const prepared = await change(mirror);
    if (!prepared) break;
    const done = await transact(prepared.tables, prepared.write);
    if (done !== false) return done;
  }
  return transact([], async () => true);
}

interface DeviceKeys {
  reading: ReadingKeys | null;
  sending: SendingRow | null;
}

async function keysNow(db: Database): Promise<DeviceKeys> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  return { reading, sending };
}

function keysFor({ reading, sending }: DeviceKeys, { owner, under }: ReceiptRow): OpeningKeys | null {
  if (under === 'send') return sending?.owner === owner ? sending.sendKey : null;
  return reading?.owner === owner ? reading : null;
}

const shown = ({ key, at, read = false }: ReceiptRow, { recibo, label, policy }: StoredReceipt): QueueReceipt => ({
  key,
  recibo,
  label,
  policy,
  at,
  read,
});

const contextOf = ({ key, owner }: Pick<ReceiptRow, 'key' | 'owner'>) => ({ table: 'receipts', row: key, owner });
