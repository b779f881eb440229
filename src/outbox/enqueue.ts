import { beginLog } from '#database/full-disk.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import { type Database, draftParts } from '#database/open.ts';
import type { OutboxFileRow, OutboxRow, SendingRow } from '#database/rows.ts';
import { whileSealing } from '#database/rows-in-memory.ts';
import { settleFile } from '#database/sealed-file.ts';
import { withRoom } from '#database/storage.ts';
import { fileContext, fingerprintOf, type QueuedBody, type QueuedFile, sealBody } from './body.ts';
import { type CommandKind, type CommandKinds, fieldsToSend } from './commands.ts';
import {
  type DraftKeys,
  draftKeysOf,
  draftName,
  isAsRead,
  putRenamed,
  type Renamed,
  renameDraft,
} from './draft-rows.ts';
import { dropSealed, sealedOf, sumOf } from './file-sums.ts';
import { add, moveDependents, remove } from './items.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import type { OutgoingFile } from './ports.ts';
import { openReceipt } from './receipts.ts';
import { withParentFields } from './store-receipt.ts';

export interface EnqueueOptions {
  /** The draft it was written in, deleted in the same transaction. */
  draftId?: string;
  /** Key of the command whose receipt must come first. */
  dependsOn?: string;
  /** Key of the item that it replaces, after editing. */
  replaces?: string;
  /** Texts that the lists show: patient, amount, policy number. */
  label?: Record<string, string>;
  /** The policy whose mirrored list the answer belongs to; without it, the field `poliza`. */
  policy?: string;
}

/**
 * - storage-full: nothing was written, even after evicting the mirror; the form stays open
 * - signed-out: no key to seal it with
 * - empty-file: `field` holds a file without bytes (F24)
 * - invalid: the contract refuses these fields; `fields` has the error texts
 * - being-sent: the item to replace is on its way, or may have arrived
 * - elsewhere: another tab handed in or discarded the draft or the item to replace; a second call queues it all the same
 */
export type EnqueueResult =
  | { ok: true; value: { key: string } }
  | { ok: false; code: 'storage-full' | 'signed-out' | 'being-sent' | 'elsewhere' }
  | { ok: false; code: 'empty-file'; field: string }
  | { ok: false; code: 'invalid'; fields: Record<string, string> };

/** What is to be queued. */
interface Order {
  command: CommandKind;
  fields: Record<string, string>;
  files: Record<string, OutgoingFile>;
  options: EnqueueOptions;
}

/**
 * Queues a command: writes its row and files and deletes its draft, in one transaction with strict durability. Resolves
 * when that transaction is complete; only then may the customer read that it is saved.
 */
export async function enqueue(ports: Queueing, order: Order): Promise<EnqueueResult> {
  const { db } = ports;
  const { command, fields, files, options } = order;
  const { draftId } = options;
  // A delayed save would otherwise be written after the command, and the form would come back as a draft. So it would after a
  // lock meanwhile: only an open session can name the draft that is to go.
  const [sending, draft] = await Promise.all([
    sendingKeys(db),
    draftId === undefined ? null : readingKeys(db).then((keys) => draftName(keys, draftId)),
    draftId !== undefined && ports.drafts?.flush(),
  ]);
  if (!sending || (draftId !== undefined && draft === null)) return { ok: false, code: 'signed-out' };
  const empty = Object.entries(files).find(([, { bytes }]) => bytes.byteLength === 0);
  if (empty) return { ok: false, code: 'empty-file', field: empty[0] };
  const checked = fieldsToSend(command, fields, options.dependsOn ? 'to-fill' : 'filled');
  if (!checked.ok) return { ok: false, code: 'invalid', fields: checked.fields };

  const what = draftId ?? options.replaces ?? null;
  // A second press is meant.
  const told = what !== null && ports.drafts?.isTold(what) === true;
  const inHand = draftId !== undefined && ports.drafts?.inHand(draftId) === true;
  // A draft that another tab has begun since under the same name is not this command's; it stays.
  const taken = draftId !== undefined && ports.drafts?.elsewhere(draftId) === 'gone';
  if (taken && what !== null && !told) {
    ports.drafts?.tell(what);
    return { ok: false, code: 'elsewhere' };
  }
  const written = await whileSealing(db, async () =>
    withAttached(ports, {
      ...(await prepare(ports, { command, fields: checked.fields, files, options }, sending)),
      ...{ draft: taken ? null : draft, replaces: options.replaces ?? null },
      ...{ inHand: inHand && !told, mayBeGone: told },
    }),
  );
  if (what !== null && written.ok) ports.drafts?.release(what);
  if (what !== null && !written.ok && written.code === 'elsewhere') ports.drafts?.tell(what);
  return written;
}

/** Does everything that takes time before the transaction: hashes, seals, and fields from a settled parent. */
async function prepare(
  ports: Queueing,
  order: Order,
  sending: SendingRow,
): Promise<Pick<Queued, 'row' | 'files' | 'attached'>> {
  const key = ports.db.machine.uuid();
  const { attached: nameFor } = order.command;
  const { replaces } = order.options;
  // Only an open session can name it, and a lock may come meanwhile.
  const attached =
    nameFor && replaces !== undefined
      ? await draftKeysOf(ports.db, 'customer', [nameFor(replaces), nameFor(key)])
      : null;
  // Both hash or seal every byte, so they run side by side.
  const [row, sealedFiles] = await Promise.all([
    sealedRow(ports, key, order, sending),
    Promise.all(Object.entries(order.files).map(([field, { bytes }]) => sealedFile(key, field, bytes, sending))),
  ]);
  return { row, files: sealedFiles, attached };
}

async function sealedRow(
  { db, commands, clock }: Queueing,
  key: string,
  { command, fields, files, options }: Order,
  { owner, sendKey }: SendingRow,
): Promise<OutboxRow> {
  const { dependsOn = null, label = {}, policy = fields.poliza ?? null } = options;
  const manifest = await manifestOf(files);
  const body: QueuedBody = {
    command: command.name,
    version: command.version,
    fields,
    files: manifest,
    fingerprint: dependsOn === null ? await fingerprintOf(fields, manifest) : null,
    label,
    policy,
    problem: null,
    withdrawn: false,
    kept: false,
  };
  const row = { ...blank, key, owner, dependsOn, createdAt: clock() };
  const sealed: OutboxRow = { ...row, ...(await sealBody(body, sendKey, row)) };
  const parent = dependsOn === null ? null : await settledParent(db, dependsOn);
  const child = { row: sealed, body, sendKey };
  return (parent && (await withParentFields(commands, parent.recibo.tipo, parent.answer, child))) ?? sealed;
}

interface Queueing extends OutboxPorts {
  commands: CommandKinds;
}

interface Queued {
  row: OutboxRow;
  files: OutboxFileRow[];
  draft: string | null;
  /** This page knows that the draft was there. */
  inHand: boolean;
  replaces: string | null;
  /** The customer knows that the item to replace is gone. */
  mayBeGone: boolean;
  /** The names of the draft that belongs to the item to replace, and to this one; null where there can be none. */
  attached: readonly DraftKeys[] | null;
}

/** Queues it. The draft that belongs to the item it replaces goes on as its own, as any tab saved it last (F56). */
async function withAttached(ports: OutboxPorts, queued: Queued): Promise<EnqueueResult> {
  const { attached } = queued;
  for (;;) {
    const moved = attached && (await renameDraft(ports.db, attached));
    const written = await write(ports, queued, moved);
    if (written === 'draft-changed') continue;
    if (written.ok && attached?.[0]) ports.drafts?.release(attached[0].name);
    return written;
  }
}

const blank = { seq: 0, state: 'waiting', attempts: 0, nextAt: 0, unclear: false, claim: null } as const;

async function write(
  ports: OutboxPorts,
  queued: Queued,
  attached: Renamed | null,
): Promise<EnqueueResult | 'draft-changed'> {
  const { db, clock, poke, keepStorage } = ports;
  const { row, files, draft, inHand, replaces, mayBeGone } = queued;
  const written = await withRoom(db, async () => {
    // What follows half a record in the old log does not survive a kill (F57).
    await beginLog(db.machine.timers);
    return db.transaction('rw', [db.outbox, db.outboxFiles, db.drafts, db.vault, db.receipts], async () => {
      // The answer to this very commit was lost (F53). Another page may even have sent it since.
      if ((await db.outbox.get(row.key)) ?? (await db.receipts.get(row.key))) return 'next' as const;
      // After a sign-out in another tab the item would wait unseen, or outlive an erasure by the customer (D26).
      if ((await sendingKeys(db))?.owner !== row.owner) return 'signed-out' as const;
      const draftRows = draft === null ? null : draftParts(db, draft);
      if (draftRows && inHand && (await draftRows.count()) === 0) return 'elsewhere' as const;
      if (attached && !(await isAsRead(db, attached))) return 'draft-changed' as const;
      if (replaces !== null) {
        const refusal = await removeReplaced(db, replaces, row.key, clock());
        if (refusal && !(refusal === 'elsewhere' && mayBeGone)) return refusal;
      }
      const isFirst = await add(db, row, files);
      await draftRows?.delete();
      if (attached) await putRenamed(db, attached);
      return isFirst ? ('first' as const) : ('next' as const);
    });
  });
  if (!written.ok) return written;
  if (written.value === 'draft-changed') return written.value;
  if (written.value !== 'first' && written.value !== 'next') return { ok: false, code: written.value };
  // From now on something exists only on this device. Whatever the browser answers, it is saved.
  if (written.value === 'first') keepStorage?.().catch(() => false);
  poke?.();
  return { ok: true, value: { key: row.key } };
}

/** Removes the edited item and makes its dependents wait for the new one. Null: done. */
async function removeReplaced(
  db: Database,
  old: string,
  key: string,
  now: number,
): Promise<'elsewhere' | 'being-sent' | null> {
  const removed = await remove(db, old, { type: 'replaced' }, now);
  if (removed === 'gone') return 'elsewhere';
  // Somebody sends it, or the server may have it: `beginEdit` has to ask first (F29).
  if (removed !== 'removed') return 'being-sent';
  await moveDependents(db, old, key);
  return null;
}

async function settledParent(db: Database, key: string) {
  const row = await db.receipts.get(key);
  return row ? openReceipt(db, row) : null;
}

function manifestOf(files: Record<string, OutgoingFile>): Promise<QueuedFile[]> {
  return Promise.all(
    Object.entries(files).map(async ([field, { bytes, name, type }]) => ({
      field,
      name,
      type,
      size: bytes.byteLength,
      sha256: await sumOf(bytes),
    })),
  );
}

async function sealedFile(
  key: string,
  field: string,
  bytes: ArrayBuffer,
  { owner, sendKey }: SendingRow,
): Promise<OutboxFileRow> {
  const ahead = await sealedOf(bytes);
  dropSealed(bytes);
  return { key, field, owner, ...(await settleFile(sendKey, ahead, fileContext(key, field, owner))) };
}
