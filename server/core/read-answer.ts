import { NotAnswered } from './not-answered.ts';
import type { StoredFile } from './port.ts';

const MEGABYTE = 1024 * 1024;
/** The longest list we know, 10,000 payments, has 4 MB. */
const MAX_JSON_BYTES = 32 * MEGABYTE;
const MAX_FILE_BYTES = 25 * MEGABYTE;

/** The body as JSON. @throws NotAnswered for anything else, such as the page of a proxy */
export async function readJson(answer: Response): Promise<unknown> {
  const type = answer.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) throw new NotAnswered('no JSON');
  const text = (await readBytes(answer, MAX_JSON_BYTES)).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new NotAnswered('no JSON');
  }
}

/** A document's bytes, what it calls itself, and what it says it is; it is only ever handed on as a download. */
export async function readFile(answer: Response): Promise<StoredFile> {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(answer.headers.get('content-type') ?? '')?.[0] ?? 'application/octet-stream';
  const bytes = await readBytes(answer, MAX_FILE_BYTES);
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
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || 'documento'
  );
}

async function readBytes({ body }: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > most) throw new NotAnswered('too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}
