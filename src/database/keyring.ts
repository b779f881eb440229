import { createDeviceKey } from '#vault/keys.ts';
import { nameOf } from '#vault/names.ts';
import type { Database } from './open.ts';
import type { DeviceRow, ReadingRow, SendingRow } from './rows.ts';

/** The keys to read with, or null while the device is locked. Read anew each time, so a lock in another tab holds at once. */
export async function readingKeys(db: Database): Promise<ReadingRow | null> {
  const row = await db.vault.get('reading');
  return row?.id === 'reading' ? row : null;
}

/** The name under which something of the customer's stands in the clear: an HMAC that only the reading keys can make. */
export function clearName({ nameKey }: Pick<ReadingRow, 'nameKey'>, ...parts: string[]): Promise<string> {
  return nameOf(nameKey, ...parts);
}

/** The key to send with: present from sign-in until logout, also through an inactivity lock. */
export async function sendingKeys(db: Database): Promise<SendingRow | null> {
  const row = await db.vault.get('sending');
  return row?.id === 'sending' ? row : null;
}

/** The device's salt and own key, made at the first need. */
export async function deviceKeys(db: Database): Promise<DeviceRow> {
  const existing = await db.vault.get('device');
  if (existing?.id === 'device') return existing;
  const made: DeviceRow = {
    id: 'device',
    salt: crypto.getRandomValues(new Uint8Array(16)),
    key: await createDeviceKey(),
  };
  // Two tabs may get here together; the first to write wins and both use its keys.
  return db.transaction('rw', db.vault, async () => {
    const meanwhile = await db.vault.get('device');
    if (meanwhile?.id === 'device') return meanwhile;
    await db.vault.put(made);
    return made;
  });
}
