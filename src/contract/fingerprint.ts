/** SHA-256 of bytes, as 64 hexadecimal digits. */
export async function sha256(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The fingerprint of a queued command: SHA-256 over its non-empty fields in the order of their names and over each file's own
 * SHA-256. Device and server compute it alike. A body that was altered or lost a file on its way is refused, and one key never
 * stands for two payloads. It is never computed over the multipart text, whose boundary varies.
 *
 * @param fields the fields as they travel, all texts
 * @param files field name to the file's SHA-256 in hexadecimal
 */
export async function fingerprint(fields: Record<string, string>, files: Record<string, string> = {}): Promise<string> {
  const canonical = JSON.stringify({ fields: sorted(fields, asTransmitted), files: sorted(files) });
  return sha256(new TextEncoder().encode(canonical));
}

function sorted(record: Record<string, string>, read: (text: string) => string = (text) => text): [string, string][] {
  return Object.entries(record)
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [name, read(value)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * A multipart body writes every line break as CRLF and replaces lone surrogates (HTML standard, 'multipart/form-data encoding
 * algorithm'). Both sides therefore read the text the same way before they compare it, and the server judges and stores it so.
 */
export function asTransmitted(text: string): string {
  const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
  return wellFormed.replace(/\r\n?/g, '\n');
}
