import { openBytes, type Sealed, sealBytes } from './codec.ts';
import type { Secrets } from './keys.ts';

/** From the OWASP Password Storage Cheat Sheet, for PBKDF2-HMAC-SHA-256. The next sign-in renews envelopes with fewer rounds. */
export const PBKDF2_ROUNDS = 600_000;

/** A customer's secrets, wrapped under a key derived from the password, with the parameters of the derivation. */
export interface Envelope {
  /** Random name of the customer on this device. */
  owner: string;
  rounds: number;
  salt: Uint8Array<ArrayBuffer>;
  read: Sealed;
  send: Sealed;
  /** Missing where `Secrets.names` is. */
  names?: Sealed;
  /** Missing where `Secrets.renew` is. */
  renew?: Sealed;
  /** The earlier read secrets, one after the other. Whoever drops them needs no password. */
  earlier?: Sealed;
}

/** A key derived from a password, for one new envelope. */
export interface Wrapping extends Pick<Envelope, 'rounds' | 'salt'> {
  key: CryptoKey;
}

/** Its time is that of one PBKDF2 of `rounds`. */
export async function createWrapping(password: string, rounds: number): Promise<Wrapping> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { rounds, salt, key: await derive(password, salt, rounds) };
}

/** Wraps the secrets under the password. Its time is that of one PBKDF2 of `rounds`. */
export async function closeEnvelope(
  password: string,
  secrets: Secrets,
  owner: string,
  rounds: number = PBKDF2_ROUNDS,
): Promise<Envelope> {
  return closeUnder(await createWrapping(password, rounds), secrets, owner);
}

/** Wraps the secrets under a key that was derived before. */
export async function closeUnder(
  { key, rounds, salt }: Wrapping,
  { read, send, names, renew, earlier }: Secrets,
  owner: string,
): Promise<Envelope> {
  const close = (part: Part, bytes: Uint8Array<ArrayBuffer>) => sealBytes(key, bytes, contextOf(part, owner));
  return {
    ...{ owner, rounds, salt, read: await close('read', read), send: await close('send', send) },
    ...(names && { names: await close('names', names) }),
    ...(renew && { renew: await close('renew', renew) }),
    ...(earlier && { earlier: await close('earlier', joined(earlier)) }),
  };
}

/** Unwraps the secrets; null when the password is wrong or the envelope is damaged. */
export async function openEnvelope(password: string, envelope: Envelope): Promise<Secrets | null> {
  const { owner, salt, rounds } = envelope;
  const wrapping = await derive(password, salt, rounds);
  const open = async (part: Part) => {
    const sealed = envelope[part];
    const bytes = sealed && (await openBytes(wrapping, sealed, contextOf(part, owner)));
    return bytes && new Uint8Array(bytes);
  };
  const [read, send, names, renew, earlier] = [
    await open('read'),
    await open('send'),
    await open('names'),
    await open('renew'),
    await open('earlier'),
  ];
  if (!read || !send || names === null || renew === null || earlier === null) return null;
  return { read, send, ...(names && { names }), ...(renew && { renew }), ...(earlier && { earlier: apart(earlier) }) };
}

type Part = 'read' | 'send' | 'names' | 'renew' | 'earlier';

const contextOf = (part: Part, owner: string) => ['envelope', part, owner];

const SECRET_BYTES = 32;

function joined(secrets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(secrets.length * SECRET_BYTES);
  for (const [index, secret] of secrets.entries()) bytes.set(secret, index * SECRET_BYTES);
  return bytes;
}

const apart = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] =>
  Array.from({ length: bytes.length / SECRET_BYTES }, (_, index) =>
    bytes.slice(index * SECRET_BYTES, (index + 1) * SECRET_BYTES),
  );

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  // Some keyboards type accented letters decomposed (NFD). Both forms must open the envelope.
  const typed = new TextEncoder().encode(password.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(parameters, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
