import { fileName } from '#rules/joined.ts';
import { part } from '#senses/part.ts';

export const loadPdf = part(() => import('./sheet-pdf.ts'));

/** A PDF with a name that every system takes: 'comprobante-ORD-520022-08.pdf'. */
export const pdfFileOf = (bytes: ArrayBuffer, ...names: readonly string[]): File =>
  new File([bytes], `${fileName(...names)}.pdf`, { type: 'application/pdf' });
