/** The two random secrets of a customer on this device, 256 bits each. They leave memory only inside an envelope. */
export interface Secrets {
  /** For what is read: mirror, drafts, receipts, saved documents, session. */
  read: Uint8Array<ArrayBuffer>;
  /** For what is sent: the outbox, its files and the send-only token. */
  send: Uint8Array<ArrayBuffer>;
}

/** Non-extractable keys made from the secrets; they can be stored in IndexedDB and used, never read. */
export interface CustomerKeys {
  readKey: CryptoKey;
  /** HMAC key under which policy and customer numbers become the names that stand in the clear. */
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

/** The device's own key, for what belongs to no customer yet: the drafts of visitors. */
export function createDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, sealing);
}

const sealing: KeyUsage[] = ['encrypt', 'decrypt'];

/** HKDF (RFC 5869). The secret is uniformly random, so no salt is needed (section 3.1); `info` separates the keys. */
function expand(info: string) {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
}
