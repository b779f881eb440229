import { passkeysHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { type EnvelopeRow, mirrorTables } from '#database/rows.ts';
import { partId, partNames } from './stored.ts';

/**
 * 'Borrar los datos de este dispositivo' (D26): deletes all data of the signed-in customer, the queue and the data under
 * earlier passwords included. Other customers' rows stay; without other customers everything is deleted. It is one
 * transaction, so it cannot be half done.
 *
 * @param own the customer's envelopes, read before: their name is a hash of the email
 */
export async function eraseCustomer(db: Database, own: EnvelopeRow | null): Promise<void> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  const sealed = own ? [...own.envelopes, ...own.aside].map(({ owner }) => owner) : [];
  const owners = new Set([...sealed, reading?.owner ?? '', sending?.owner ?? '']);
  await db.transaction('rw', db.tables, async () => {
    const rest = await db.vault.filter((row) => 'envelopes' in row && row.id !== own?.id).count();
    if (rest === 0) {
      await Promise.all(db.tables.map((table) => table.clear()));
      return;
    }
    await dropRowsOf(db, [...owners]);
    const passkeys = await passkeysHere(db, [...owners]);
    await db.vault.bulkDelete([
      'reading',
      'sending',
      'activity',
      'push',
      ...(own ? [own.id] : []),
      ...passkeys.map(({ id }) => id),
    ]);
  });
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
