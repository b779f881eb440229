import { type OwnSealed, openUnderOwnKey } from '#vault/own-key.ts';
import type { RowContext } from './row-context.ts';
import type { SealedFile } from './rows.ts';
import { openFile, sealFile } from './sealed.ts';

/** Bytes are sealed under a key of their own before their row is known. */
export { type OwnSealed as SealedAhead, sealUnderOwnKey as sealAhead } from '#vault/own-key.ts';

/** Binds a file that was sealed ahead to its context. Only the secret of its key is sealed under the customer's key. */
export async function settleFile(
  key: CryptoKey,
  { secret, sealed }: OwnSealed,
  context: RowContext,
): Promise<SealedFile> {
  return { ...sealed, own: await sealFile(key, secret, context) };
}

/** Null when the row does not open: another key, another context, or damage. */
export async function openSettledFile(
  key: CryptoKey,
  row: SealedFile,
  context: RowContext,
): Promise<ArrayBuffer | null> {
  const secret = await openFile(key, row.own, context);
  return secret && openUnderOwnKey(secret, row);
}
