import { openBytes, type Sealed, sealBytes } from './codec.ts';

/** Bytes sealed under a key of their own, and the secret of that key: 256 random bits. */
export interface OwnSealed {
  secret: ArrayBuffer;
  sealed: Sealed;
}

/**
 * Seals bytes under a random key before their row is known. The caller later seals only the secret into the row, bound to
 * the row's context. The bytes open with nothing else.
 */
export async function sealUnderOwnKey(bytes: ArrayBuffer): Promise<OwnSealed> {
  const secret = crypto.getRandomValues(new Uint8Array(32)).buffer;
  return { secret, sealed: await sealBytes(await keyOf(secret, 'encrypt'), bytes, CONTEXT) };
}

/** Opens the bytes; null when the secret is wrong or they are damaged. */
export async function openUnderOwnKey(secret: ArrayBuffer, sealed: Sealed): Promise<ArrayBuffer | null> {
  if (secret.byteLength !== 32) return null;
  return openBytes(await keyOf(secret, 'decrypt'), sealed, CONTEXT);
}

const CONTEXT = ['amparo 1', 'own key'];

const keyOf = (secret: ArrayBuffer, use: KeyUsage) => crypto.subtle.importKey('raw', secret, 'AES-GCM', false, [use]);
