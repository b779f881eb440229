/** The random secrets of a customer on this device, 256 bits each. They leave memory only sealed. */
export interface Secrets {
  /** For reading: mirror, drafts, receipts, saved documents, session. Each online sign-in without a passkey makes a new one. */
  read: Uint8Array<ArrayBuffer>;
  /** For sending: the outbox, its files and the send-only token. */
  send: Uint8Array<ArrayBuffer>;
  /** The bytes of `nameKey`, by which rows are found, so they never change. Missing until `read` changes: they are derived from it. */
  names?: Uint8Array<ArrayBuffer>;
  /**
   * For the renewal token alone (D76). It leaves memory in envelopes only, and never lies beside a stored key: so a key that is
   * carved out of a locked device's files opens no token. Missing in what lies beside that key, and in an envelope made of it.
   */
  renew?: Uint8Array<ArrayBuffer>;
  /** Read secrets of earlier sign-ins that rows may still be sealed with, the newest first. */
  earlier?: readonly Uint8Array<ArrayBuffer>[];
}

/** Non-extractable keys derived from the secrets. IndexedDB can store them; nobody can read their bytes. */
export interface CustomerKeys {
  readKey: CryptoKey;
  /** Keys of earlier sign-ins, the newest first. They open rows that are not sealed again yet, and seal none. */
  earlierKeys?: readonly CryptoKey[];
  /** HMAC key that turns policy and customer numbers into the names of rows in the clear. */
  nameKey: CryptoKey;
  sendKey: CryptoKey;
}

export const createSecrets = () => withRenewal({ read: createSecret(), send: createSecret() });

/** The secrets with one for the renewal token, which is made where there is none. */
export const withRenewal = (secrets: Secrets) => ({ ...secrets, renew: secrets.renew ?? createSecret() });

/** The key of the renewal token; null where the secrets have none for it. */
export const renewalKey = async ({ renew }: Secrets): Promise<CryptoKey | null> =>
  renew ? crypto.subtle.importKey('raw', renew, 'AES-GCM', false, sealing) : null;

/** Earlier read secrets that are kept at most. Only visits too short to seal their rows again add to them. */
export const MAX_EARLIER = 8;

/** The secrets with a new one to read with, for a new sign-in. The same ones while MAX_EARLIER others are still needed. */
export async function renewSecrets(secrets: Secrets): Promise<Secrets> {
  const { read, names, earlier = [] } = secrets;
  if (earlier.length >= MAX_EARLIER) return secrets;
  const next = { read: createSecret(), names: names ?? (await namesFrom(read)), earlier: [read, ...earlier] };
  return { ...secrets, ...next };
}

export async function importKeys({ read, send, names, earlier }: Secrets): Promise<CustomerKeys> {
  const [readKey, nameKey, sendKey, earlierKeys] = await Promise.all([
    readKeyFrom(read),
    crypto.subtle.importKey('raw', names ?? (await namesFrom(read)), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]),
    crypto.subtle.importKey('raw', send, 'AES-GCM', false, sealing),
    Promise.all((earlier ?? []).map(readKeyFrom)),
  ]);
  return { readKey, nameKey, sendKey, ...(earlierKeys.length > 0 && { earlierKeys }) };
}

/** The device's own key, for the drafts of visitors, which belong to no customer yet. */
export function createDeviceKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, sealing);
}

const sealing: KeyUsage[] = ['encrypt', 'decrypt'];

const createSecret = () => crypto.getRandomValues(new Uint8Array(32));

const readKeyFrom = async (read: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(expand('amparo read'), await rootOf(read), { name: 'AES-GCM', length: 256 }, false, sealing);

const namesFrom = async (read: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.deriveBits(expand('amparo names'), await rootOf(read), 256));

const rootOf = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits']);

/** HKDF (RFC 5869). The secret is uniformly random, so no salt is needed (section 3.1); `info` separates the keys. */
function expand(info: string) {
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: new TextEncoder().encode(info) };
}
