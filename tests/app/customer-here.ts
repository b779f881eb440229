import { openSessionRows } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { sessionKeys } from '#session/door.ts';
import { sealPart } from '#session/stored.ts';
import { createSecrets } from '#vault/keys.ts';

/** Signs a customer in on this device alone: no server is asked. @returns the keys of the session */
export async function customerHere(db: Database, { email = 'ana@demo.test', activity = Date.now() } = {}) {
  const keys = await sessionKeys('ana', createSecrets());
  const identity = { idUsuario: '7', email, cedula: '1', nombre: 'Ana', residence: 'Costa Rica' } as const;
  await db.session.put(await sealPart(keys.readKey, 'ana', 'identity', identity));
  await db.vault.bulkPut(await openSessionRows(db, 'ana', keys, activity));
  return keys;
}
