import { type CustomerKeys, createDeviceKey } from '#vault/keys.ts';
import { nameOf } from '#vault/names.ts';
import { forgetHeld, heldKeys, holdKeys } from './held-keys.ts';
import type { Database } from './open.ts';
import type { DeviceRow, PasskeyRow, ReadingKeys, SendingRow, VaultRow } from './rows.ts';

/**
 * The keys to read with, or null while the device is locked. Read anew each time, so a lock in another tab holds at once. Where
 * a passkey opened the device they are in memory: a page that has none asks the others for them.
 */
export async function readingKeys(db: Database): Promise<ReadingKeys | null> {
  const row = await db.vault.get('reading');
  if (row?.id !== 'reading') {
    forgetHeld(db);
    return null;
  }
  return 'held' in row ? heldKeys(db, row.held) : row;
}

/**
 * The rows that make these keys the open session's; to be written in the transaction that this is called in. Where a passkey
 * of this device opens the same, the reading keys stay in memory.
 */
export async function openSessionRows(
  db: Database,
  owner: string,
  { readKey, nameKey, sendKey, secrets }: CustomerKeys & Pick<ReadingKeys, 'secrets'>,
  at: number,
): Promise<VaultRow[]> {
  const inMemory = (await passkeysHere(db, [owner])).length > 0;
  const name = crypto.randomUUID();
  const reading: ReadingKeys = { owner, readKey, nameKey, ...(secrets && { secrets }) };
  if (inMemory) holdKeys(db, name, reading);
  return [
    inMemory ? { id: 'reading', owner, held: name } : { id: 'reading', ...reading },
    { id: 'sending', owner, sendKey },
    { id: 'activity', at },
  ];
}

/** The passkeys of this device that open what one of these owners has here; of all without a name. */
export async function passkeysHere(db: Database, owners?: readonly string[]): Promise<PasskeyRow[]> {
  const rows = await db.vault.where('id').startsWith('passkey:').toArray();
  return rows.filter((row): row is PasskeyRow => 'credential' in row && (!owners || owners.includes(row.owner)));
}

/** The name under which something of the customer's stands in the clear: an HMAC that only the reading keys can make. */
export function clearName({ nameKey }: Pick<ReadingKeys, 'nameKey'>, ...parts: string[]): Promise<string> {
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
