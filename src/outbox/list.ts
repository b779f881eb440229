import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import type { QueuedBody, QueuedFile } from './body.ts';
import { isClaimed, isSameSeal } from './claims.ts';
import type { CommandKinds } from './commands.ts';
import { MINUTE_MS } from './outcome.ts';
import { type Reading, readBody } from './read-body.ts';

const OLD_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/**
 * How an item stands, for people.
 * - waiting: goes out by itself; `nextAt` says when it is tried again
 * - sending: on its way right now
 * - refused: by the server, or taken back for editing; `problem` has the server's words
 * - parked: waits for the customer to sign in
 * - behind: waits for another queued item
 * - blocked: the item it waits for was refused or discarded
 * - unknown: written by another version of the app, or damaged
 */
export type QueuedState = 'waiting' | 'sending' | 'refused' | 'parked' | 'behind' | 'blocked' | 'unknown';

export interface QueuedItem {
  key: string;
  state: QueuedState;
  /** Empty when this version cannot read the item. */
  command: string;
  fields: Record<string, string>;
  files: QueuedFile[];
  label: Record<string, string>;
  policy: string | null;
  problem: QueuedBody['problem'];
  /** Taken back by the customer: held until it is queued again, sent as it is, or discarded. */
  held: boolean;
  /** The server may have it: edit and discard need the network (F29). */
  unclear: boolean;
  attempts: number;
  nextAt: number;
  createdAt: number;
  dependsOn: string | null;
  /** Older than 7 days, and the customer was not asked yet whether to keep it (F26). It is sent all the same. */
  askWhetherToKeep: boolean;
}

/** What was opened before, by command key: a list of 500 is read again at each change of one of them. */
export type OpenedBodies = Map<string, { row: OutboxRow; reading: Reading }>;

/** What the signed-in customer has queued, in the order it goes out; nothing without the key it is sealed under. */
export async function listQueue(
  db: Database,
  commands: CommandKinds,
  clock: () => number,
  opened: OpenedBodies,
): Promise<QueuedItem[]> {
  const [sending, all] = await Promise.all([sendingKeys(db), db.outbox.orderBy('seq').toArray()]);
  const rows = all.filter(({ owner }) => owner === sending?.owner);
  const openedBefore = new Map(opened);
  // Signed out, or sent: nothing of it stays in memory.
  opened.clear();
  if (!sending) return [];
  const readings = await Promise.all(
    rows.map(async (row) => {
      const before = openedBefore.get(row.key);
      const same = before && before.row.owner === row.owner && isSameSeal(before.row, row);
      const reading = same ? before.reading : await readBody(row, sending.sendKey, commands);
      opened.set(row.key, { row, reading });
      return reading;
    }),
  );
  const states = new Map<string, QueuedState>();
  return rows.map((row, index) => {
    const reading = readings[index] ?? { readable: false, body: null };
    const state = stateOf(row, reading, states, clock());
    states.set(row.key, state);
    return itemOf(row, reading, state, clock());
  });
}

function stateOf(row: OutboxRow, reading: Reading, before: ReadonlyMap<string, QueuedState>, now: number): QueuedState {
  if (!reading.readable) return 'unknown';
  if (isClaimed(row, now)) return 'sending';
  if (row.state === 'refused') return 'refused';
  if (row.state === 'parked') return 'parked';
  if (row.dependsOn === null) return 'waiting';
  const parent = before.get(row.dependsOn);
  return parent === 'waiting' || parent === 'sending' || parent === 'behind' || parent === 'parked'
    ? 'behind'
    : 'blocked';
}

function itemOf(row: OutboxRow, { body }: Reading, state: QueuedState, now: number): QueuedItem {
  const { key, unclear, attempts, nextAt, createdAt, dependsOn } = row;
  return {
    key,
    state,
    command: body?.command ?? '',
    fields: body?.fields ?? {},
    files: body?.files ?? [],
    label: body?.label ?? {},
    policy: body?.policy ?? null,
    problem: body?.problem ?? null,
    held: body?.withdrawn ?? false,
    unclear,
    attempts,
    nextAt,
    createdAt,
    dependsOn,
    askWhetherToKeep: now - createdAt > OLD_AFTER_MS && body?.kept === false,
  };
}
