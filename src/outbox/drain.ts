import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow, SendingRow } from '#database/rows.ts';
import { partId } from '#session/stored.ts';
import { isClaimed, next, SILENCE_MS, stateOf } from './item-state.ts';
import { change, changeAll, ownItems, parentsFirst } from './items.ts';
import { isDue, waitsForConnection } from './outcome.ts';
import { readBody } from './read-body.ts';
import { openReceipt } from './receipts.ts';
import { type Attempt, type ReadableItem, type SendPorts, sendItem } from './send.ts';
import { withParentFields } from './store-receipt.ts';

export interface DrainOptions {
  /** The connection has just come back: items that wait for it are due at once. */
  connected?: boolean;
}

/** What a drain sent, and counts of what is left. */
export interface DrainReport {
  sent: number;
  /** A later drain sends these, without the customer. */
  waiting: number;
  /** Refused or unreadable: the customer has to act. */
  attention: number;
  /** Wait for the next sign-in. */
  parked: number;
  /** When another drain has something to do, in milliseconds since 1970; null when none is needed. */
  nextAt: number | null;
}

/** After this many offline failures in a row the drain ends, since each further try would leave an item unclear. */
const MAX_OFFLINE_IN_A_ROW = 2;
/** An item whose files exceed this is heavy. */
const HEAVY_BYTES = 256 * 1024;

/** Sends the items that are due. Safe to run in any number of pages and workers at once. */
export async function drain(ports: SendPorts, options: DrainOptions = {}): Promise<DrainReport> {
  const state: Run = { sent: 0, offline: 0, ended: false, tried: new Set(), options };
  for (let before = -1; before < state.sent && !hasEnded(ports, state); ) {
    before = state.sent;
    await Promise.all(lanes.map((lane) => runLane(ports, state, lane)));
    // Repeats after a success: a dependent item may belong to the other lane.
  }
  return reportOf(ports, state.sent);
}

interface Run {
  sent: number;
  offline: number;
  ended: boolean;
  tried: Set<string>;
  options: DrainOptions;
}

/** Two lanes with a lock each, so that 6 MB on a slow connection never keep a ticket waiting (F28). */
const lanes = ['light', 'heavy'] as const;
type Lane = (typeof lanes)[number];

async function runLane(ports: SendPorts, state: Run, lane: Lane): Promise<void> {
  const run = async () => {
    await sendAll(ports, state, lane);
    return true;
  };
  const ran = await ports.lock.ifFree(`amparo-outbox-${lane}`, run);
  // The holder of the lock may be frozen with its page (F5). A working one has a fresh claim.
  if (ran === null && !(await isSomebodySending(ports, lane))) await run();
}

async function sendAll(ports: SendPorts, state: Run, lane: Lane): Promise<void> {
  const by = `${ports.id}/${ports.db.machine.uuid()}:${lane}`;
  for (;;) {
    const items = (await dueItems(ports, state.options)).filter(
      (item) => laneOf(item) === lane && !state.tried.has(item.row.key),
    );
    if (items.length === 0) return;
    // The receipt of one item is stored while the next item travels; never more than one.
    let settling: Promise<void> = Promise.resolve();
    try {
      for (const item of items) {
        if (hasEnded(ports, state)) return;
        // After a sign-out nothing more is sent (D26).
        if ((await sendingKeys(ports.db))?.owner !== item.row.owner) return;
        state.tried.add(item.row.key);
        const signIn = await signInOf(ports.db, item.row.owner);
        const sent = await sendItem(ports, item, by);
        await settling;
        if ('settling' in sent) settling = sent.settling.then((attempt) => note(state, attempt));
        else note(state, sent.attempt);
        if (state.ended) await parkOthers(ports, item.row.owner, signIn);
      }
    } finally {
      await settling;
    }
  }
}

/** Parks the other items when the server does not know the tokens. They wait for a sign-in and no attempt counts (F6). */
async function parkOthers({ db, clock }: SendPorts, owner: string, signIn: string): Promise<void> {
  await changeAll(db, owner, { type: 'tokensUnknown' }, clock());
  // These were the tokens of before: a sign-in has come meanwhile, and has resumed what was parked then.
  if ((await signInOf(db, owner)) !== signIn) await changeAll(db, owner, { type: 'signedIn' }, clock());
}

/** Tells one sign-in that the server accepted from the next: each of them, and no renewal of tokens, seals the identity. */
async function signInOf(db: Database, owner: string): Promise<string> {
  return (await db.session.get(partId(owner, 'identity')))?.iv.join() ?? '';
}

function note(state: Run, attempt: Attempt): void {
  if (attempt === 'sent') state.sent += 1;
  if (attempt === 'signed-out') state.ended = true;
  if (attempt !== 'passed') state.offline = attempt === 'offline' ? state.offline + 1 : 0;
}

const hasEnded = (ports: SendPorts, state: Run): boolean =>
  state.ended ||
  state.offline >= MAX_OFFLINE_IN_A_ROW ||
  // Without a network a try would only leave an item unclear. Browsers are sometimes wrong, so a drain that was told that
  // the connection is back tries all the same.
  (ports.online?.() === false && state.options.connected !== true);

const laneOf = ({ body }: ReadableItem): Lane =>
  body.files.reduce((sum, { size }) => sum + size, 0) > HEAVY_BYTES ? 'heavy' : 'light';

/** The items that can be sent now, in the order they were queued. */
async function dueItems(ports: SendPorts, { connected = false }: DrainOptions): Promise<ReadableItem[]> {
  const keys = await sendingKeys(ports.db);
  if (!keys) return [];
  const rows = await ownItems(ports.db, keys.owner);
  const now = ports.clock();
  const due: ReadableItem[] = [];
  for (const row of rows) {
    const state = stateOf(row);
    if (typeof next(state, { type: 'claimed', by: '' }, now) === 'string') continue;
    const waits = state.phase === 'waiting' && !isDue(row.nextAt, now);
    // Items that wait for their time are not opened, unless the connection they wait for is back.
    if (waits && !connected) continue;
    const reading = await readBody(row, keys.sendKey, ports.commands);
    if (!reading.readable) {
      // It stays visible, and every drain tries to read it again (F21).
      await change(ports.db, row.key, { type: 'notReadable' }, now);
      continue;
    }
    const item: ReadableItem = { row, body: reading.body, command: reading.command, sendKey: keys.sendKey };
    if (waits && !waitsForConnection(reading.body.problem)) continue;
    const ready = row.dependsOn === null ? item : await fromStoredReceipt(ports, item, keys);
    if (ready) due.push(ready);
  }
  return due;
}

/** For an item whose parent was settled without filling it: takes the missing fields from the stored receipt. */
async function fromStoredReceipt(
  { db, clock, commands }: SendPorts,
  item: ReadableItem,
  { owner }: SendingRow,
): Promise<ReadableItem | null> {
  const { dependsOn } = item.row;
  const stored = dependsOn === null ? undefined : await db.receipts.get(dependsOn);
  if (stored?.owner !== owner) return null;
  const parent = await openReceipt(db, stored);
  const row = parent && (await withParentFields(commands, parent.recibo.tipo, parent.answer, item));
  if (!row) return null;
  const { iv, data } = row;
  const content = { iv, data, dependsOn: null };
  const written = await change(db, row.key, { type: 'rewritten' }, clock(), { seen: item, content });
  const reading = await readBody(row, item.sendKey, commands);
  return typeof written !== 'string' && reading.readable ? { ...item, row, body: reading.body } : null;
}

async function isSomebodySending({ db, clock }: SendPorts, lane: Lane): Promise<boolean> {
  const now = clock();
  return (await db.outbox.toArray()).some((row) => isClaimed(row, now) && row.claim?.by.endsWith(`:${lane}`));
}

async function reportOf({ db, clock }: SendPorts, sent: number): Promise<DrainReport> {
  const owner = (await sendingKeys(db))?.owner;
  const rows = owner === undefined ? [] : await ownItems(db, owner);
  const now = clock();
  const report: DrainReport = { sent, waiting: 0, attention: 0, parked: 0, nextAt: null };
  const going = new Set<string>();
  for (const row of parentsFirst(rows)) {
    const { phase } = stateOf(row);
    if (phase === 'parked') report.parked += 1;
    else if (phase !== 'waiting' && phase !== 'sending') report.attention += 1;
    // The item it depends on was refused, parked or discarded.
    else if (row.dependsOn !== null && !going.has(row.dependsOn)) report.attention += 1;
    else {
      going.add(row.key);
      report.waiting += 1;
      if (row.dependsOn === null) report.nextAt = Math.min(report.nextAt ?? Number.POSITIVE_INFINITY, dueAt(row, now));
    }
  }
  return report;
}

function dueAt(row: OutboxRow, now: number): number {
  if (row.claim && isClaimed(row, now)) return row.claim.at + SILENCE_MS;
  return row.state === 'sending' || isDue(row.nextAt, now) ? now : row.nextAt;
}
