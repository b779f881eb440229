import { draftContext, FORM_PART, namedFormFrom } from './draft-form.ts';
import { rowsUnlessLost } from './lost.ts';
import type { Database } from './open.ts';
import type { ReadingKeys } from './rows.ts';
import { openRow } from './sealed.ts';

/** A customer's draft with the plain name that lies under its seal. */
export interface NamedDraft {
  /** Its name in the clear. */
  id: string;
  name: string;
  /** Null of files alone. */
  form: unknown;
  /** When its form was last written, in milliseconds since 1970. */
  at: number;
  /** The names of its files. */
  parts: readonly string[];
}

/** The drafts of the customer with these keys, the last first. They are found by their rows, and no file is opened. */
export async function namedDrafts(db: Database, keys: ReadingKeys): Promise<NamedDraft[]> {
  const { owner } = keys;
  const own = await db.drafts.where('owner').equals(owner).primaryKeys();
  const rows = await rowsUnlessLost(
    db.drafts,
    own.filter(([, part]) => part === FORM_PART),
  );
  const drafts = rows.map(async (row): Promise<NamedDraft | null> => {
    const named = row && namedFormFrom(await openRow(keys, row, { ...draftContext(row.id, row.part), owner }));
    if (!named) return null;
    const parts = own.flatMap(([id, part]) => (id === row.id && part !== FORM_PART ? [part] : []));
    return { id: row.id, at: row.at, ...named, parts };
  });
  return (await Promise.all(drafts)).filter((draft) => draft !== null).sort((one, other) => other.at - one.at);
}
