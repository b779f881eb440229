import { refuse } from './reading.ts';
import { MAX_XML_BYTES } from './xml.ts';

/** The marks that a text begins with, and what follows them. */
const marks: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Windows-1252, 0x80 to 0x9f. Decoded by this table: engines disagree whether their decoder of that name is ISO-8859-1. Files that
 * say ISO-8859-1 mean it too, as browsers take it.
 */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const SINGLE_BYTE = /^(?:iso-?8859-1|iso_8859-1|latin-?1|windows-1252|cp-?1252)$/;
/** What declares UTF-16 in single bytes is none. A program names what it holds in memory so, and writes UTF-8. */
const UTF_8 = /^(?:utf-?8|us-ascii|ascii|utf-?16(?:[lb]e)?)$/;
const DECLARED = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.-]+)["']/;

/** The text of an XML document: by its mark, by what it declares, else UTF-8. Null when it is of another encoding. */
export function xmlFileText(bytes: Uint8Array): string | null {
  const marked = byMark(bytes);
  if (marked !== undefined) return marked;
  const declared = DECLARED.exec(singleByteText(bytes.subarray(0, 200)))?.[1]?.toLowerCase() ?? 'utf-8';
  if (SINGLE_BYTE.test(declared)) return singleByteText(bytes);
  return UTF_8.test(declared) ? strictly('utf-8', bytes) : null;
}

/** As `xmlFileText`, for a file of any length. @throws Refusal 'xml', and 'hostile' above 4 MB */
export function boundedXmlText(bytes: Uint8Array): string {
  if (bytes.length > MAX_XML_BYTES) refuse('hostile');
  return xmlFileText(bytes) ?? refuse('xml');
}

/** The text of a file that holds one code: by its mark, as UTF-8, else as windows-1252. */
export function plainText(bytes: Uint8Array): string {
  return byMark(bytes) ?? strictly('utf-8', bytes) ?? singleByteText(bytes);
}

/** Null when the bytes are not of what their mark says; undefined without a mark. */
function byMark(bytes: Uint8Array): string | null | undefined {
  const mark = marks.find(([begin]) => begin.every((byte, index) => bytes[index] === byte));
  return mark && strictly(mark[1], bytes);
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function singleByteText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte >= 0x80 && byte < 0xa0 ? HIGH[byte - 0x80] : String.fromCharCode(byte);
  return text;
}
