import { extensionOf, type FileKind, isPromised, MEGABYTE, mediaTypes } from '#rules/files.ts';
import { anyOf, capital, dotted } from '#rules/joined.ts';
import { sizeText } from '#rules/numbers.ts';
import type { IconName } from '#ui/base/icon.tsx';
import type { FileAnswer } from './answers.ts';
import { pagesOf } from './pages.ts';
import { formWords, pageWords } from './words.ts';

/** Some systems know a file only by its extension. */
const alsoNamed: Partial<Record<FileKind, string>> = { jpeg: ',.jpg,.jpeg', heic: ',.heic' };

/** The input's accept attribute. */
export function acceptFor(accepted: readonly FileKind[] | undefined): string {
  return accepted
    ? accepted.map((kind) => mediaTypes[kind] + (alsoNamed[kind] ?? '')).join(',')
    : 'application/pdf,image/*';
}

/** That of the input for further pages. The camera's own says 'image/*': Android opens it for nothing else at once. */
export const photosFor = (accepted: readonly FileKind[] | undefined): string =>
  accepted ? acceptFor(accepted.filter((kind) => kind !== 'pdf')) : 'image/*';

/**
 * The slot's hint: accepted kinds and size, and a request for the PDF where PDFs are accepted (D10). The limit is that of a PDF,
 * since a photo is compressed before its size is checked (D43).
 */
export function limitHint(limit: number, accepted: readonly FileKind[] | undefined): string {
  const photos = accepted
    ?.filter((kind) => kind !== 'pdf' && isPromised(kind))
    .map((kind) => extensionOf(kind).toUpperCase());
  const photo = photos ? `foto ${anyOf(photos)}` : 'foto';
  if (accepted && !accepted.includes('pdf')) return `${capital(photo)}; la reducimos.`;
  return `PDF de menos de ${Math.round(limit / MEGABYTE)} MB, o ${photo}, que reducimos. ${formWords.pdfHint}.`;
}

/** What stands for a paper without a picture: a sheet, or the brackets of an XML. */
export const paperIcon = (type: string): IconName => (type === mediaTypes.xml ? 'xml' : 'doc');

const ownKind = ({ type }: FileAnswer): string => (type === mediaTypes.xml ? 'XML' : 'PDF');

/** What a file is and how large: 'Foto · 212 KB', '3 páginas · 412 KB', 'PDF · 1,2 MB'. Pages are told of our own papers only. */
export function paperText(file: FileAnswer, locale: string): string {
  const pages = pagesOf(file)?.length ?? 0;
  const kind = file.type.startsWith('image/') ? 'Foto' : pages > 0 ? pageWords.count(pages) : ownKind(file);
  return dotted(kind, sizeText(file.size, locale));
}
