import { NotAnswered } from './not-answered.ts';
import type { StoredFile } from './port.ts';

const MEGABYTE = 1024 * 1024;
/** The longest list we know, 10,000 payments, has 4 MB and 150,000 values. */
const MAX_JSON_BYTES = 16 * MEGABYTE;
/** Empty brackets are two bytes on the wire and fifty in memory, so values are counted too. */
const MAX_VALUES = 1_000_000;
/** The contract nests four deep. */
const MAX_DEPTH = 32;
const MAX_NAME_SIGNS = 200;
export const LARGEST_DOCUMENT_BYTES = 25 * MEGABYTE;

/**
 * The body as JSON. Size, depth and number of values are bounded while it arrives: parsing would stand still for all of it (F48).
 *
 * @throws NotAnswered for anything else, such as the page of a proxy, and for more than any answer has
 */
export async function readJson(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) throw new NotAnswered('no JSON');
  const text = (await readBytes(answer, MAX_JSON_BYTES, tooLong, jsonGuard())).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new NotAnswered('no JSON');
  }
}

/** A document's bytes, what it calls itself, and what it says it is; it is only ever handed on as a download. */
export async function readFile(answer: Response): Promise<StoredFile> {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(answer.headers.get('content-type') ?? '')?.[0] ?? 'application/octet-stream';
  const bytes = await readBytes(answer, LARGEST_DOCUMENT_BYTES, tooLong);
  return { name: nameIn(answer.headers.get('content-disposition') ?? ''), type: type.toLowerCase(), bytes };
}

/** RFC 6266: `filename*` (RFC 8187) before the plain one; its last part alone, should it be a path. */
function nameIn(disposition: string): string {
  const full = /filename\*\s*=\s*UTF-8'[\w-]*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  let name = plain?.[1] ?? plain?.[2] ?? '';
  try {
    if (full) name = decodeURIComponent(full);
  } catch {
    // Badly encoded: the plain one stands.
  }
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const signs = [...last.replace(/\p{Cc}/gu, '').trim()];
  // By whole signs: half of one can be written into no address and no header.
  return signs.slice(0, MAX_NAME_SIGNS).join('').trim() || 'documento';
}

const tooLong = () => new NotAnswered('too long');

/** The answer's bytes, read no further than so many. @throws what `beyond` makes when there are more */
export async function readBytes(
  { body }: Pick<Response, 'body'>,
  most: number,
  beyond: () => Error,
  guard?: (piece: Uint8Array) => void,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > most) throw beyond();
    guard?.(piece);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Looks at a JSON text piece by piece. UTF-8 uses none of its marks within a longer sign. */
function jsonGuard(): (piece: Uint8Array) => void {
  let depth = 0;
  let values = 0;
  let inText = false;
  let escaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === COMMA) values += 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth += 1;
        values += 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
      if (depth > MAX_DEPTH) throw new NotAnswered('too deep');
      if (values > MAX_VALUES) throw new NotAnswered('too many');
    }
  };
}
