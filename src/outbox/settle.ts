import { Dexie } from 'dexie';
import type { Receipt } from '#contract/receipts.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { type QueuedBody, sealBody } from './body.ts';
import { isSameSeal } from './claims.ts';
import { type CommandKinds, fieldsToSend } from './commands.ts';
import { fingerprintOf } from './fingerprint-of.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import { readBody } from './read-body.ts';
import { type StoredReceipt, sealReceipt, withMirrorChange } from './receipts.ts';

/** Who settles: what a drain hands on of its ports. */
export type Settling = Pick<OutboxPorts, 'db' | 'mirror' | 'clock'> & { commands: CommandKinds };

/** A queued row and what stands in it. */
export interface OpenItem {
  row: OutboxRow;
  body: QueuedBody;
  sendKey: CryptoKey;
}

/**
 * The server has the command: in one transaction its receipt is stored, the mirror shows it, what waited for it gets what
 * it needs, and row and files go (F3: either all of it or nothing). While the device is locked the receipt is kept under
 * sendKey until the next sign-in.
 *
 * The row is looked at again in there. Erased while its body was on the way, it leaves nothing behind (D26); brought over
 * from under an earlier password, its receipt is stored for the session of today (D25).
 *
 * @returns false when it could not be stored; the row stays and is sent again, harmlessly
 */
export async function settle(ports: Settling, item: OpenItem, recibo: Receipt, answer: unknown): Promise<boolean> {
  const { db, mirror, clock, commands } = ports;
  const { key, owner } = item.row;
  const reading = await readingKeys(db);
  const open = reading?.owner === owner ? reading : null;
  const stored: StoredReceipt = { recibo, answer, label: item.body.label, policy: item.body.policy };
  const receipt = await sealReceipt(stored, open ? open.readKey : item.sendKey, {
    key,
    owner,
    at: clock(),
    under: open ? 'read' : 'send',
  });
  const dependents = await preparedDependents(ports, item, answer);

  const written = await withRoom(db, () =>
    withMirrorChange(mirror, stored, commands, (tables, write) =>
      db.transaction('rw', ['outbox', 'outboxFiles', 'receipts', ...tables], async () => {
        const now = await db.outbox.get(key);
        // Another tab may have settled it first, and what it wrote stands; or the customer erased it.
        if (!now) return 'settled' as const;
        if (now.owner !== owner) return 'moved' as const;
        if (!(await write())) return false;
        await db.receipts.put(receipt);
        for (const dependent of dependents) await fill(db, dependent);
        await removeItem(db, key);
        return 'settled' as const;
      }),
    ),
  );
  if (!written.ok || written.value === false) return false;
  return written.value === 'settled' || settleMoved(ports, item, recibo, answer);
}

/** Settles again for the owner the row has now. Without that owner's keys the row stays: sent again, it gets the same receipt. */
async function settleMoved(ports: Settling, item: OpenItem, recibo: Receipt, answer: unknown): Promise<boolean> {
  const [sending, row] = await Promise.all([sendingKeys(ports.db), ports.db.outbox.get(item.row.key)]);
  if (!row) return true;
  if (sending?.owner !== row.owner || row.owner === item.row.owner) return false;
  return settle(ports, { ...item, row, sendKey: sending.sendKey }, recibo, answer);
}

/** Takes a row and its files away, inside the caller's transaction. */
export async function removeItem(db: Database, key: string): Promise<true> {
  await db.outbox.delete(key);
  await db.outboxFiles.where('[key+field]').between([key, Dexie.minKey], [key, Dexie.maxKey]).delete();
  return true;
}

/**
 * What waited for a command takes from its answer what it lacked, and only now gets its fingerprint, which it then keeps.
 * Null when the answer does not lend what is needed.
 */
export async function filledFrom(
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
  before: OutboxRow;
  after: OutboxRow;
}

/**
 * Done while settling, since afterwards the answer may lie under a key this device no longer holds open: a lock in between
 * must not keep the second command from going out (F30).
 */
async function preparedDependents({ db, commands }: Settling, parent: OpenItem, answer: unknown): Promise<Dependent[]> {
  if (!commands[parent.body.command]?.lends(answer)) return [];
  const rows = await db.outbox.where('owner').equals(parent.row.owner).toArray();
  const waiting = rows.filter(({ dependsOn }) => dependsOn === parent.row.key);
  const prepared = await Promise.all(
    waiting.map(async (before) => {
      const reading = await readBody(before, parent.sendKey, commands);
      if (!reading.readable) return [];
      const child = { row: before, body: reading.body, sendKey: parent.sendKey };
      const after = await filledFrom(commands, parent.body.command, answer, child);
      return after ? [{ before, after }] : [];
    }),
  );
  return prepared.flat();
}

/** A row that changed meanwhile is left as it is; the drain fills it from the stored receipt. */
async function fill(db: Database, { before, after }: Dependent): Promise<void> {
  const now = await db.outbox.get(before.key);
  if (now && isSameSeal(now, before) && now.dependsOn === before.dependsOn) {
    await db.outbox.update(before.key, { iv: after.iv, data: after.data, dependsOn: null });
  }
}

const pick = (record: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
