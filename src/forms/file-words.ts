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

/**
 * The slot's hint: accepted kinds and size, and a request for the PDF where PDFs are accepted (D10). The limit is that of a PDF,
 * since a photo is compressed before its size is checked (D43).
 */
export function limitHint(limit: number, accepted: readonly FileKind[] | undefined): string {
  const photos = accepted?.filter((kind) => kind !== 'pdf' && isPromised(kind)).map((kind) => names[kind]);
  const photo = photos ? `foto ${photos.join(' o ')}` : 'foto';
  if (accepted && !accepted.includes('pdf')) return `${photo[0]?.toUpperCase()}${photo.slice(1)}; la reducimos.`;
  return `PDF de menos de ${Math.round(limit / MEGABYTE)} MB, o ${photo}, que reducimos. ${formWords.pdfHint}.`;
}
