import { openBytes, type Sealed, sealBytes } from './codec.ts';
import type { Secrets } from './keys.ts';

/**
 * A customer's secrets, wrapped under the bytes that only this authenticator computes for `salt` (WebAuthn Level 3, 10.1.4,
 * PRF extension). Each credential has its own salt.
 */
export interface PasskeyEnvelope {
  /** Random name of the customer on this device. */
  owner: string;
  /** The credential's id, base64url. */
  credential: string;
  /** Input of the PRF: 32 random bytes. */
  salt: Uint8Array<ArrayBuffer>;
  read: Sealed;
  send: Sealed;
}

export const createPasskeySalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/**
 * @param made the authenticator's 32 bytes for `salt`
 */
export async function closePasskeyEnvelope(
  made: ArrayBuffer,
  secrets: Secrets,
  about: Pick<PasskeyEnvelope, 'owner' | 'credential' | 'salt'>,
): Promise<PasskeyEnvelope> {
  const wrapping = await derive(made, about.salt);
  const [read, send] = await Promise.all([
    sealBytes(wrapping, secrets.read, contextOf('read', about)),
    sealBytes(wrapping, secrets.send, contextOf('send', about)),
  ]);
  return { ...about, read, send };
}

/** Unwraps the secrets; null when another authenticator answered or the envelope is damaged. */
export async function openPasskeyEnvelope(made: ArrayBuffer, envelope: PasskeyEnvelope): Promise<Secrets | null> {
  const wrapping = await derive(made, envelope.salt);
  const [read, send] = await Promise.all([
    openBytes(wrapping, envelope.read, contextOf('read', envelope)),
    openBytes(wrapping, envelope.send, contextOf('send', envelope)),
  ]);
  return read && send ? { read: new Uint8Array(read), send: new Uint8Array(send) } : null;
}

const contextOf = (which: 'read' | 'send', { owner, credential }: Pick<PasskeyEnvelope, 'owner' | 'credential'>) => [
  'passkey envelope',
  which,
  owner,
  credential,
];

/** HKDF-SHA-256 (RFC 5869) separates this use of the authenticator's bytes from any other. */
async function derive(made: ArrayBuffer, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const root = await crypto.subtle.importKey('raw', made, 'HKDF', false, ['deriveKey']);
  const expand = { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode('amparo passkey') };
  return crypto.subtle.deriveKey(expand, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
