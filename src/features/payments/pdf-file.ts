import { part } from '#senses/part.ts';

export const loadPdf = part(() => import('./sheet-pdf.ts'));

/** A PDF with a name that every system takes: 'comprobante-ORD-520022-08.pdf'. */
export function pdfFileOf(bytes: ArrayBuffer, ...names: readonly string[]): File {
  const name = names.map((part) => part.replace(/[^\p{L}\p{N}-]+/gu, '').slice(0, 60)).filter(Boolean);
  return new File([bytes], `${name.join('-')}.pdf`, { type: 'application/pdf' });
}
