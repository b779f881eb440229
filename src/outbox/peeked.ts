import { rowsUnlessLost } from '#database/lost.ts';
import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { whileOpen } from '#database/while-open.ts';
import { type DraftKeys, draftKeysOf, FORM_PART, openForm } from './draft-rows.ts';

export interface PeekedDraft {
  form: unknown;
  /** The names of its files. One that the browser has lost is among them: no file is read here. */
  parts: string[];
}

/**
 * Reads drafts without taking them in hand, and knows what it last found.
 *
 * @param inMemory the rows of a draft that did not fit on the device
 */
export function createPeeking(
  db: Database,
  whose: 'customer' | 'visitor',
  inMemory: (name: string, keys: DraftKeys) => readonly DraftRow[],
) {
  const found = whileOpen(db, () => new Map<string, PeekedDraft | null>());
  /** How often this page has changed each draft. */
  const changes = new Map<string, number>();
  return {
    /** Home asks for one of each policy, and few are begun. Of files it needs the names alone, which their keys say. */
    async peekAll(ids: readonly string[]): Promise<(PeekedDraft | null)[]> {
      const memory = found();
      const before = new Map(changes);
      const keys = (await draftKeysOf(db, whose, ids)) ?? [];
      const wanted = new Set(keys.map(({ id }) => id));
      const stored = (await db.drafts.toCollection().primaryKeys()).filter(([id]) => wanted.has(id));
      const forms = await rowsUnlessLost(
        db.drafts,
        stored.filter(([, part]) => part === FORM_PART),
      );
      return Promise.all(
        ids.map(async (name, index) => {
          const own = keys[index];
          const draft = own ? await opened(own, stored, [...inMemory(name, own), ...forms]) : null;
          // What was changed meanwhile would be known as it was.
          if (changes.get(name) === before.get(name)) memory.set(name, draft);
          return draft;
        }),
      );
    },
    last: (id: string) => found().get(id),
    forget(id: string): void {
      changes.set(id, (changes.get(id) ?? 0) + 1);
      found().delete(id);
    },
  };
}

/** @param rows those in memory first: they are newer than what is stored */
async function opened(
  keys: DraftKeys,
  stored: readonly [id: string, part: string][],
  rows: readonly (DraftRow | undefined | null)[],
): Promise<PeekedDraft | null> {
  const own = rows.filter((row) => row?.id === keys.id).filter((row) => row != null);
  const files = [...stored.filter(([id]) => id === keys.id).map(([, part]) => part), ...own.map(({ part }) => part)];
  const parts = [...new Set(files)].filter((part) => part !== FORM_PART);
  const form = own.find(({ part }) => part === FORM_PART);
  if (!form && parts.length === 0) return null;
  return { form: form && (await openForm(keys, form)), parts };
}
