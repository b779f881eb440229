import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';
import { whileOpen } from '#database/while-open.ts';

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

/**
 * Writes rows of the open session. What the server gave and a full device cannot take is held, sealed, in this page's memory
 * until a lock (F16): the server has ended what it took the place of. It counts as long as the device holds what it held then.
 */
export function createUnkept(db: Database) {
  const held = whileOpen(db, () => new Map<Id, KnownRow>());

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
    return written.ok ? 'kept' : 'held';
  }

  /** Deletes a row that is as it was read, here and on the device. */
  async function forget(id: Id, seen: SessionRow | undefined): Promise<void> {
    held().delete(id);
    await db.transaction('rw', db.session, async () => {
      if (isSameRow(await db.session.get(id), seen)) await db.session.delete(id);
    });
  }

  return { rowOf, write, forget };
}
