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
}

/** Wraps the secrets under the password. Its time is that of one PBKDF2 of `rounds`. */
export async function closeEnvelope(
  password: string,
  secrets: Secrets,
  owner: string,
  rounds: number = PBKDF2_ROUNDS,
): Promise<Envelope> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const wrapping = await derive(password, salt, rounds);
  const [read, send] = await Promise.all([
    sealBytes(wrapping, secrets.read, ['envelope', 'read', owner]),
    sealBytes(wrapping, secrets.send, ['envelope', 'send', owner]),
  ]);
  return { owner, rounds, salt, read, send };
}

/** Unwraps the secrets; null when the password is wrong or the envelope is damaged. */
export async function openEnvelope(password: string, envelope: Envelope): Promise<Secrets | null> {
  const wrapping = await derive(password, envelope.salt, envelope.rounds);
  const [read, send] = await Promise.all([
    openBytes(wrapping, envelope.read, ['envelope', 'read', envelope.owner]),
    openBytes(wrapping, envelope.send, ['envelope', 'send', envelope.owner]),
  ]);
  return read && send ? { read: new Uint8Array(read), send: new Uint8Array(send) } : null;
}

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<CryptoKey> {
  // Some keyboards type accented letters decomposed (NFD). Both forms must open the envelope.
  const typed = new TextEncoder().encode(password.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return crypto.subtle.deriveKey(parameters, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
