import type { AnyReceipt } from '#contract/receipts.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';
import { fingerprintOf, type QueuedBody, sealBody } from './body.ts';
import { type CommandKinds, fieldsToSend } from './commands.ts';
import { changeNow, remove } from './items.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import { readBody } from './read-body.ts';
import { type StoredReceipt, sealReceipt, withMirrorChange } from './receipts.ts';

/** The ports of a drain that storing a receipt needs. */
export type ReceiptPorts = Pick<OutboxPorts, 'db' | 'mirror' | 'clock'> & { commands: CommandKinds };

/** A queued row with its opened body. */
export interface OpenItem {
  row: OutboxRow;
  body: QueuedBody;
  sendKey: CryptoKey;
}

/**
 * Settles a command that the server has. One transaction stores the receipt, changes the mirror, fills in dependent
 * commands and deletes row and files (F3). While the device is locked, the receipt is kept under sendKey.
 *
 * The transaction reads the row again. If the customer erased it meanwhile, nothing is stored (D26). If it moved to the
 * owner of a newer password, its receipt is stored for that owner (D25).
 *
 * @returns false or 'storage-full' when it could not be stored; the row stays and is sent again, harmlessly
 */
export const storeReceipt = (
  ports: ReceiptPorts,
  item: OpenItem,
  recibo: AnyReceipt,
  answer: unknown,
): Promise<WriteResult<boolean>> => whileSealing(ports.db, () => store(ports, item, recibo, answer));

async function store(...[ports, item, recibo, answer]: Parameters<typeof storeReceipt>): Promise<WriteResult<boolean>> {
  const { db, mirror, clock, commands } = ports;
  const { key, owner } = item.row;
  const reading = await readingKeys(db);
  const open = reading?.owner === owner ? reading : null;
  const stored: StoredReceipt = { recibo, answer, label: item.body.label, policy: item.body.policy };
  const receipt = await sealReceipt(stored, open ? open.readKey : item.sendKey, {
    key,
    owner,
    at: Date.parse(recibo.fecha),
    arrived: clock(),
    under: open ? 'read' : 'send',
  });
  const dependents = await preparedDependents(ports, item, answer);

  const written = await withRoom(db, () =>
    withMirrorChange(mirror, stored, owner, commands, (tables, write) =>
      db.transaction('rw', ['outbox', 'outboxFiles', 'receipts', ...tables], async () => {
        const now = await db.outbox.get(key);
        // Another tab settled it first, or the customer erased it.
        if (!now) return 'settled' as const;
        if (now.owner !== owner) return 'moved' as const;
        if (!(await write())) return false;
        await db.receipts.put(receipt);
        for (const dependent of dependents) await fill(db, dependent, clock());
        await remove(db, key, { type: 'settled' }, clock());
        return 'settled' as const;
      }),
    ),
  );
  if (!written.ok) return written;
  if (written.value === 'moved') return storeMoved(ports, item, recibo, answer);
  return { ok: true, value: written.value === 'settled' };
}

/** Stores it again for the row's new owner. Without that owner's keys the row stays; sent again, it gets the same receipt. */
async function storeMoved(...[ports, item, recibo, answer]: Parameters<typeof storeReceipt>): ReturnType<typeof store> {
  const [sending, row] = await Promise.all([sendingKeys(ports.db), ports.db.outbox.get(item.row.key)]);
  if (!row) return { ok: true, value: true };
  if (sending?.owner !== row.owner || row.owner === item.row.owner) return { ok: true, value: false };
  return storeReceipt(ports, { ...item, row, sendKey: sending.sendKey }, recibo, answer);
}

/**
 * Fills in a dependent command from its parent's answer and computes its fingerprint, once. Null when the answer lacks
 * the needed fields.
 */
export async function withParentFields(
  commands: CommandKinds,
  parentCommand: string,
  answer: unknown,
  child: OpenItem,
): Promise<OutboxRow | null> {
  const lent = commands[parentCommand]?.lends(answer);
  const command = commands[child.body.command];
  if (!lent || !command) return null;
  const fields = fieldsToSend(command, { ...child.body.fields, ...pick(lent, command.filled) }, 'filled');
  if (!fields.ok) return null;
  const fingerprint = await fingerprintOf(fields.fields, child.body.files);
  const sealed = await sealBody({ ...child.body, fields: fields.fields, fingerprint }, child.sendKey, child.row);
  return { ...child.row, ...sealed, dependsOn: null };
}

interface Dependent {
  item: OpenItem;
  after: OutboxRow;
}

/**
 * Fills in dependents while settling. After a lock the answer may no longer open, and the second command must be sent all the
 * same (F30).
 */
async function preparedDependents(
  { db, commands }: ReceiptPorts,
  parent: OpenItem,
  answer: unknown,
): Promise<Dependent[]> {
  if (!commands[parent.body.command]?.lends(answer)) return [];
  const rows = await db.outbox.where('owner').equals(parent.row.owner).toArray();
  const waiting = rows.filter(({ dependsOn }) => dependsOn === parent.row.key);
  const prepared = await Promise.all(
    waiting.map(async (row) => {
      const reading = await readBody(row, parent.sendKey, commands);
      if (!reading.readable) return [];
      const item = { row, body: reading.body, sendKey: parent.sendKey };
      const after = await withParentFields(commands, parent.body.command, answer, item);
      return after ? [{ item, after }] : [];
    }),
  );
  return prepared.flat();
}

/** A row that changed meanwhile stays as it is; the drain fills it from the stored receipt. */
async function fill(db: Database, { item, after: { iv, data } }: Dependent, now: number): Promise<void> {
  await changeNow(db, item.row.key, { type: 'rewritten' }, now, { seen: item, content: { iv, data, dependsOn: null } });
}

const pick = (record: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
