import { draftContext, draftNameParts, FORM_PART, namedFormFrom } from '#database/draft-form.ts';
import { rowName } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { openFile, openRow, sealFile, sealRow } from '#database/sealed.ts';
import type { CustomerKeys } from '#vault/keys.ts';

type Keys = Omit<CustomerKeys, 'sendKey'> & { owner: string };

/** How many drafts these owners have. */
export function countDrafts(db: Database, owners: readonly string[]): Promise<number> {
  return db.drafts
    .where('owner')
    .anyOf(owners)
    .and(({ part }) => part === FORM_PART)
    .count();
}

/**
 * Seals a customer's drafts with other keys, under the names that those keys give. Drafts that cannot be opened are left
 * out.
 */
export async function resealDrafts(db: Database, from: Keys, to: Keys): Promise<DraftRow[]> {
  const rows = await db.drafts.where('owner').equals(from.owner).toArray();
  const moved: DraftRow[] = [];
  for (const row of rows.filter(({ part }) => part === FORM_PART)) {
    const named = namedFormFrom(await openRow(from, row, contextOf(row)));
    if (!named) continue;
    const id = await rowName(to, ...draftNameParts(named.name));
    const context = { ...draftContext(id, FORM_PART), owner: to.owner };
    moved.push({ ...row, id, owner: to.owner, ...(await sealRow(to.readKey, named, context)) });
    for (const file of rows.filter((other) => other.id === row.id && other.part !== FORM_PART)) {
      const bytes = await openFile(from, file, contextOf(file));
      const fileContext = { ...draftContext(id, file.part), owner: to.owner };
      if (bytes) moved.push({ ...file, id, owner: to.owner, ...(await sealFile(to.readKey, bytes, fileContext)) });
    }
  }
  return moved;
}

/**
 * Writes the drafts inside the caller's transaction. A newer draft of the same form stays, and the earlier one is dropped.
 *
 * @returns how many drafts were written
 */
export async function putDrafts(db: Database, drafts: readonly DraftRow[]): Promise<number> {
  const forms = drafts.filter(({ part }) => part === FORM_PART);
  const taken = await db.drafts.bulkGet(forms.map(({ id, part }): [string, string] => [id, part]));
  const free = new Set(forms.filter((_, index) => taken[index] === undefined).map(({ id }) => id));
  await db.drafts.bulkPut(drafts.filter(({ id }) => free.has(id)));
  return free.size;
}

const contextOf = ({ id, part, owner }: DraftRow) => ({ ...draftContext(id, part), owner });
