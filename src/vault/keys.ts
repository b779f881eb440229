/** The two random secrets of a customer on this device, 256 bits each. They leave memory only inside an envelope. */
export interface Secrets {
  /** For reading: mirror, drafts, receipts, saved documents, session. */
  read: Uint8Array<ArrayBuffer>;
  /** For sending: the outbox, its files and the send-only token. */
  send: Uint8Array<ArrayBuffer>;
}

/** Non-extractable keys derived from the secrets. IndexedDB can store them; nobody can read their bytes. */
export interface CustomerKeys {
  readKey: CryptoKey;
  /** HMAC key that turns policy and customer numbers into the names of rows in the clear. */
  nameKey: CryptoKey;
  sendKey: CryptoKey;
}

export function createSecrets(): Secrets {
  return {
    read: crypto.getRandomValues(new Uint8Array(32)),
    send: crypto.getRandomValues(new Uint8Array(32)),
  };
}

export async function importKeys(secrets: Secrets): Promise<CustomerKeys> {
  const root = await crypto.subtle.importKey('raw', secrets.read, 'HKDF', false, ['deriveKey']);
  const [readKey, nameKey, sendKey] = await Promise.all([
    crypto.subtle.deriveKey(expand('amparo read'), root, { name: 'AES-GCM', length: 256 }, false, sealing),
    crypto.subtle.deriveKey(expand('amparo names'), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
      'sign',
    ]),
    crypto.subtle.importKey('raw', secrets.send, 'AES-GCM', false, sealing),
  ]);
  return { readKey, nameKey, sendKey };
}

/** The device's own key, for the drafts of visitors, which belong to no customer yet. */
export function createDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, sealing);
}

const sealing: KeyUsage[] = ['encrypt', 'decrypt'];

/** HKDF (RFC 5869). The secret is uniformly random, so no salt is needed (section 3.1); `info` separates the keys. */
function expand(info: string) {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
}
