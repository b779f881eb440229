/** One object of a PDF: its dictionary, without the brackets, and the bytes of its stream. A text stands for a whole object. */
export type PdfObject = string | { head: string; data: Uint8Array<ArrayBuffer> };

/** A byte order mark of Latin letters: says to whoever carries the file that it is binary (ISO 32000-2, 7.5.2). */
const HEADER = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';

/**
 * A PDF of these objects (ISO 32000-2, 7.5). The first object is number 1 and the catalog, the last tells who made the file. The
 * same objects make the same bytes: no time and no chance is written into them.
 */
export function pdfFile(objects: readonly PdfObject[], title = ''): ArrayBuffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  const put = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? latinBytes(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  put(HEADER);
  const about = `<< /Producer (Amparo)${title && ` /Title <${utf16(title)}>`} >>`;
  const offsets = [...objects, about].map((object, index) => {
    const offset = length;
    put(`${index + 1} 0 obj\n`);
    if (typeof object === 'string') put(object);
    else {
      put(`<< ${object.head} /Length ${object.data.length} >>\nstream\n`);
      put(object.data);
      put('\nendstream');
    }
    put('\nendobj\n');
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = offsets.length + 1;
  const start = length;
  put(`xref\n0 ${count}\n0000000000 65535 f \n${table}`);
  put(`trailer\n<< /Size ${count} /Root 1 0 R /Info ${count - 1} 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return whole(parts, length);
}

/** The streams of a PDF that `pdfFile` wrote, in their order; null for any other file. `dictionaries` are their heads. */
export function streamsOf(file: ArrayBuffer): { head: string; data: Uint8Array<ArrayBuffer> }[] | null {
  const bytes = new Uint8Array(file);
  const end = /startxref\n(\d{1,10})\n%%EOF\n$/.exec(latinText(bytes, Math.max(0, bytes.length - 40), bytes.length));
  const table = end ? latinText(bytes, Number(end[1]), bytes.length) : '';
  if (!table.startsWith('xref\n0 ')) return null;
  const streams: { head: string; data: Uint8Array<ArrayBuffer> }[] = [];
  for (const [, digits] of table.matchAll(/(\d{10}) 00000 n \n/g)) {
    const offset = Number(digits);
    const found = /^\d+ 0 obj\n<< ([^>]*) \/Length (\d{1,10}) >>\nstream\n/.exec(
      latinText(bytes, offset, offset + 400),
    );
    if (!found) continue;
    const start = offset + found[0].length;
    streams.push({ head: found[1] ?? '', data: bytes.subarray(start, start + Number(found[2])) });
  }
  return streams;
}

/** ISO 32000-2, 7.9.2.2: a text for people outside of the page. */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return [0xfeff, ...units].map((unit) => unit.toString(16).padStart(4, '0')).join('');
}

/** The text's letters as bytes, one each. */
export function latinBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const latinText = (bytes: Uint8Array, from: number, to: number): string =>
  Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join('');

function whole(parts: readonly Uint8Array[], length: number): ArrayBuffer {
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all.buffer;
}
