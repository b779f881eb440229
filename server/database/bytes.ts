/** The type number of bytea (pg_type.dat). */
const BYTEA = 17;

/**
 * How PGlite is handed bytes and hands them back. In: as they are, which it sends as a binary parameter; a text, of whatever
 * notation, would be counted sign by sign. Out: it only asks for text, where its own parser takes an array of one text a byte.
 */
export const plainBytes = {
  // Its types know of texts alone.
  serializers: { [BYTEA]: (bytes: Uint8Array) => bytes as unknown as string },
  parsers: { [BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
};
