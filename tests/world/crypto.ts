import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  type KeyObject,
  pbkdf2Sync,
  verify,
  type webcrypto,
} from 'node:crypto';
import type { Scheduler } from './scheduler.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** A key of the world: its bytes lie open, and a database may copy it. */
interface Key {
  type: 'secret';
  algorithm: { name: string };
  extractable: boolean;
  usages: readonly string[];
  raw: Bytes;
}
/** A key that checks a passkey's signature, at the server. */
type PublicKey = Omit<Key, 'raw'> & { of: KeyObject };
interface Given {
  name: string;
  iv: Bytes;
  additionalData: Bytes;
  salt: Bytes;
  info: Bytes;
  iterations: number;
}

const GCM_TAG_BYTES = 16;
const bytesOf = (source: ArrayBuffer | ArrayBufferView): Bytes =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength) as ArrayBuffer)
    : new Uint8Array(source.slice(0));
const bufferOf = (buffer: Buffer): ArrayBuffer =>
  buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength) as ArrayBuffer;

const secret = (name: string, raw: Bytes, extractable: boolean, usages: readonly string[]): Key => ({
  ...{ type: 'secret', algorithm: { name }, extractable, usages, raw },
});
const nameOf = (algorithm: string | { name: string }) => (typeof algorithm === 'string' ? algorithm : algorithm.name);

function derived({ name, salt, info, iterations }: Given, { raw }: Key, bits: number): ArrayBuffer {
  if (name === 'HKDF') return hkdfSync('sha256', raw, salt, info, bits / 8);
  return bufferOf(pbkdf2Sync(raw, salt, iterations, bits / 8, 'sha256'));
}

/** What the rooms use of WebCrypto, with its answers and errors, computed at once. */
const now = (random: (bytes: Bytes) => Bytes) => ({
  importKey(
    format: 'raw' | 'jwk',
    given: Bytes | JsonWebKey,
    algorithm: string | Given,
    extractable: boolean,
    usages: string[],
  ): Key | PublicKey {
    const name = nameOf(algorithm);
    if (format === 'raw') return secret(name, bytesOf(given as Bytes), extractable, usages);
    const of = createPublicKey({ key: given as JsonWebKey, format });
    return { type: 'secret', algorithm: { name }, extractable, usages, of };
  },
  verify: (_how: unknown, { of }: PublicKey, signature: Bytes, data: Bytes): boolean =>
    verify('sha256', bytesOf(data), { key: of, dsaEncoding: 'ieee-p1363' }, bytesOf(signature)),
  generateKey: (algorithm: Given, extractable: boolean, usages: string[]): Key =>
    secret(algorithm.name, random(new Uint8Array(32)), extractable, usages),
  deriveBits: (how: Given, base: Key, bits: number): ArrayBuffer => derived(how, base, bits),
  deriveKey: (how: Given, base: Key, target: Given, extractable: boolean, usages: string[]): Key =>
    secret(target.name, new Uint8Array(derived(how, base, 256)), extractable, usages),
  sign: (_name: string, { raw }: Key, data: Bytes): ArrayBuffer =>
    bufferOf(createHmac('sha256', raw).update(bytesOf(data)).digest()),
  digest: (_name: string, data: Bytes): ArrayBuffer => bufferOf(createHash('sha256').update(bytesOf(data)).digest()),
  encrypt({ iv, additionalData }: Given, { raw }: Key, data: Bytes): ArrayBuffer {
    const cipher = createCipheriv('aes-256-gcm', raw, iv).setAAD(additionalData);
    return bufferOf(Buffer.concat([cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()]));
  },
  decrypt({ iv, additionalData }: Given, { raw }: Key, data: Bytes): ArrayBuffer {
    const all = bytesOf(data);
    const at = all.length - GCM_TAG_BYTES;
    try {
      const plain = createDecipheriv('aes-256-gcm', raw, iv)
        .setAAD(additionalData)
        .setAuthTag(all.subarray(Math.max(0, at)));
      return bufferOf(Buffer.concat([plain.update(all.subarray(0, at)), plain.final()]));
    } catch {
      throw new DOMException('The operation failed', 'OperationError');
    }
  },
});

/** Random bytes that the seed gives. */
export function bytesFrom(random: () => number) {
  return <T extends ArrayBufferView>(into: T): T => {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
    return into;
  };
}

export function uuidFrom(random: () => number): string {
  const hex = [...bytesFrom(random)(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Math.floor(random() * 4)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * WebCrypto for the world. WebCrypto's own threads end in an order that no seed gives. Here each answer is a step of whoever
 * asked, and the answer to a page that died never comes. All worlds share one object, because libraries keep it.
 */
export function createCrypto(scheduler: Scheduler, random: () => number): webcrypto.Crypto {
  present = { scheduler, random };
  return shared;
}

let present: { scheduler: Scheduler; random: () => number };
const getRandomValues: ReturnType<typeof bytesFrom> = (into) => bytesFrom(present.random)(into);
const subtle = Object.fromEntries(
  Object.entries(now(getRandomValues)).map(([name, compute]) => [
    name,
    (...given: never[]) =>
      new Promise((resolve, reject) => {
        const { scheduler } = present;
        const of = scheduler.current();
        // What is handed in is read at once: its owner may free it.
        const outcome = attempt(() => (compute as (...given: never[]) => unknown)(...given));
        scheduler.soon(() => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value)), of);
      }),
  ]),
);
const shared = { subtle, getRandomValues, randomUUID: () => uuidFrom(present.random) } as unknown as webcrypto.Crypto;

function attempt<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
