import { paperText } from '#forms/file-words.ts';
import type { OutgoingFile } from '#outbox/ports.ts';
import { paperLabel } from '#requests/refund-document.ts';
import { dotted } from '#rules/joined.ts';

/** What the receipt says of the papers: 'factura.pdf · 3 páginas · 412 KB'. The wire carries the files alone. */
export function paperLabels(files: Readonly<Record<string, OutgoingFile>>, locale: string): Record<string, string> {
  const told = Object.entries(files).map(([field, file]) => {
    const text = paperText({ ...file, size: file.bytes.byteLength }, locale);
    return [paperLabel(field), dotted(file.name, text)];
  });
  return Object.fromEntries(told);
}
