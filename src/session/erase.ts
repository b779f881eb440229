import { DEVICE } from '#database/draft-form.ts';
import { passkeysHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { tablesThatAre } from '#database/sealed-parts.ts';
import { additionsHere } from './additions.ts';
import { envelopeRows, rowsOfOwner } from './envelopes.ts';
import { partId, partNames } from './stored.ts';

/**
 * 'Borrar los datos de este teléfono' (D26): deletes all data of the signed-in customer, the queue and the data under
 * earlier passwords included. What belongs to no customer goes too: visitors' drafts, and shared files nobody claimed yet (S23).
 * Other customers' rows stay; without other customers everything is deleted. It is one transaction, so it cannot be half done.
 */
export async function eraseCustomer(db: Database): Promise<void> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  const owners = [reading?.owner ?? '', sending?.owner ?? ''];
  // Dexie counts what an async function waits for. Without one, a transaction that was waited for commits too early.
  await db.transaction('rw', db.tables, async () => dropCustomer(db, owners));
}

/**
 * The same inside the caller's transaction over all tables. The session of somebody else who is here stays, with what was
 * shared since.
 *
 * @param owners a name of the customer on this device; the others are found by the person (F52)
 */
export async function dropCustomer(db: Database, owners: readonly string[]): Promise<void> {
  const rows = await envelopeRows(db);
  const own = rowsOfOwner(rows, owners);
  const sealed = own.flatMap((row) => [...row.envelopes, ...row.aside].map(({ owner }) => owner));
  const all = [...new Set([...sealed, ...owners])];
  const persons = own.flatMap(({ person }) => person ?? []);
  const ids = [...own, ...(await additionsHere(db, persons))].map(({ id }) => id);
  if (own.length === rows.length) {
    await Promise.all(db.tables.map((table) => table.clear()));
    return;
  }
  await dropRowsOf(db, all);
  const passkeys = await passkeysHere(db, all);
  await db.vault.bulkDelete([...ids, ...passkeys.map(({ id }) => id)]);
  const here = (await sendingKeys(db))?.owner;
  if (here !== undefined && !all.includes(here)) return;
  await db.drafts.where('owner').equals(DEVICE).delete();
  await db.vault.bulkDelete(['reading', 'sending', 'activity', 'push']);
}

/** Deletes all rows of these owners but their envelopes, inside the caller's transaction over all tables. */
export async function dropRowsOf(db: Database, owners: readonly string[]): Promise<void> {
  for (const table of tablesThatAre('kept', 'renamed', 'brought-again')) {
    await db.table(table).where('owner').anyOf(owners).delete();
  }
  await db.session.bulkDelete(owners.flatMap((owner) => partNames.map((part) => partId(owner, part))));
}
