import { openBytes, openJson, resealBytes, type Sealed, sealBytes, sealJson } from '#vault/codec.ts';
import type { CustomerKeys } from '#vault/keys.ts';
import { contextOf, type RowContext } from './row-context.ts';

/** The keys that open what is sealed for reading: the one of this sign-in, and the earlier ones (session/seal-again.ts). */
export type ReadKeys = Pick<CustomerKeys, 'readKey' | 'earlierKeys'>;
/** A single key opens what is sealed for sending, or belongs to the device. */
export type OpeningKeys = CryptoKey | ReadKeys;

export const sealRow = (key: CryptoKey, value: unknown, context: RowContext): Promise<Sealed> =>
  sealJson(key, value, contextOf(context));

/** The value, which the caller parses; null when the row does not open (another key, another context, or damage). */
export const openRow = (keys: OpeningKeys, sealed: Sealed, context: RowContext): Promise<unknown> =>
  withEach(inOrder(keys), (key) => openJson(key, sealed, contextOf(context)));

export const sealFile = (key: CryptoKey, bytes: ArrayBuffer, context: RowContext): Promise<Sealed> =>
  sealBytes(key, bytes, contextOf(context));

export const openFile = (keys: OpeningKeys, sealed: Sealed, context: RowContext): Promise<ArrayBuffer | null> =>
  withEach(inOrder(keys), (key) => openBytes(key, sealed, contextOf(context)));

/** The same content under the newest key. 'newest': it is sealed with it already; null: no key opens it. */
export async function sealAgain(
  { readKey, earlierKeys = [] }: ReadKeys,
  sealed: Sealed,
  context: RowContext,
): Promise<Sealed | 'newest' | null> {
  if ((await openBytes(readKey, sealed, contextOf(context))) !== null) return 'newest';
  return withEach(earlierKeys, (key) => resealBytes(key, readKey, sealed, contextOf(context)));
}

/** Whether two readings of a row hold the same. Every sealing has an IV of its own, so those are compared. */
export const isSameSeal = (one: Pick<Sealed, 'iv'>, other: Pick<Sealed, 'iv'>): boolean =>
  one.iv.join() === other.iv.join();

/** A key that is not the value's own never opens it: the tag of AES-GCM does not fit. */
async function withEach<T>(keys: readonly CryptoKey[], open: (key: CryptoKey) => Promise<T | null>): Promise<T | null> {
  for (const key of keys) {
    const opened = await open(key);
    if (opened !== null) return opened;
  }
  return null;
}

/** The newest first, which seals nearly all that is read. */
function inOrder(keys: OpeningKeys): readonly CryptoKey[] {
  return 'readKey' in keys ? [keys.readKey, ...(keys.earlierKeys ?? [])] : [keys];
}
