import { UNCLAIMED } from '#database/draft-form.ts';
import { passkeysHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import { type Database, draftParts } from '#database/open.ts';
import { type EnvelopeRow, mirrorTables } from '#database/rows.ts';
import { partId, partNames } from './stored.ts';

/**
 * 'Borrar los datos de este dispositivo' (D26): deletes all data of the signed-in customer, the queue and the data under
 * earlier passwords included, and shared files that nobody claimed yet (S23). Other customers' rows stay; without other
 * customers everything is deleted. It is one transaction, so it cannot be half done.
 *
 * @param own the customer's envelopes, read before: their name is a hash of the email
 */
export async function eraseCustomer(db: Database, own: EnvelopeRow | null): Promise<void> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  await db.transaction('rw', db.tables, () => dropCustomer(db, own, [reading?.owner ?? '', sending?.owner ?? '']));
}

/** The same inside the caller's transaction over all tables; `owners` are the names of the customer besides the envelopes'. */
export async function dropCustomer(db: Database, own: EnvelopeRow | null, owners: readonly string[]): Promise<void> {
  const sealed = own ? [...own.envelopes, ...own.aside].map(({ owner }) => owner) : [];
  const all = [...new Set([...sealed, ...owners])];
  const rest = await db.vault.filter((row) => 'envelopes' in row && row.id !== own?.id).count();
  if (rest === 0) {
    await Promise.all(db.tables.map((table) => table.clear()));
    return;
  }
  await dropRowsOf(db, all);
  await draftParts(db, UNCLAIMED).delete();
  const passkeys = await passkeysHere(db, all);
  await db.vault.bulkDelete([
    'reading',
    'sending',
    'activity',
    'push',
    ...(own ? [own.id] : []),
    ...passkeys.map(({ id }) => id),
  ]);
}

/** Deletes all rows of these owners but their envelopes, inside the caller's transaction over all tables. */
export async function dropRowsOf(db: Database, owners: readonly string[]): Promise<void> {
  for (const table of [...mirrorTables, ...ownTables]) await db[table].where('owner').anyOf(owners).delete();
  await db.session.bulkDelete(owners.flatMap((owner) => partNames.map((part) => partId(owner, part))));
}

const ownTables = [
  'pulls',
  'outbox',
  'outboxFiles',
  'receipts',
  'news',
  'savedDocuments',
  'drafts',
  'lastHomes',
] as const;
