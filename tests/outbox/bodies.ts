import { openRow, sealRow } from '#database/sealed.ts';
import type { Device } from './house.ts';

/** The key that a device seals its queue with. */
export async function sendKeyOf(device: Device): Promise<CryptoKey> {
  const row = await device.db.vault.get('sending');
  if (row?.id !== 'sending') throw new Error('signed out');
  return row.sendKey;
}

/** What a queued row holds under its seal. */
export async function bodyOf(device: Device, key: string): Promise<Record<string, unknown>> {
  const row = await device.db.outbox.get(key);
  if (!row) throw new Error('gone');
  const context = { table: 'outbox', row: key, owner: row.owner };
  return (await openRow(await sendKeyOf(device), row, context)) as Record<string, unknown>;
}

/** Seals another body into a queued row, as another version of the app might. */
export async function rewriteBody(
  device: Device,
  key: string,
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const row = await device.db.outbox.get(key);
  const context = { table: 'outbox', row: key, owner: row?.owner ?? '' };
  const sealed = await sealRow(await sendKeyOf(device), change(await bodyOf(device, key)), context);
  await device.db.outbox.update(key, sealed);
}
