import type { ProblemCode } from '#contract/result.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { isSameSeal } from '#database/sealed.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import { fileContext, type QueuedBody, sealBody, unreadableBody } from './body.ts';
import { isClaimed } from './claims.ts';
import type { OutgoingFile } from './ports.ts';
import { readBody } from './read-body.ts';
import type { SendPorts } from './send.ts';
import { type OpenItem, removeItem, settle } from './settle.ts';

/**
 * Why an item cannot be changed now.
 * - gone: it is no longer in the queue
 * - sent: the server already has it; it is now settled and has its receipt
 * - being-sent: it is on its way right now
 * - unreachable: the server may have it and cannot be asked now; `problem` says why
 * - signed-out: there is no key to open it with
 * - unreadable: this version of the app does not know what it is
 */
export type WithdrawalCode = 'gone' | 'sent' | 'being-sent' | 'unreachable' | 'signed-out' | 'unreadable';
export type Withdrawal<T> = { ok: true; value: T } | { ok: false; code: WithdrawalCode; problem?: ProblemCode };

/** An item as a form can open it. */
export interface EditableItem extends Pick<QueuedBody, 'command' | 'fields' | 'label' | 'policy' | 'problem'> {
  files: Record<string, OutgoingFile>;
  /** Key of the command it waits for, kept when it is queued again. */
  dependsOn: string | null;
}

/**
 * Opens an item for editing. It is held back in the queue until it is queued again with `replaces`, sent as it is, or
 * discarded. A form that is left half edited thus loses nothing.
 */
export async function beginEdit(ports: SendPorts, key: string): Promise<Withdrawal<EditableItem>> {
  const held = await takeBack(ports, key);
  if (!held.ok) return held;
  const { row, body, sendKey } = held.value;
  if (!body) return refusal('unreadable');
  const files: Record<string, OutgoingFile> = {};
  for (const { field, name, type } of body.files) {
    const stored = await ports.db.outboxFiles.get([key, field]);
    const bytes = stored ? await openSettledFile(sendKey, stored, fileContext(key, field, row.owner)) : null;
    // The form asks again for a file that cannot be read.
    if (bytes) files[field] = { bytes, name, type };
  }
  const { command, fields, label, policy, problem } = body;
  return { ok: true, value: { command, fields, files, label, policy, dependsOn: row.dependsOn, problem } };
}

/** Deletes an item with its files. The caller has asked the customer. */
export async function discard(ports: SendPorts, key: string): Promise<Withdrawal<void>> {
  const held = await takeBack(ports, key);
  if (!held.ok) return held;
  const gone = await ports.db.transaction('rw', ports.db.outbox, ports.db.outboxFiles, async () => {
    const row = await ports.db.outbox.get(key);
    if (row && (isClaimed(row, ports.clock()) || row.unclear)) return false;
    return removeItem(ports.db, key);
  });
  return gone ? { ok: true, value: undefined } : refusal('being-sent');
}

/** The body is null when this version cannot read it. */
type HeldItem = Omit<OpenItem, 'body'> & { body: QueuedBody | null };

/**
 * Makes an item safe to change (F29). If the server may have it, its key is withdrawn there first. If the server has it, it
 * is settled here; if not, the server will refuse a copy that arrives late.
 */
async function takeBack(ports: SendPorts, key: string): Promise<Withdrawal<HeldItem>> {
  const { db, commands } = ports;
  const [sending, row] = await Promise.all([sendingKeys(db), db.outbox.get(key)]);
  if (!sending) return refusal('signed-out');
  if (row?.owner !== sending.owner) return refusal('gone');
  if (isClaimed(row, ports.clock())) return refusal('being-sent');
  const reading = await readBody(row, sending.sendKey, commands);
  const item: HeldItem = { row, body: reading.body, sendKey: sending.sendKey };
  if (!row.unclear) return hold(db, item, ports.clock);

  if (ports.online?.() === false) return { ok: false, code: 'unreachable', problem: 'offline' };
  const answer = await ports.session.withdraw(key, row.owner);
  if (!answer.ok) return { ok: false, code: 'unreachable', problem: answer.problem.code };
  if (answer.value.estado === 'anulado') return hold(db, item, ports.clock);
  const { recibo, resultado } = answer.value;
  if (recibo.clave !== key) return { ok: false, code: 'unreachable', problem: 'unreadable' };
  // An item whose body this version cannot read is settled by its receipt alone.
  const settled = await settle(ports, { ...item, body: item.body ?? unreadableBody }, recibo, resultado);
  return settled ? refusal('sent') : { ok: false, code: 'unreachable' };
}

/** Holds the item back until the customer sends or discards it. Sent again, it gets a new key. */
async function hold(db: Database, item: HeldItem, clock: () => number): Promise<Withdrawal<HeldItem>> {
  const { row, sendKey } = item;
  const body = item.body && { ...item.body, withdrawn: true };
  const sealed = body ? await sealBody(body, sendKey, row) : { iv: row.iv, data: row.data };
  const held = await db.transaction('rw', db.outbox, async () => {
    const now = await db.outbox.get(row.key);
    if (!now) return 'gone';
    // A drain claimed or changed it between reading and writing.
    if (isClaimed(now, clock()) || !isSameSeal(now, row) || (now.unclear && !row.unclear)) return 'being-sent';
    await db.outbox.update(row.key, { ...sealed, state: body ? 'refused' : now.state, unclear: false, claim: null });
    return 'held';
  });
  return held === 'held' ? { ok: true, value: { ...item, body } } : refusal(held);
}

function refusal(code: WithdrawalCode): { ok: false; code: WithdrawalCode } {
  return { ok: false, code };
}
