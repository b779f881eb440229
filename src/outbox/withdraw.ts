import type { Problem } from '#contract/result.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import { getUnlessLost } from '#database/lost.ts';
import type { OutboxRow } from '#database/rows.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import { fileContext, type QueuedBody, sealBody, unreadableBody } from './body.ts';
import { draftName } from './draft-rows.ts';
import { next, stateOf } from './item-state.ts';
import { change, remove } from './items.ts';
import type { OutgoingFile } from './ports.ts';
import { type Reading, readBody } from './read-body.ts';
import type { SendPorts } from './send.ts';
import { storeReceipt } from './store-receipt.ts';

/**
 * Why an item cannot be changed now.
 * - gone: it is no longer in the queue
 * - sent: the server already has it; it is now settled and has its receipt
 * - being-sent: it is on its way right now
 * - unreachable: the server may have it and cannot be asked now; `problem` says why
 * - signed-out: there is no key to open it with
 * - unreadable: this version of the app does not know what it is
 * - incomplete: one of its files cannot be read, or a field no longer fits; it has to be edited
 * - storage-full: there is no room to note it, or for it under a new key; it stays as it was
 */
export type WithdrawalCode =
  | 'gone'
  | 'sent'
  | 'being-sent'
  | 'unreachable'
  | 'signed-out'
  | 'unreadable'
  | 'incomplete'
  | 'storage-full';
export type Withdrawal<T> = { ok: true; value: T } | { ok: false; code: WithdrawalCode; problem?: Problem };

/** An item as a form can open it. */
export interface EditableItem extends Pick<QueuedBody, 'command' | 'fields' | 'label' | 'policy' | 'problem'> {
  files: Record<string, OutgoingFile>;
  /** False when one of its files cannot be read; the form asks for it again. */
  complete: boolean;
  /** Key of the command it waits for, kept when it is queued again. */
  dependsOn: string | null;
}

/**
 * Opens an item for editing. It is held back in the queue until it is queued again with `replaces`, sent as it is, or
 * discarded. A form that is left half edited thus loses nothing.
 */
export async function beginEdit(ports: SendPorts, key: string): Promise<Withdrawal<EditableItem>> {
  const { db, clock } = ports;
  const own = await ownItem(ports, key);
  if (!own.ok) return own;
  const { row, reading, sendKey } = own.value;
  if (!reading.readable) return refusal('unreadable');
  const asked = await askFirst(ports, own.value);
  if (!asked.ok) return asked;
  const body = { ...reading.body, withdrawn: true };
  const event = { type: 'takenBack', promised: asked.value } as const;
  const seen = { row, body: reading.body };
  const held = await change(db, key, event, clock(), { seen, content: await sealBody(body, sendKey, row) });
  if (typeof held === 'string') return refusal(held === 'gone' || held === 'storage-full' ? held : 'being-sent');
  const files: Record<string, OutgoingFile> = {};
  for (const { field, name, type } of body.files) {
    const stored = await getUnlessLost(db.outboxFiles, [key, field]);
    const bytes = stored ? await openSettledFile(sendKey, stored, fileContext(key, field, row.owner)) : null;
    if (bytes) files[field] = { bytes, name, type };
  }
  const complete = Object.keys(files).length === body.files.length;
  const { command, fields, label, policy, problem } = body;
  return { ok: true, value: { command, fields, files, complete, label, policy, dependsOn: row.dependsOn, problem } };
}

/** Deletes an item with its files and the draft that belongs to it. The caller has asked the customer. */
export async function discard(ports: SendPorts, key: string): Promise<Withdrawal<void>> {
  const own = await ownItem(ports, key);
  if (!own.ok) return own;
  const { row, reading } = own.value;
  const attached = ports.commands[reading.body?.command ?? '']?.attached?.(key);
  // Only an open session can name it, and a lock may come while the server is asked.
  const draft = attached === undefined ? null : await draftName(await readingKeys(ports.db), attached);
  const asked = await askFirst(ports, own.value);
  if (!asked.ok) return asked;
  const event = { type: 'discarded', promised: asked.value } as const;
  const seen = { row, body: reading.body };
  const removed = await remove(ports.db, key, event, ports.clock(), { seen, draft });
  if (removed === 'removed') return { ok: true, value: undefined };
  return refusal(removed === 'gone' ? 'gone' : 'being-sent');
}

interface OwnItem {
  row: OutboxRow;
  reading: Reading;
  sendKey: CryptoKey;
}

/** An item of the signed-in customer. */
export async function ownItem({ db, commands }: SendPorts, key: string): Promise<Withdrawal<OwnItem>> {
  const [sending, row] = await Promise.all([sendingKeys(db), db.outbox.get(key)]);
  if (!sending) return refusal('signed-out');
  if (row?.owner !== sending.owner) return refusal('gone');
  const { sendKey } = sending;
  const reading = await readBody(row, sendKey, commands);
  // What a state of another version means is for that version to say (F42).
  const known = reading.readable && stateOf(row).phase !== 'foreign';
  return { ok: true, value: { row, reading: known ? reading : { readable: false, body: reading.body }, sendKey } };
}

/**
 * Makes an item safe to change (F29). If the server may have it, its key is withdrawn there first. If the server has it, it
 * is settled here; if not, the server will refuse a copy that arrives late.
 *
 * @returns whether the server promised that
 */
async function askFirst(ports: SendPorts, { row, reading, sendKey }: OwnItem): Promise<Withdrawal<boolean>> {
  const { key, owner } = row;
  const verdict = next(stateOf(row, reading.body), { type: 'discarded', promised: false }, ports.clock());
  if (verdict === 'gone') return { ok: true, value: false };
  if (verdict !== 'ask-server-first') return refusal('being-sent');

  if (ports.online?.() === false) return { ok: false, code: 'unreachable', problem: { code: 'offline' } };
  const answer = await ports.session.withdraw(key, owner);
  if (!answer.ok) return { ok: false, code: 'unreachable', problem: answer.problem };
  if (answer.value.estado === 'anulado') return { ok: true, value: true };
  const { recibo, resultado } = answer.value;
  if (recibo.clave !== key) return { ok: false, code: 'unreachable', problem: { code: 'unreadable' } };
  // An item whose body this version cannot read is settled by its receipt alone.
  const item = { row, body: reading.body ?? unreadableBody, sendKey };
  const stored = await storeReceipt(ports, item, recibo, resultado);
  if (!stored.ok) return refusal(stored.code);
  return refusal(stored.value ? 'sent' : 'unreachable');
}

function refusal(code: WithdrawalCode): { ok: false; code: WithdrawalCode } {
  return { ok: false, code };
}
