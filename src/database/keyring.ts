import { type CustomerKeys, createDeviceKey } from '#vault/keys.ts';
import { nameOf } from '#vault/names.ts';
import { forgetHeld, heldKeys, holdKeys, keysInMemory } from './held-keys.ts';
import type { Database } from './open.ts';
import type { DeviceRow, MirrorTable, PasskeyRow, ReadingKeys, ReadingRow, SendingRow, VaultRow } from './rows.ts';
import { withRoom } from './storage.ts';
import { noteReader } from './while-open.ts';

/**
 * The keys to read with, or null while the device is locked. They are read each time, so a lock in another tab works at
 * once, and drops what this page had opened. After an unlock by passkey they are only in memory, and a page without them asks
 * the others.
 */
export async function readingKeys(db: Database): Promise<ReadingKeys | null> {
  const row = await db.vault.get('reading');
  return keysOf(db, row?.id === 'reading' ? row : null);
}

/**
 * The same for a row that was just read. It waits for nothing else where it can: a live query does not see what is read after a
 * wait for anything but the database, not even for a function that is done.
 */
export function keysOf(db: Database, row: ReadingRow | null): ReadingKeys | null | Promise<ReadingKeys | null> {
  noteReader(db, row?.owner ?? null);
  if (!row) {
    forgetHeld(db);
    return null;
  }
  if (!('held' in row)) return row;
  return keysInMemory(db, row.held) ?? heldKeys(db, row.held);
}

/**
 * The rows that make these keys the open session's. The caller writes them in the transaction it calls this in. When this
 * customer has a passkey on the device, the reading keys stay in memory only. What was said of an ended session is over.
 */
export async function openSessionRows(
  db: Database,
  owner: string,
  { readKey, earlierKeys, nameKey, sendKey, secrets }: CustomerKeys & Pick<ReadingKeys, 'secrets'>,
  at: number,
): Promise<VaultRow[]> {
  await db.vault.bulkDelete(['ended', 'new']);
  const inMemory = (await passkeysHere(db, [owner])).length > 0;
  const name = db.machine.uuid();
  const reading: ReadingKeys = { owner, readKey, nameKey, secrets, ...(earlierKeys && { earlierKeys }) };
  if (inMemory) holdKeys(db, name, reading);
  return [
    inMemory ? { id: 'reading', owner, held: name } : { id: 'reading', ...reading },
    { id: 'sending', owner, sendKey },
    { id: 'activity', at },
  ];
}

/**
 * Whose session is open; null while locked. Unlike the keys it never waits for another page, so a live query sees what is read
 * of them.
 */
export async function readerHere(db: Database): Promise<string | null> {
  const row = await db.vault.get('reading');
  return row?.id === 'reading' ? row.owner : null;
}

/** The passkeys on this device of these owners; without `owners`, of everybody. */
export async function passkeysHere(db: Database, owners?: readonly string[]): Promise<PasskeyRow[]> {
  const rows = await db.vault.where('id').startsWith('passkey:').toArray();
  return rows.filter((row): row is PasskeyRow => 'credential' in row && (!owners || owners.includes(row.owner)));
}

/** The key to send with: present from sign-in until sign-out, also during an inactivity lock. */
export async function sendingKeys(db: Database): Promise<SendingRow | null> {
  const row = await db.vault.get('sending');
  return row?.id === 'sending' ? row : null;
}

/**
 * Whether rows under this owner can still be opened: it is the open session's, or an envelope of it is on the device. After
 * its keys were replaced or erased, what is written under it would be lost (F55).
 */
export async function isOwnerHere(db: Database, owner: string): Promise<boolean> {
  const reading = await db.vault.get('reading');
  if (reading?.id === 'reading' && reading.owner === owner) return true;
  const rows = await db.vault.where('id').startsWith('envelope:').toArray();
  return rows.some((row) => 'envelopes' in row && [...row.envelopes, ...row.aside].some((one) => one.owner === owner));
}

/** This customer's keys to read and to send with; null when the device is locked or somebody else's. */
export async function customerKeys(db: Database, owner: string): Promise<CustomerKeys | null> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  if (reading?.owner !== owner || sending?.owner !== owner) return null;
  const { readKey, earlierKeys, nameKey } = reading;
  return { readKey, ...(earlierKeys && { earlierKeys }), nameKey, sendKey: sending.sendKey };
}

/**
 * The device's salt and own key, created at first use.
 * @throws QuotaExceededError without room
 */
export async function deviceKeys(db: Database): Promise<DeviceRow> {
  const existing = await db.vault.get('device');
  if (existing?.id === 'device') return existing;
  const made: DeviceRow = {
    id: 'device',
    salt: crypto.getRandomValues(new Uint8Array(16)),
    key: await createDeviceKey(),
  };
  // Two tabs may get here together. The first to write wins, and both use its keys.
  const written = await withRoom(db, () =>
    db.transaction('rw', db.vault, async () => {
      const meanwhile = await db.vault.get('device');
      if (meanwhile?.id === 'device') return meanwhile;
      await db.vault.put(made);
      return made;
    }),
  );
  if (!written.ok) throw new DOMException('no room for the keys of this device', 'QuotaExceededError');
  return written.value;
}

/** A customer's name for a row that stands in the clear: an HMAC, which tells nothing without the key. */
export const rowName = ({ nameKey }: Pick<ReadingKeys, 'nameKey'>, ...parts: string[]): Promise<string> =>
  nameOf(nameKey, ...parts);

/** The scope of a customer's collection; without `policyId`, of one that belongs to no policy. */
export const mirrorScope = (
  keys: Pick<ReadingKeys, 'nameKey'>,
  table: MirrorTable,
  idUsuario: string,
  policyId = '',
): Promise<string> => rowName(keys, table, idUsuario, policyId);
