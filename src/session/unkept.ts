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

/**
 * Writes rows of the open session. What the server gave and a full device cannot take is held, sealed, in this page's memory
 * until a lock or until there is room (F16): the server has ended what it took the place of. It counts as long as the device
 * holds what it held then. A page that holds something says so with a Web Lock.
 */
export function createUnkept(db: Database) {
  const { note, isHeldElsewhere } = createNotice(db);
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

  /** Writes what is held, where there is room by now. Whether something was held and no longer is. */
  async function keepHeld(owner: string): Promise<boolean> {
    const memory = held();
    const age = ageOf(triedAt, db.machine.clock());
    if (memory.size === 0 || (age !== null && age < TRIED_EVERY_MS)) return false;
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
    if (!written.ok || !written.value) return false;
    for (const [id, one] of known) if (memory.get(id) === one) memory.delete(id);
    if (memory === held()) note(memory.size);
    return memory.size === 0;
  }

  /** Deletes a row that is as it was read, here and on the device. */
  async function forget(id: Id, seen: SessionRow | undefined): Promise<void> {
    held().delete(id);
    note(held().size);
    await db.transaction('rw', db.session, async () => {
      if (isSameRow(await db.session.get(id), seen)) await db.session.delete(id);
    });
  }

  return { rowOf, write, keepHeld, isHeldElsewhere, forget };
}

/** How pages tell one another that they hold rows. */
function createNotice({ name }: Database) {
  const lock = `amparo unkept ${name}`;
  let letGo: (() => void) | null = null;
  return {
    /** How many this page holds now. */
    note(count: number): void {
      if (count > 0) letGo ??= holdLock(lock);
      else {
        letGo?.();
        letGo = null;
      }
    },
    /** Whether another page holds rows that came in the place of what is stored. */
    isHeldElsewhere: async (): Promise<boolean> => (await timesHeld(lock)) > (letGo ? 1 : 0),
  };
}
