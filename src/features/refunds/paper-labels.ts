import type { FileAnswer } from '#forms/answers.ts';
import { paperText } from '#forms/file-words.ts';
import { paperLabel } from '#requests/refund-document.ts';
import { dotted } from '#rules/joined.ts';

/** What the receipt says of the papers: 'factura.pdf · 3 páginas · 412 KB'. The wire carries the files alone. */
export const paperLabels = (files: Readonly<Record<string, FileAnswer>>, locale: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([field, file]) => [paperLabel(field), dotted(file.name, paperText(file, locale))]),
  );
