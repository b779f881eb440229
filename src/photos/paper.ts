import { latinBytes, type PdfObject, pdfFile, streamsOf } from '#pdf/objects.ts';
import { pictureFacts } from './dimensions.ts';

/** The longer side of a page, in points: that of letter paper, so that a page prints on one sheet. */
const LONG_SIDE = 792;

/** Objects before the pages: catalog and list of pages. */
const FIXED = 2;
const OBJECTS_A_PAGE = 3;

/**
 * Photos of one paper as a PDF, a page each (D87). A page holds the very bytes of its JPEG, so that nothing is lost and `pagesIn`
 * finds it again. The same photos make the same bytes.
 *
 * @returns null without photos, or when one is no plain JPEG
 */
export function paperOf(photos: readonly ArrayBuffer[]): ArrayBuffer | null {
  const pages = photos.flatMap((photo, index) => pageOf(photo, FIXED + 1 + index * OBJECTS_A_PAGE) ?? []);
  if (pages.length === 0 || pages.length !== photos.length * OBJECTS_A_PAGE) return null;
  const kids = photos.map((_, index) => `${FIXED + 1 + index * OBJECTS_A_PAGE} 0 R`).join(' ');
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R /Lang (es) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${photos.length} >>`,
    ...pages,
  ]);
}

/**
 * The photos of a paper that `paperOf` made; null for every other file. It is taken apart only if putting it together again makes
 * the same file, so nothing that another program wrote is ever read here.
 */
export function pagesIn(paper: ArrayBuffer): ArrayBuffer[] | null {
  const pictures = streamsOf(paper)?.filter(({ head }) => head.includes('/Subtype /Image')) ?? [];
  const photos = pictures.map(({ data }) => data.slice().buffer);
  const again = paperOf(photos);
  return again && isSame(again, paper) ? photos : null;
}

/** A page, its drawing and its picture, numbered from `first` on. */
function pageOf(photo: ArrayBuffer, first: number): PdfObject[] | null {
  const data = new Uint8Array(photo);
  const facts = pictureFacts(data);
  const space = facts?.kind === 'jpeg' && facts.complete && colourSpaces.get(facts.channels ?? 0);
  if (!space) return null;
  const { width, height } = facts.stored;
  const scale = LONG_SIDE / Math.max(width, height);
  const [wide, high] = [points(width * scale), points(height * scale)];
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${first + 1} 0 R ` +
      `/Resources << /XObject << /P ${first + 2} 0 R >> >> >>`,
    { head: '', data: latinBytes(`${wide} 0 0 ${high} 0 0 cm /P Do\n`) },
    {
      head:
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} ` +
        '/BitsPerComponent 8 /Filter /DCTDecode',
      data,
    },
  ];
}

/** By the number of a JPEG's components. Four would be print colours, which no camera writes. */
const colourSpaces = new Map([
  [1, '/DeviceGray'],
  [3, '/DeviceRGB'],
]);

const points = (length: number): number => Math.max(1, Math.round(length * 100) / 100);

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [a, b] = [new Uint8Array(one), new Uint8Array(other)];
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
