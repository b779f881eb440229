import { type FileKind, isPromised, MEGABYTE } from '#rules/files.ts';
import { formWords } from './words.ts';

const names: Record<FileKind, string> = {
  pdf: 'PDF',
  jpeg: 'JPG',
  png: 'PNG',
  webp: 'WEBP',
  gif: 'GIF',
  heic: 'HEIC',
};

const types: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg,.jpg,.jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic,.heic',
};

/** The input's accept attribute. */
export function acceptFor(accepted: readonly FileKind[] | undefined): string {
  return accepted ? accepted.map((kind) => types[kind]).join(',') : 'application/pdf,image/*';
}

/** The slot's hint: accepted kinds and size, and a request for the PDF where PDFs are accepted (D10). */
export function limitHint(limit: number, accepted: readonly FileKind[] | undefined): string {
  const kinds = accepted
    ? accepted
        .filter(isPromised)
        .map((kind) => names[kind])
        .join(', ')
    : 'PDF o imagen';
  const size = `${kinds}, menos de ${Math.round(limit / MEGABYTE)} MB.`;
  return !accepted || accepted.includes('pdf') ? `${size} ${formWords.pdfHint}.` : size;
}

/** '212 KB', '1,4 MB'. */
export function sizeInWords(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / MEGABYTE).toFixed(1).replace('.', ',')} MB`;
}
