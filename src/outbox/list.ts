import { ageOf, DAY_MS } from '#contract/age.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { type QueuedBody, unreadableBody } from './body.ts';
import type { CommandKinds } from './commands.ts';
import { isClaimed, type Phase, stateOf } from './item-state.ts';
import { ownItems, parentsFirst } from './items.ts';
import { type Reading, readBody } from './read-body.ts';

const OLD_AFTER_MS = 7 * DAY_MS;

/**
 * The state of an item as people see it.
 * - waiting: is sent by itself; `nextAt` says when
 * - sending: on its way right now
 * - refused: by the server, or held for editing; `problem` has the server's text
 * - parked: waits for the customer to sign in
 * - behind: waits for another queued item
 * - blocked: the item it waits for was refused or discarded
 * - unknown: written by another version of the app, or damaged
 */
export type QueuedState = 'waiting' | 'sending' | 'refused' | 'parked' | 'behind' | 'blocked' | 'unknown';

/** `command` is empty when this version cannot read the item. While it is `unclear`, edit and discard need the network (F29). */
export interface QueuedItem extends ShownOfBody, ShownOfRow {
  state: QueuedState;
  /** Older than 7 days, and the customer did not say yet whether to keep it (F26). It is sent all the same. */
  askWhetherToKeep: boolean;
  /** Blocked for good: the item it waits for was discarded. */
  leftBehind: boolean;
}

type ShownOfBody = Omit<QueuedBody, 'version' | 'fingerprint' | 'kept'>;
type ShownOfRow = Pick<OutboxRow, 'key' | 'unclear' | 'attempts' | 'nextAt' | 'createdAt' | 'dependsOn'>;

/** Opened bodies by command key. A list of 500 is read again at each change of one item. */
export type OpenedBodies = Map<string, { row: OutboxRow; reading: Reading }>;

/** The queue of the open session's customer, in the order of sending; empty while locked. */
export async function listQueue(
  db: Database,
  commands: CommandKinds,
  clock: () => number,
  opened: OpenedBodies,
): Promise<QueuedItem[]> {
  const own = async () => {
    const sending = await sendingKeys(db);
    return { sending, rows: sending ? await ownItems(db, sending.owner) : [] };
  };
  const [reading, { sending, rows }] = await Promise.all([readingKeys(db), own()]);
  const openedBefore = new Map(opened);
  // Items that were sent, or belong to a customer who signed out, must not stay in memory.
  opened.clear();
  if (!sending || reading?.owner !== sending.owner) return [];
  const readings = await Promise.all(
    rows.map(async (row) => {
      const before = openedBefore.get(row.key);
      const same = before && before.row.owner === row.owner && isSameSeal(before.row, row);
      const reading = same ? before.reading : await readBody(row, sending.sendKey, commands);
      opened.set(row.key, { row, reading });
      return reading;
    }),
  );
  const discarded = await discardedParents(db, rows);
  const readingOf = new Map(rows.map((row, index) => [row.key, readings[index]]));
  const states = new Map<string, QueuedState>();
  const items = new Map<string, QueuedItem>();
  for (const row of parentsFirst(rows)) {
    const reading = readingOf.get(row.key) ?? { readable: false, body: null };
    const state = loadStateOf(row, reading, states, clock());
    states.set(row.key, state);
    const leftBehind = state === 'blocked' && discarded.has(row.dependsOn);
    items.set(row.key, { ...itemOf(row, reading, state, clock()), leftBehind });
  }
  return rows.flatMap(({ key }) => items.get(key) ?? []);
}

/** Which of the items that others wait for were discarded: they are neither queued, under whichever keys, nor sent. */
async function discardedParents(db: Database, rows: readonly OutboxRow[]): Promise<ReadonlySet<string | null>> {
  const parents = rows.flatMap(({ dependsOn }) => dependsOn ?? []);
  if (parents.length === 0) return new Set();
  const known = [db.outbox, db.receipts].map((table) => table.where(':id').anyOf(parents).primaryKeys());
  const there = new Set((await Promise.all(known)).flat());
  return new Set(parents.filter((key) => !there.has(key)));
}

const shownAs: Record<Exclude<Phase, 'waiting' | 'sending'>, QueuedState> = {
  parked: 'parked',
  refused: 'refused',
  held: 'refused',
  unreadable: 'unknown',
  foreign: 'unknown',
};

function loadStateOf(
  row: OutboxRow,
  reading: Reading,
  before: ReadonlyMap<string, QueuedState>,
  now: number,
): QueuedState {
  const { phase } = stateOf(row, reading.body);
  if (!reading.readable) return 'unknown';
  if (phase !== 'waiting' && phase !== 'sending') return shownAs[phase];
  if (isClaimed(row, now)) return 'sending';
  if (row.dependsOn === null) return 'waiting';
  const parent = before.get(row.dependsOn);
  return parent === 'waiting' || parent === 'sending' || parent === 'behind' || parent === 'parked'
    ? 'behind'
    : 'blocked';
}

function itemOf(row: OutboxRow, { body }: Reading, state: QueuedState, now: number): Omit<QueuedItem, 'leftBehind'> {
  const { key, unclear, attempts, nextAt, createdAt, dependsOn } = row;
  const { version: _, fingerprint: __, kept: ___, ...shown } = body ?? unreadableBody;
  const age = ageOf(createdAt, now) ?? Number.POSITIVE_INFINITY;
  const askWhetherToKeep = age > OLD_AFTER_MS && body?.kept === false;
  return { ...shown, key, state, unclear, attempts, nextAt, createdAt, dependsOn, askWhetherToKeep };
}
