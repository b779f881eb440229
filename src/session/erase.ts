import { passkeysHere, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { type EnvelopeRow, mirrorTables } from '#database/rows.ts';
import { partId } from './stored.ts';

/**
 * 'Borrar los datos de este dispositivo' (D26): everything of the customer who is signed in goes. That includes what waits to
 * be sent and what lies under earlier passwords. Another customer's rows are not theirs to erase; when there is nobody else,
 * nothing at all stays. One transaction, so it cannot be half done.
 *
 * @param own the customer's envelopes, found before: their name is a hash
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

/** Every row of these owners but their envelopes; inside the caller's transaction over all tables. */
export async function dropRowsOf(db: Database, owners: readonly string[]): Promise<void> {
  for (const table of [...mirrorTables, ...ownTables]) await db[table].where('owner').anyOf(owners).delete();
  const parts = ['identity', 'internal', 'access', 'sending'] as const;
  await db.session.bulkDelete(owners.flatMap((owner) => parts.map((part) => partId(owner, part))));
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
