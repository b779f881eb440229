import type { CommandName } from '#contract/requests.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { WriteResult } from '#database/storage.ts';
import { whileOpen } from '#database/while-open.ts';
import type { OnSense } from '#ports/senses.ts';
import { sealBody } from './body.ts';
import { commandKinds as declared } from './commands.ts';
import { type DrainOptions, type DrainReport, drain } from './drain.ts';
import { type EnqueueOptions, type EnqueueResult, enqueue } from './enqueue.ts';
import { change, changeAll, type NotChanged } from './items.ts';
import { keepDraining } from './keep-draining.ts';
import { listQueue, type OpenedBodies, type QueuedItem } from './list.ts';
import type { OutboxPorts } from './outbox-ports.ts';
import type { OutgoingFile } from './ports.ts';
import { createProgress, type Progress } from './progress.ts';
import {
  absorbLocked,
  countReceipts,
  findReceipt,
  listReceipts,
  markReceiptsRead,
  type OpenedReceipts,
  type QueueReceipt,
} from './receipts.ts';
import type { SendPorts } from './send.ts';
import { beginEdit, discard, type EditableItem, ownItem, type Withdrawal, type WithdrawalCode } from './withdraw.ts';

export interface Outbox {
  /** Queues a command. After `ok`, the command stays on the device until the server has it. */
  enqueue(
    command: CommandName,
    fields: Record<string, string>,
    files?: Record<string, OutgoingFile>,
    options?: EnqueueOptions,
  ): Promise<EnqueueResult>;
  /** Sends the items that are due. Any page and the worker may run it at any time. */
  drain(options?: DrainOptions): Promise<DrainReport>;
  list(): Promise<QueuedItem[]>;
  /** The queue as this page last read it; undefined before, and after a lock. */
  lastList(): readonly QueuedItem[] | undefined;
  /** How many items wait on this device, whoever's; null when the browser cleared the database. */
  waiting(): Promise<number | null>;
  /** Newest first, all or so many; none while locked. */
  receipts(first?: number): Promise<QueueReceipt[]>;
  countReceipts(): Promise<number>;
  /** Those that Novedades tells of. */
  recentReceipts(): Promise<QueueReceipt[]>;
  /** The recent receipts as this page last read them; undefined before, and after a lock. */
  lastReceipts(): readonly QueueReceipt[] | undefined;
  receipt(key: string): Promise<QueueReceipt | null>;
  /** Marks these receipts as seen; without `keys`, all of them. */
  markRead(keys?: readonly string[]): Promise<WriteResult<unknown>>;
  /** 'Enviar ahora': makes an item due at once, even one that was refused or held back. */
  sendNow(key: string): Promise<Withdrawal<{ key: string }>>;
  beginEdit(key: string): Promise<Withdrawal<EditableItem>>;
  discard(key: string): Promise<Withdrawal<void>>;
  /** The customer was asked about an old item and keeps it (F26). */
  keepOld(key: string): Promise<Withdrawal<void>>;
  /** After each sign-in: moves receipts that came during a lock to the others, and brings the mirror up to date. */
  absorbLocked(): Promise<void>;
  /** After each sign-in: parked items are due at once. */
  resumeParked(): Promise<void>;
  /** Drains at start, when the connection returns, when the page becomes visible, and when an item is due. */
  keepDraining(onSense: OnSense): () => void;
  /** Makes `keepDraining` look now: another page queued something, and may have closed since. */
  wake(): void;
  /** The items this page is sending, and how far each is. */
  progress: Pick<Progress, 'now' | 'subscribe'>;
}

/** The queue of the customer's commands. Pages and the worker each create one over the same database. */
export function createOutbox(settings: OutboxPorts): Outbox {
  const commands = settings.commands ?? declared;
  const pokes = new Set<() => void>();
  const wake = () => {
    for (const look of pokes) look();
  };
  const poke = () => {
    settings.poke?.();
    wake();
  };
  const ports: SendPorts = { ...settings, poke, commands, progress: createProgress() };
  const { db, mirror, clock } = ports;
  const opened = whileOpen(db, (): OpenedBodies => new Map());
  const openedReceipts = whileOpen(db, (): OpenedReceipts => new Map());
  const last = whileOpen(db, (): { list?: QueuedItem[]; receipts?: QueueReceipt[] } => ({}));

  const drainNow = (options?: DrainOptions) => drain(ports, options);

  async function add(
    name: CommandName,
    fields: Record<string, string>,
    files: Record<string, OutgoingFile> = {},
    options: EnqueueOptions = {},
  ): Promise<EnqueueResult> {
    const command = commands[name];
    if (!command) throw new Error(`No such command: ${name}`);
    return enqueue(ports, { command, fields, files, options });
  }

  async function sendNow(key: string): Promise<Withdrawal<{ key: string }>> {
    const own = await ownItem(ports, key);
    if (!own.ok) return own;
    const { row, reading } = own.value;
    const { body } = reading;
    const event = { type: 'sendNow', keyReused: body?.problem?.code === 'key-reused' } as const;
    const due = await change(db, key, event, clock(), { seen: { row, body } });
    if (due === 'needs-new-key') return sendAgain(key);
    if (typeof due === 'string') return notNow(due);
    ports.poke?.();
    return { ok: true, value: { key } };
  }

  async function sendAgain(key: string): Promise<Withdrawal<{ key: string }>> {
    const edited = await beginEdit(ports, key);
    if (!edited.ok) return edited;
    const { command, fields, files, complete, label, policy, dependsOn } = edited.value;
    if (!complete) return { ok: false, code: 'incomplete' };
    const queued = await add(command as CommandName, fields, files, {
      label,
      replaces: key,
      ...(policy !== null && { policy }),
      ...(dependsOn !== null && { dependsOn }),
    });
    if (queued.ok) return queued;
    return { ok: false, code: whyNotAgain[queued.code] };
  }

  async function keepOld(key: string): Promise<Withdrawal<void>> {
    const own = await ownItem(ports, key);
    if (!own.ok) return own;
    const { row, reading, sendKey } = own.value;
    if (!reading.readable) return { ok: false, code: 'unreadable' };
    const content = await sealBody({ ...reading.body, kept: true }, sendKey, row);
    const seen = { row, body: reading.body };
    const kept = await change(db, key, { type: 'rewritten' }, clock(), { seen, content });
    return typeof kept === 'string' ? notNow(kept) : { ok: true, value: undefined };
  }

  async function resumeOwnParked(): Promise<void> {
    const sending = await sendingKeys(db);
    if (!sending) return;
    // Without room they stay parked until the next start.
    await changeAll(db, sending.owner, { type: 'signedIn' }, clock());
    ports.poke?.();
  }

  return {
    enqueue: add,
    drain: drainNow,
    list: async () => {
      const memory = last();
      memory.list = await listQueue(db, commands, clock, opened());
      return memory.list;
    },
    lastList: () => last().list,
    waiting: async () => {
      const [count, known] = await Promise.all([db.outbox.count(), db.vault.where('id').notEqual('new').count()]);
      return known === 0 ? null : count;
    },
    receipts: (first) => listReceipts(db, { first }, openedReceipts()),
    countReceipts: () => countReceipts(db),
    recentReceipts: async () => {
      const memory = last();
      memory.receipts = await listReceipts(db, { toldAt: clock() }, openedReceipts());
      return memory.receipts;
    },
    lastReceipts: () => last().receipts,
    receipt: (key) => findReceipt(db, key),
    markRead: (keys) => markReceiptsRead(db, keys),
    sendNow,
    beginEdit: (key) => beginEdit(ports, key),
    discard: (key) => discard(ports, key),
    keepOld,
    absorbLocked: async () => void (await absorbLocked(db, mirror, commands)),
    resumeParked: resumeOwnParked,
    keepDraining: (onSense) =>
      keepDraining(onSense, { drain: drainNow, clock, timers: db.machine.timers, online: ports.online, pokes }),
    wake,
    progress: ports.progress,
  };
}

/** Why an item could not be made due, or kept. */
const whyNotNow: Partial<Record<NotChanged, WithdrawalCode>> = {
  gone: 'gone',
  nothing: 'unreadable',
  'storage-full': 'storage-full',
};
const notNow = (why: NotChanged) => ({ ok: false, code: whyNotNow[why] ?? 'being-sent' }) as const;

/** Why an item could not be sent again, by the code of the queueing that failed. */
const whyNotAgain: Record<(EnqueueResult & { ok: false })['code'], WithdrawalCode> = {
  'being-sent': 'being-sent',
  elsewhere: 'gone',
  'signed-out': 'signed-out',
  'storage-full': 'storage-full',
  'empty-file': 'incomplete',
  invalid: 'incomplete',
};
