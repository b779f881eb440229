import * as v from 'valibot';
import { sha256 } from '#contract/fingerprint.ts';
import { receipt } from '#contract/receipts.ts';
import { fail, type Result } from '#contract/result.ts';
import type { OutboxRow } from '#database/rows.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import { fileContext, type QueuedBody, sealBody } from './body.ts';
import { giveBack, HEARTBEAT_MS, renewClaim, takeClaim } from './claims.ts';
import type { CommandKind, CommandKinds } from './commands.ts';
import { fingerprintOf } from './fingerprint-of.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import { type Outcome, outcomeOf, waitAfter } from './outcome.ts';
import type { TravellingFile } from './ports.ts';
import type { Progress } from './progress.ts';
import { type OpenItem, settle } from './settle.ts';

export type SendPorts = OutboxPorts & { commands: CommandKinds; progress: Progress };

/** An item that this version can read, and how. */
export interface ReadableItem extends OpenItem {
  command: CommandKind;
}

interface Claimed extends ReadableItem {
  /** The row as it was before the claim. */
  before: OutboxRow;
  by: string;
}

/**
 * What became of one item.
 * - sent: settled, it is gone
 * - kept: refused or to be tried again
 * - offline: kept, and the network looks gone
 * - signed-out: kept and parked; the others would fare the same
 * - passed: somebody else sends it, or it is no longer what it was
 */
export type Attempt = 'sent' | 'kept' | 'offline' | 'signed-out' | 'passed';

/** What became of an item, or, when the server has taken it, what is still being written down of that. */
export type Sent = { attempt: Attempt } | { settling: Promise<Attempt> };

/**
 * Sends one item: claims it, checks its files, hands it in, and writes what came of it. A receipt is still being stored
 * when this resolves, so that the next item is on its way meanwhile; until it is stored the claim stands.
 */
export async function sendItem(ports: SendPorts, item: ReadableItem, by: string, signal?: AbortSignal): Promise<Sent> {
  const { db, clock, progress } = ports;
  const { key } = item.row;
  const before = await takeClaim(db, item.row, by, clock());
  if (!before) return { attempt: 'passed' };
  const claimed: Claimed = { ...item, before, by };
  const files = await loadFiles(ports, item).catch((error: unknown) => {
    console.error('outbox: the files of an item could not be read', error);
    return 'unread' as const;
  });
  // Nothing has left the device: the claim is given back at once, and the item is as clear as it was.
  if (files === 'unread') return { attempt: await tryLater(ports, claimed, before.unclear) };
  // A command without its files would be taken by the server as it is (F17).
  if (!files) {
    const damaged = { kind: 'refused', problem: { code: 'damaged' }, unclear: false } as const;
    return { attempt: await keep(ports, claimed, damaged).catch(() => tryLater(ports, claimed, before.unclear)) };
  }

  progress.begin(key);
  const line = keepClaimed(ports, key, by, signal);
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
      onProgress: (sent, total) => progress.report(key, sent, total),
      signal: line.signal,
    });
    const outcome = outcomeOf(withReceipt(result, item), before.attempts + 1);
    if (outcome.kind === 'accepted') return { settling: take(ports, claimed, outcome.answer).finally(end) };
    const attempt = await keep(ports, claimed, outcome);
    end();
    return { attempt };
  } catch (error) {
    // A bug of ours, or a database that is gone for a moment; neither may keep the other items from going out.
    console.error('outbox: an attempt ended in an exception', error);
    const attempt = await tryLater(ports, claimed);
    end();
    return { attempt };
  }
}

/** Stores the receipt. What cannot be stored is sent again later; the server answers with the same receipt (F3). */
async function take(ports: SendPorts, item: Claimed, answer: unknown): Promise<Attempt> {
  const parsed = v.safeParse(answered, answer);
  const settled = parsed.success && (await settle(ports, item, parsed.output.recibo, answer).catch(() => false));
  return settled ? 'sent' : tryLater(ports, item);
}

async function tryLater(ports: SendPorts, item: Claimed, unclear = true): Promise<Attempt> {
  // This write may fail too. The claim is then no longer refreshed, and another drain takes it over.
  await giveBack(ports.db, item.row.key, item.by, {
    state: 'waiting',
    nextAt: ports.clock() + waitAfter({ code: 'unavailable' }, item.before.attempts + 1, ports.random),
    unclear,
  }).catch(() => false);
  return 'kept';
}

/** Stores a refusal, or that no answer came. */
async function keep(
  ports: SendPorts,
  item: Claimed,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): Promise<Attempt> {
  const { problem } = outcome;
  const body: QueuedBody = { ...item.body, problem };
  if (problem.code === 'withdrawn') body.withdrawn = true;
  const sealed = await sealBody(body, item.sendKey, item.row);
  const change = { ...sealed, version: body.version, ...stateAfter(ports, item.before, outcome) };
  const written = await giveBack(ports.db, item.row.key, item.by, change);
  if (!written) return 'passed';
  if (outcome.kind === 'parked') return 'signed-out';
  return problem.code === 'offline' || problem.code === 'timeout' ? 'offline' : 'kept';
}

function stateAfter(ports: SendPorts, before: OutboxRow, outcome: Exclude<Outcome, { kind: 'accepted' }>) {
  const { problem, kind } = outcome;
  const attempts = before.attempts + 1;
  // What an earlier attempt left open stays open, unless the key is used up: then the server has not taken it.
  const earlier = before.unclear && problem.code !== 'withdrawn';
  if (kind === 'parked') return { state: 'parked' as const, attempts: before.attempts, unclear: earlier };
  const unclear = earlier || outcome.unclear;
  if (kind === 'refused') return { state: 'refused' as const, unclear };
  return { state: 'waiting' as const, nextAt: ports.clock() + waitAfter(problem, attempts, ports.random), unclear };
}

const answered = v.object({ recibo: receipt });

/** An answer counts only when its receipt names this very command (F7). */
function withReceipt(result: Result<unknown>, { row, command }: ReadableItem): Result<unknown> {
  if (!result.ok) return result;
  const parsed = v.safeParse(answered, result.value);
  const names = parsed.success && parsed.output.recibo.clave === row.key && parsed.output.recibo.tipo === command.name;
  return names ? result : fail('nonsense');
}

/**
 * The files, opened; null when one is missing, damaged, or not the one that was queued (F17). The browser keeps a Blob outside
 * the page's own memory: what was opened is given back as soon as it lies there.
 */
async function loadFiles(
  { db }: SendPorts,
  { row, body, sendKey }: OpenItem,
): Promise<Record<string, TravellingFile> | null> {
  const files: Record<string, TravellingFile> = {};
  for (const { field, name, type, size, sha256: sum } of body.files) {
    const stored = await db.outboxFiles.get([row.key, field]);
    const bytes = stored ? await openSettledFile(sendKey, stored, fileContext(row.key, field, row.owner)) : null;
    if (stored) freeMemory(stored.data);
    if (bytes?.byteLength !== size || (await sha256(bytes)) !== sum) return null;
    files[field] = { bytes: new Blob([bytes], { type }), name, type };
    freeMemory(bytes);
  }
  return files;
}

/**
 * Gives memory back at once instead of at some later garbage collection: a phone that sends megabytes should not hold them
 * four times. A buffer that is handed to a closed port goes with the message; `ArrayBuffer.transfer` would leave what
 * WebCrypto made where it is.
 */
function freeMemory(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

/** Heartbeats while the body is on its way; ends the sending when the claim went to somebody else. */
function keepClaimed(ports: SendPorts, key: string, by: string, outer?: AbortSignal) {
  const { db, clock, every = everyInterval } = ports;
  const controller = new AbortController();
  const abort = () => controller.abort();
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  const stop = every(HEARTBEAT_MS, () => {
    renewClaim(db, key, by, clock()).then(
      (ours) => ours || abort(),
      // A database that is gone for a moment is no reason to break off an upload.
      () => undefined,
    );
  });
  return {
    signal: controller.signal,
    end() {
      stop();
      outer?.removeEventListener('abort', abort);
    },
  };
}

function everyInterval(milliseconds: number, run: () => void): () => void {
  const timer = setInterval(run, milliseconds);
  return () => clearInterval(timer);
}
