import { ageOf, MINUTE_MS } from '#contract/age.ts';
import { holdLock, timesHeld } from '#database/hold-lock.ts';
import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { ifRoom, withRoom } from '#database/storage.ts';
import { whileUnlocked } from '#database/while-open.ts';

type Id = SessionRow['id'];

/** A row of the session as this page knows it, and as it lies on the device. */
interface KnownRow {
  row: SessionRow | undefined;
  stored: SessionRow | undefined;
}
export type RowOf = (id: Id) => Promise<KnownRow>;

/** Whether it is the very row, or there is still none. */
export const isSameRow = (one: SessionRow | undefined, other: SessionRow | undefined): boolean =>
  one && other ? isSameSeal(one, other) : one === other;

/** How often a page tries to write what it holds. */
const TRIED_EVERY_MS = MINUTE_MS;
/** How long, and how often meanwhile, a page looks for what another one was asked to write. A frozen page never does. */
const WRITTEN_MS = 3_000;
const LOOKS_EVERY_MS = 200;

/**
 * Writes rows of the open session. What the server gave and a full device cannot take is held, sealed, in this page's memory
 * until a lock or until there is room (F16): the server has ended what it took the place of. It counts as long as the device
 * holds what it held then. A page that holds something says so with a Web Lock, and writes it when another one asks.
 *
 * @param kept called when all that was held was written
 */
export function createUnkept(db: Database, kept: () => void) {
  const { note, isHeldElsewhere, askToWrite } = createNotice(db, () => {
    keepAsked().catch((error: unknown) => console.error('session: what is held could not be written', error));
  });
  let triedAt = Number.NEGATIVE_INFINITY;
  const held = whileUnlocked(db, () => {
    note(0);
    return new Map<Id, KnownRow>();
  });

  const rowOf: RowOf = async (id) => {
    const known = held().get(id);
    const stored = await db.session.get(id);
    return { row: known && isSameRow(known.stored, stored) ? known.row : stored, stored };
  };

  /**
   * @param id the row that decides: it must still be as it was read
   * @returns 'passed', with nothing written, when it is not, or the session is no longer this owner's
   */
  async function write(
    { rows, gone }: { rows: SessionRow[]; gone: Id[] },
    owner: string,
    id: Id,
    seen: SessionRow | undefined,
  ): Promise<'kept' | 'held' | 'passed'> {
    const memory = held();
    let there: (SessionRow | undefined)[] = [];
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, db.session, async () => {
        if ((await readingKeys(db))?.owner !== owner || !isSameRow(await db.session.get(id), seen)) return 'passed';
        there = await db.session.bulkGet(rows.map((row) => row.id));
        await db.session.bulkPut(rows);
        await db.session.bulkDelete(gone);
        return 'kept';
      }),
    );
    if (written.ok && written.value === 'passed') return 'passed';
    for (const [index, row] of rows.entries()) {
      if (written.ok) memory.delete(row.id);
      else memory.set(row.id, { row, stored: there[index] });
    }
    if (memory === held()) note(memory.size);
    return written.ok ? 'kept' : 'held';
  }

  /** Writes what is held, where there is room by now. It is tried once a minute at most. */
  async function keepHeld(owner: string): Promise<void> {
    const age = ageOf(triedAt, db.machine.clock());
    if (age === null || age >= TRIED_EVERY_MS) await keepNow(owner);
  }

  async function keepAsked(): Promise<void> {
    const keys = await readingKeys(db);
    if (keys) await keepNow(keys.owner);
  }

  async function keepNow(owner: string): Promise<void> {
    const memory = held();
    if (memory.size === 0) return;
    triedAt = db.machine.clock();
    const known = [...memory];
    const written = await ifRoom(() =>
      db.transaction('rw', db.vault, db.session, async () => {
        if ((await readingKeys(db))?.owner !== owner) return false;
        for (const [id, { row, stored }] of known) {
          if (row && isSameRow(await db.session.get(id), stored)) await db.session.put(row);
        }
        return true;
      }),
    );
    if (!written.ok || !written.value) return;
    for (const [id, one] of known) if (memory.get(id) === one) memory.delete(id);
    if (memory !== held()) return;
    note(memory.size);
    if (memory.size === 0) kept();
  }

  /** Deletes a row that is as it was read, here and on the device. */
  async function forget(id: Id, seen: SessionRow | undefined): Promise<void> {
    held().delete(id);
    note(held().size);
    await db.transaction('rw', db.session, async () => {
      if (isSameRow(await db.session.get(id), seen)) await db.session.delete(id);
    });
  }

  return { rowOf, write, keepHeld, isHeldElsewhere, forget, ...createRefusals(db, askToWrite) };
}

/** The row that this page alone counts as refused. It is in no table, so who shows it listens to `refusals`. */
function createRefusals(db: Database, askToWrite: () => () => void) {
  const listeners = new Set<() => void>();
  let refused: SessionRow | undefined;
  const refusals = {
    now: () => refused,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const isThere = async (row: SessionRow) => isSameRow(await db.session.get(row.id), row);

  /**
   * Lets the pages that hold what came in the place of a refused row write it, and waits some seconds for that. Where nothing
   * comes, this page alone counts the row as refused: a mark on the device would part those pages from what they hold.
   *
   * @returns whether another row lies there now
   */
  async function comesElsewhere(seen: SessionRow): Promise<boolean> {
    if (isSameRow(refused, seen)) return false;
    const close = askToWrite();
    try {
      for (let waited = 0; waited < WRITTEN_MS; waited += LOOKS_EVERY_MS) {
        await new Promise<void>((later) => db.machine.timers.after(LOOKS_EVERY_MS, later));
        if (!(await isThere(seen))) return true;
      }
    } finally {
      close();
    }
    refused = seen;
    for (const listener of listeners) listener();
    return false;
  }

  /** Whether what this page alone counts as refused still lies there. */
  const isRefusedHere = async (): Promise<boolean> => refused !== undefined && isThere(refused);

  return { refusals, comesElsewhere, isRefusedHere };
}

/**
 * How pages tell one another that they hold rows.
 *
 * @param asked called in a page that holds some, when another one wants them written
 */
function createNotice({ name }: Database, asked: () => void) {
  const lock = `amparo unkept ${name}`;
  let letGo: (() => void) | null = null;
  const hold = () => {
    const [release, channel] = [holdLock(lock), new BroadcastChannel(lock)];
    channel.onmessage = asked;
    return () => {
      release();
      channel.close();
    };
  };
  return {
    /** How many this page holds now. */
    note(count: number): void {
      if (count > 0) letGo ??= hold();
      else {
        letGo?.();
        letGo = null;
      }
    },
    /** Whether another page holds rows that came in the place of what is stored. */
    isHeldElsewhere: async (): Promise<boolean> => (await timesHeld(lock)) > (letGo ? 1 : 0),
    /** Asks the pages that hold rows to write them. Returns what ends the asking. */
    askToWrite(): () => void {
      const channel = new BroadcastChannel(lock);
      channel.postMessage('write');
      return () => channel.close();
    },
  };
}
