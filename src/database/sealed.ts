import { openBytes, openJson, type Sealed, sealBytes, sealJson } from '#vault/codec.ts';

/** The place a sealed value is bound to. It is authenticated with the value. */
export interface RowContext {
  table: string;
  /** The row's primary key, joined. */
  row: string;
  owner: string;
}

export const sealRow = (key: CryptoKey, value: unknown, context: RowContext): Promise<Sealed> =>
  sealJson(key, value, partsOf(context));

/** The value, which the caller parses; null when the row does not open (another key, another context, or damage). */
export const openRow = (key: CryptoKey, sealed: Sealed, context: RowContext): Promise<unknown> =>
  openJson(key, sealed, partsOf(context));

export const sealFile = (key: CryptoKey, bytes: ArrayBuffer, context: RowContext): Promise<Sealed> =>
  sealBytes(key, bytes, partsOf(context));

export const openFile = (key: CryptoKey, sealed: Sealed, context: RowContext): Promise<ArrayBuffer | null> =>
  openBytes(key, sealed, partsOf(context));

const partsOf = (context: RowContext): string[] => ['amparo 1', context.table, context.row, context.owner];
