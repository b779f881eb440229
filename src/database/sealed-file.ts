import { type OwnSealed, openUnderOwnKey, sealUnderOwnKey } from '#vault/own-key.ts';
import type { SealedFile } from './rows.ts';
import { openFile, type Place, sealFile } from './sealed.ts';

/** Bytes sealed under a key of their own before they have a place. */
export type SealedAhead = OwnSealed;

export const sealAhead: (bytes: ArrayBuffer) => Promise<SealedAhead> = sealUnderOwnKey;

/** A file sealed beforehand takes its place: only its key's secret is sealed under the customer's key. */
export async function settleFile(key: CryptoKey, { secret, sealed }: SealedAhead, place: Place): Promise<SealedFile> {
  return { ...sealed, own: await sealFile(key, secret, place) };
}

/** Null when the row does not open: another key, another place, damaged. Rows of before files had keys of their own open, too. */
export async function openSettledFile(key: CryptoKey, row: SealedFile, place: Place): Promise<ArrayBuffer | null> {
  if (!row.own) return openFile(key, row, place);
  const secret = await openFile(key, row.own, place);
  return secret && openUnderOwnKey(secret, row);
}
