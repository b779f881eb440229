import { openBytes, openJson, type Sealed, sealBytes, sealJson } from '#vault/codec.ts';
import { contextOf, type RowContext } from './row-context.ts';

export const sealRow = (key: CryptoKey, value: unknown, context: RowContext): Promise<Sealed> =>
  sealJson(key, value, contextOf(context));

/** The value, which the caller parses; null when the row does not open (another key, another context, or damage). */
export const openRow = (key: CryptoKey, sealed: Sealed, context: RowContext): Promise<unknown> =>
  openJson(key, sealed, contextOf(context));

export const sealFile = (key: CryptoKey, bytes: ArrayBuffer, context: RowContext): Promise<Sealed> =>
  sealBytes(key, bytes, contextOf(context));

export const openFile = (key: CryptoKey, sealed: Sealed, context: RowContext): Promise<ArrayBuffer | null> =>
  openBytes(key, sealed, contextOf(context));
