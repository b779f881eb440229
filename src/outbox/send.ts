import * as v from 'valibot';
import { ageOf, SECOND_MS } from '#contract/age.ts';
import { sha256 } from '#contract/fingerprint.ts';
import { receipt } from '#contract/receipts.ts';
import { fail, type Result } from '#contract/result.ts';
import { getUnlessLost } from '#database/lost.ts';
import type { OutboxRow } from '#database/rows.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import type { Delivery } from '#session/calls.ts';
import { fileContext, fingerprintOf, sealBody } from './body.ts';
import type { CommandKind, CommandKinds } from './commands.ts';
import { change } from './items.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Progress } from './progress.ts';
import { type OpenItem, storeReceipt } from './store-receipt.ts';

/** How often a claim is refreshed. */
const HEARTBEAT_MS = 10 * SECOND_MS;

export type SendPorts = OutboxPorts & { commands: CommandKinds; progress: Progress };

/** An item that this version can read, with its command kind. */
export interface ReadableItem extends OpenItem {
  command: CommandKind;
}

interface Claimed extends ReadableItem {
  /** The row as it was before the claim. */
  before: OutboxRow;
  by: string;
}

/**
 * The result for one item.
 * - sent: settled and removed
 * - kept: refused, or tried again later
 * - offline: kept, because the network seems to be gone
 * - signed-out: kept and parked, as the others would be
 * - passed: somebody else sends it, it changed meanwhile, or its claim does not fit. Without a claim nothing would say that
 *   the server may have it
 */
export type Attempt = 'sent' | 'kept' | 'offline' | 'signed-out' | 'passed';

/** The result for an item, or a promise of it while the receipt is being stored. */
export type Sent = { attempt: Attempt } | { settling: Promise<Attempt> };

/**
 * Sends one item: claims it, checks its files, delivers it and writes the result. It resolves before the receipt is stored,
 * so that the next item can leave meanwhile. The claim lasts until the receipt is stored.
 */
export async function sendItem(ports: SendPorts, item: ReadableItem, by: string): Promise<Sent> {
  const { db, clock, progress } = ports;
  const { key } = item.row;
  const taken = await change(db, key, { type: 'claimed', by }, clock(), { seen: item });
  if (typeof taken === 'string') return { attempt: 'passed' };
  const claimed: Claimed = { ...item, before: taken.before, by };
  const files = await loadFiles(ports, item).catch((error: unknown) => {
    console.error('outbox: the files of an item could not be read', error);
    return 'unread' as const;
  });
  // Nothing has left the device, so the claim ends at once and `unclear` is as before.
  if (files === 'unread') return { attempt: await tryLater(ports, claimed, false) };
  // The server would accept a command without its files (F17).
  if (!files) {
    const damaged = { kind: 'refused', problem: { code: 'damaged' }, unclear: false } as const;
    return { attempt: await keep(ports, claimed, damaged).catch(() => tryLater(ports, claimed, false)) };
  }

  progress.begin(key);
  const line = keepClaimed(ports, key, by);
  const end = () => {
    line.end();
    progress.end(key);
  };
  try {
    const result = await ports.session.deliver(item.command.endpoint, item.body.fields, {
      owner: item.row.owner,
      key,
      fingerprint: item.body.fingerprint ?? (await fingerprintOf(item.body.fields, item.body.files)),
      files,
      onProgress(sent, total) {
        progress.report(key, sent, total);
        line.moved();
      },
      signal: line.signal,
    });
    const outcome = outcomeOf(withReceipt(result, item), taken.after.attempts);
    if (outcome.kind === 'accepted') return { settling: take(ports, claimed, outcome.answer).finally(end) };
    const attempt = await keep(ports, claimed, outcome);
    end();
    return { attempt };
  } catch (error) {
    // A bug of ours, or a database that is gone for a moment. Neither may keep the other items from being sent.
    console.error('outbox: an attempt ended in an exception', error);
    const attempt = await tryLater(ports, claimed);
    end();
    return { attempt };
  }
}

/** Stores the receipt. If that fails the item is sent again later, and the server answers with the same receipt (F3). */
async function take(ports: SendPorts, item: Claimed, answer: unknown): Promise<Attempt> {
  const parsed = v.safeParse(answered, answer);
  const { recibo } = parsed.success ? parsed.output : {};
  const stored =
    recibo &&
    (await storeReceipt(ports, item, recibo, answer).catch((error: unknown) => {
      console.error('outbox: a receipt could not be stored', error);
      return null;
    }));
  return stored?.ok && stored.value ? 'sent' : tryLater(ports, item);
}

/** `left`: bytes may have left the device. */
async function tryLater(ports: SendPorts, item: Claimed, left = true): Promise<Attempt> {
  const { row, by, before } = item;
  const event = { type: 'broken', by, left, wasUnclear: before.unclear, jitter: ports.random() } as const;
  // If this write fails too, the claim is no longer refreshed and another drain takes it over.
  await change(ports.db, row.key, event, ports.clock()).catch(() => 'gone');
  return 'kept';
}

/** Stores an attempt without a receipt: refused, parked, or to be tried again. */
async function keep(
  ports: SendPorts,
  { row, body, sendKey, by, before }: Claimed,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): Promise<Attempt> {
  const { problem } = outcome;
  const withdrawn = body.withdrawn || problem.code === 'withdrawn';
  const content = await sealBody({ ...body, problem, withdrawn }, sendKey, row);
  const event = { type: 'answered', by, outcome, wasUnclear: before.unclear, jitter: ports.random() } as const;
  const written = await change(ports.db, row.key, event, ports.clock(), { content });
  // Without room it stays claimed until the claim is silent. What the answer says of the other items holds.
  if (typeof written === 'string' && written !== 'storage-full') return 'passed';
  if (outcome.kind === 'parked') return 'signed-out';
  return problem.code === 'offline' || problem.code === 'timeout' ? 'offline' : 'kept';
}

const answered = v.object({ recibo: receipt });

/** An answer counts only when its receipt names this very command (F7). */
function withReceipt(result: Result<unknown>, { row, command }: ReadableItem): Result<unknown> {
  if (!result.ok) return result;
  const parsed = v.safeParse(answered, result.value);
  const names = parsed.success && parsed.output.recibo.clave === row.key && parsed.output.recibo.tipo === command.name;
  return names ? result : fail('unreadable');
}

/**
 * Opens the files; null when one is missing, lost, damaged, or not the one that was queued (F17). The browser keeps a Blob outside
 * the page's memory, so each opened buffer is freed as soon as its Blob exists.
 */
async function loadFiles({ db }: SendPorts, { row, body, sendKey }: OpenItem): Promise<Delivery['files'] | null> {
  const files: Delivery['files'] = {};
  for (const { field, name, type, size, sha256: sum } of body.files) {
    const stored = await getUnlessLost(db.outboxFiles, [row.key, field]);
    const bytes = stored ? await openSettledFile(sendKey, stored, fileContext(row.key, field, row.owner)) : null;
    if (stored) freeMemory(stored.data);
    if (bytes?.byteLength !== size || (await sha256(bytes)) !== sum) return null;
    files[field] = { bytes: new Blob([bytes], { type }), name, type };
    freeMemory(bytes);
  }
  return files;
}

/**
 * Frees a buffer at once instead of at a later garbage collection: a phone that sends megabytes should not hold four copies.
 * A buffer transferred to a closed port is dropped with the message. `ArrayBuffer.transfer` does not free WebCrypto's buffers.
 */
function freeMemory(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

/** Refreshes the claim while the body travels; aborts the sending when somebody else has the claim. */
function keepClaimed(ports: SendPorts, key: string, by: string) {
  const { db, clock } = ports;
  const controller = new AbortController();
  let renewed = clock();
  const renew = () => {
    renewed = clock();
    change(db, key, { type: 'renewed', by }, clock()).then(
      // A full device, or a database that is gone for a moment, is no reason to abort an upload.
      (ours) => typeof ours === 'string' && ours !== 'storage-full' && controller.abort(),
      () => undefined,
    );
  };
  const stop = db.machine.timers.every(HEARTBEAT_MS, renew);
  return {
    signal: controller.signal,
    /** Bytes have travelled. The timers of a hidden page run once a minute, which is too late for a claim. */
    moved() {
      const age = ageOf(renewed, clock());
      if (age === null || age >= HEARTBEAT_MS) renew();
    },
    end: stop,
  };
}
