import { openBytes, openJson, type Sealed, sealBytes, sealJson } from '#vault/codec.ts';

/** Where a sealed value belongs; authenticated with it. */
export interface Place {
  table: string;
  /** The row's primary key, joined. */
  row: string;
  owner: string;
}

export const sealRow = (key: CryptoKey, value: unknown, place: Place): Promise<Sealed> =>
  sealJson(key, value, contextOf(place));

/** The value as `unknown`, to be parsed; null when the row does not open (another key, another place, damaged). */
export const openRow = (key: CryptoKey, sealed: Sealed, place: Place): Promise<unknown> =>
  openJson(key, sealed, contextOf(place));

export const sealFile = (key: CryptoKey, bytes: ArrayBuffer, place: Place): Promise<Sealed> =>
  sealBytes(key, bytes, contextOf(place));

export const openFile = (key: CryptoKey, sealed: Sealed, place: Place): Promise<ArrayBuffer | null> =>
  openBytes(key, sealed, contextOf(place));

const contextOf = (place: Place): string[] => ['amparo 1', place.table, place.row, place.owner];
