import { crc32, deflateSync } from 'node:zlib';
import type { StoredFile } from '../core/port.ts';

/** A one-page PDF with these lines of text (ISO 32000-1, 7.5), small enough to be written on demand. */
export function pdfOf(name: string, lines: readonly string[]): StoredFile {
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const stream = `BT /F1 14 Tf 20 TL 64 760 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  // WinAnsi is Latin-1 for every sign of Spanish.
  return { name, type: 'application/pdf', bytes: new Uint8Array(Buffer.from(body + end, 'latin1')) };
}

/** A grey PNG of a receipt's proportions (PNG specification, section 11.2). */
export function pngOf(name: string): StoredFile {
  const [width, height] = [240, 320];
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 0xec)]);
  const line = Buffer.concat([
    Buffer.from([0]),
    Buffer.alloc(20, 0xec),
    Buffer.alloc(200, 0x60),
    Buffer.alloc(20, 0xec),
  ]);
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => (y % 32 > 27 && y > 40 ? line : row)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return { name, type: 'image/png', bytes: new Uint8Array(Buffer.concat([signature, ...chunks])) };
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
