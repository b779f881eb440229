/** A sealed value: AES-256-GCM with a fresh 96-bit IV (NIST SP 800-38D, 8.2.2). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export const IV_BYTES = 12;

/**
 * Seals bytes under a key. `context` says where the value belongs (table, row key, owner) and is authenticated with it. A
 * sealed row that was moved to another table, row or customer does not open. Who gives an IV sees to it that it serves no other
 * bytes under this key.
 */
export async function sealBytes(
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer> | ArrayBuffer,
  context: readonly string[],
  iv: Sealed['iv'] = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): Promise<Sealed> {
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bind(context) }, key, bytes);
  return { iv, data };
}

/** Opens what `sealBytes` sealed; null when the key or the context differs or the row is damaged. */
export async function openBytes(
  key: CryptoKey,
  sealed: Sealed,
  context: readonly string[],
): Promise<ArrayBuffer | null> {
  try {
    const algorithm = { name: 'AES-GCM', iv: sealed.iv, additionalData: bind(context) };
    return await crypto.subtle.decrypt(algorithm, key, sealed.data);
  } catch {
    return null;
  }
}

/**
 * Seals the same content under another key. It keeps its IV, by which pages tell whether a row has changed. An IV must not
 * serve twice with one key (SP 800-38D, 8), and here the key is another. Null when `from` does not open it.
 */
export async function resealBytes(
  from: CryptoKey,
  to: CryptoKey,
  sealed: Sealed,
  context: readonly string[],
): Promise<Sealed | null> {
  const bytes = await openBytes(from, sealed, context);
  if (bytes === null) return null;
  const { iv } = sealed;
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bind(context) }, to, bytes) };
}

export function sealJson(key: CryptoKey, value: unknown, context: readonly string[]): Promise<Sealed> {
  return sealBytes(key, new TextEncoder().encode(JSON.stringify(value)), context);
}

/** Opens a value sealed as JSON; the caller parses it. Null when it does not open. */
export async function openJson(key: CryptoKey, sealed: Sealed, context: readonly string[]): Promise<unknown> {
  const bytes = await openBytes(key, sealed, context);
  return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
}

/** JSON keeps the parts apart: ['a', 'bc'] and ['ab', 'c'] are different contexts. */
function bind(context: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(context));
}
