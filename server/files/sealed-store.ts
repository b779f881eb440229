import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { DamagedFile, type FileStore } from './store.ts';

/** The form of what is sealed; another form would begin with another byte. */
const FORM = 1;
const NAME_BYTES = 4;
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NAME_BYTES + SALT_BYTES;
/** What a seal adds. */
export const SEAL_BYTES = HEAD_BYTES + TAG_BYTES;

/**
 * The store with everything in it sealed: whoever has the bucket reads nothing, and can put no file in another one's place.
 *
 * @param keys 32 bytes each: the first seals, the others open what was sealed before the first came
 */
export function sealedStore(store: FileStore, keys: readonly Uint8Array[]): FileStore {
  return {
    put: (id, bytes) => store.put(id, seal(keys, id, bytes)),
    remove: store.remove,
    async read(id) {
      const sealed = await store.read(id);
      return sealed && unseal(keys, id, sealed);
    },
  };
}

/** form | name of the key | salt | ciphertext | tag, AES-256-GCM. Each file has a key of its own, so no counter can repeat. */
function seal(keys: readonly Uint8Array[], id: string, bytes: Uint8Array): Uint8Array {
  const [key] = keys;
  if (!key) throw new Error('Files are to be sealed without a key');
  const head = Buffer.concat([Buffer.of(FORM), nameOf(key), randomBytes(SALT_BYTES)]);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, head), Buffer.alloc(12)).setAAD(boundTo(id, head));
  return Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function unseal(keys: readonly Uint8Array[], id: string, sealed: Uint8Array): Uint8Array {
  const head = sealed.subarray(0, HEAD_BYTES);
  const name = head.subarray(1, 1 + NAME_BYTES);
  const key = keys.find((one) => nameOf(one).equals(name));
  if (sealed.length < SEAL_BYTES || head[0] !== FORM || !key) throw new DamagedFile('not sealed by us');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, head), Buffer.alloc(12));
  decipher.setAAD(boundTo(id, head)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new DamagedFile('altered or exchanged');
  }
}

/** Tells which key it was; says nothing about the key. */
const nameOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('amparo file key').update(key).digest().subarray(0, NAME_BYTES);

/** RFC 5869. */
const keyOf = (key: Uint8Array, head: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, head.subarray(1 + NAME_BYTES), 'amparo file', 32));

/** What the tag covers besides the bytes: a file read under another id is not that file. */
const boundTo = (id: string, head: Uint8Array): Buffer => Buffer.concat([Buffer.from(id), head]);
