/** The type number of bytea (pg_type.dat). */
const BYTEA = 17;

/**
 * How PGlite writes and reads bytes. Its own way goes through an array with one text for each byte, which costs a quarter of a
 * second for a megabyte; Node's hexadecimal takes a hundredth of that.
 */
export const bytesInHex = {
  serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${view(bytes).toString('hex')}` },
  parsers: { [BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')) },
};

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
