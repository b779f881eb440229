import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { whileOpen } from '#database/while-open.ts';
import { type DraftKeys, draftKeysOf, FORM_PART, openForm } from './draft-rows.ts';

export interface PeekedDraft {
  form: unknown;
  /** The names of its files. */
  parts: string[];
}

/**
 * Reads drafts without taking them in hand, and knows what it last found.
 *
 * @param rowsOf the rows of a draft; those on the device only when it is stored
 */
export function createPeeking(
  db: Database,
  whose: 'customer' | 'visitor',
  rowsOf: (name: string, keys: DraftKeys, isStored: boolean) => Promise<readonly DraftRow[]>,
) {
  const found = whileOpen(db, () => new Map<string, PeekedDraft | null>());
  /** How often this page has changed each draft. */
  const changes = new Map<string, number>();
  return {
    /** Home asks for one of each policy, and few are begun: those that are not stored are not looked for one by one. */
    async peekAll(ids: readonly string[]): Promise<(PeekedDraft | null)[]> {
      const memory = found();
      const before = new Map(changes);
      const keys = await draftKeysOf(db, whose, ids);
      const stored = new Set((await db.drafts.toCollection().primaryKeys()).map(([id]) => id));
      return Promise.all(
        ids.map(async (name, index) => {
          const own = keys?.[index];
          const draft = own ? await opened(own, await rowsOf(name, own, stored.has(own.id))) : null;
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

async function opened(keys: DraftKeys, rows: readonly DraftRow[]): Promise<PeekedDraft | null> {
  if (rows.length === 0) return null;
  const form = rows.find(({ part }) => part === FORM_PART);
  const parts = rows.map(({ part }) => part).filter((part) => part !== FORM_PART);
  return { form: form && (await openForm(keys, form)), parts };
}
