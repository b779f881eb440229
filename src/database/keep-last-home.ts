import { readingKeys } from './keyring.ts';
import { placeOf } from './last-home.ts';
import type { Database } from './open.ts';
import { sealRow } from './sealed.ts';
import { ifRoom } from './storage.ts';

/**
 * Seals home as the customer sees it. Nothing is kept while the device is locked, nor where a passkey keeps the key off the
 * device, since nobody could open it at a start.
 *
 * @param owner who sees it: in another tab somebody else may have signed in since, whose keys must not seal it
 */
export async function keepLastHome(db: Database, owner: string | null, home: unknown): Promise<void> {
  const keys = await readingKeys(db);
  if (!keys || keys.owner !== owner) return;
  const row = { owner, ...(await sealRow(keys.readKey, home, placeOf(owner))) };
  await ifRoom(() =>
    db.transaction('rw', db.vault, db.lastHomes, async () => {
      const reading = await db.vault.get('reading');
      if (reading?.id === 'reading' && 'readKey' in reading && reading.owner === owner) await db.lastHomes.put(row);
    }),
  );
}
