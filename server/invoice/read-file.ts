import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { plainText, xmlFileText } from '#invoices/encodings.ts';
import { readCodes, readXml } from '#invoices/read-invoice.ts';
import type { Reading } from '#invoices/reading.ts';
import { MAX_XML_BYTES } from '#invoices/xml.ts';
import type { Pictures } from './pictures.ts';

/** What one line of `npm run invoice` says beside the file's name. */
export type Said = { found: { format: 'qr' | 'code128' | 'text' | 'xml'; text: string }[] } & Reading;

const nothing: Said = { found: [], facts: null, why: 'nothing' };
const hostile: Said = { found: [], facts: null, why: 'hostile' };

interface Means {
  pictures: Pictures;
  now: Date;
}

interface Kind {
  /** A longer file is not opened. */
  maxBytes: number;
  tooLong: Said;
  read: (bytes: Uint8Array, means: Means) => Said | Promise<Said>;
}

const picture: Kind = {
  maxBytes: 64 * 1024 * 1024,
  tooLong: nothing,
  async read(bytes, { pictures, now }) {
    const found = await pictures.codesOf(bytes);
    return { found, ...readCodes(texts(found), { now }) };
  },
};

/** By the ending of the file's name, in small letters. */
const kinds = new Map<string, Kind>([
  ['.jpg', picture],
  ['.jpeg', picture],
  ['.png', picture],
  [
    '.xml',
    {
      maxBytes: MAX_XML_BYTES,
      tooLong: hostile,
      read(bytes, { now }) {
        const text = xmlFileText(bytes);
        const found = text === null ? [] : [{ format: 'xml' as const, text }];
        return { found, ...readXml(bytes, { now }) };
      },
    },
  ],
  [
    '.txt',
    {
      maxBytes: 64 * 1024,
      tooLong: hostile,
      read(bytes, { now }) {
        // An editor ends the last line.
        const found = [{ format: 'text' as const, text: plainText(bytes).replace(/\r?\n$/, '') }];
        return { found, ...readCodes(texts(found), { now }) };
      },
    },
  ],
]);

const texts = (found: Said['found']): string[] => found.map(({ text }) => text);

/** What a file says. Nothing, for one that is not there, cannot be read or is of another kind. */
export async function readInvoiceFile(path: string, means: Means): Promise<Said> {
  const kind = kinds.get(extname(path).toLowerCase());
  if (!kind) return nothing;
  try {
    // A pipe or a device might never end.
    const { size, isFile } = await stat(path).then((file) => ({ size: file.size, isFile: file.isFile() }));
    if (!isFile) return nothing;
    if (size > kind.maxBytes) return kind.tooLong;
    return await kind.read(await readFile(path), means);
  } catch {
    return nothing;
  }
}
