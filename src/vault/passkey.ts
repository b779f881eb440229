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
  renew: Sealed;
}

export const createPasskeySalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));

/**
 * @param made the authenticator's 32 bytes for `salt`
 */
export async function closePasskeyEnvelope(
  made: ArrayBuffer,
  { read, send, renew }: Opened,
  about: Pick<PasskeyEnvelope, 'owner' | 'credential' | 'salt'>,
): Promise<PasskeyEnvelope> {
  const wrapping = await derive(made, about.salt);
  const close = (part: Part, bytes: Uint8Array<ArrayBuffer>) => sealBytes(wrapping, bytes, contextOf(part, about));
  return {
    ...about,
    read: await close('read', read),
    send: await close('send', send),
    renew: await close('renew', renew),
  };
}

/** Unwraps the secrets; null when another authenticator answered or the envelope is damaged. */
export async function openPasskeyEnvelope(made: ArrayBuffer, envelope: PasskeyEnvelope): Promise<Opened | null> {
  const wrapping = await derive(made, envelope.salt);
  const open = async (part: Part) => {
    const bytes = await openBytes(wrapping, envelope[part], contextOf(part, envelope));
    return bytes && new Uint8Array(bytes);
  };
  const [read, send, renew] = [await open('read'), await open('send'), await open('renew')];
  return read && send && renew && { read, send, renew };
}

/** The secrets that a passkey opens: it has no others. */
type Opened = Required<Pick<Secrets, Part>>;
type Part = 'read' | 'send' | 'renew';

const contextOf = (which: Part, { owner, credential }: Pick<PasskeyEnvelope, 'owner' | 'credential'>) => [
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
