import type { PhotoClient } from '#photos/client.ts';
import { pagesIn } from '#photos/paper.ts';
import { type Place, turnedPlace } from '#photos/place.ts';
import { mediaTypes, safeFileName } from '#rules/files.ts';
import type { FileAnswer } from './answers.ts';

/** The photos of a paper, each as JPEG bytes. */
export type Pages = readonly ArrayBuffer[];

/** The pages of papers that this page of the app joined or took apart. */
const known = new WeakMap<ArrayBuffer, Pages>();

/**
 * The photos that a file consists of (D87): of a paper of ours its pages, of a photo itself. Null for every other file, such as a
 * PDF of the customer's own.
 */
export function pagesOf(file: Pick<FileAnswer, 'bytes' | 'type'> | null): Pages | null {
  if (file?.type === mediaTypes.jpeg) return [file.bytes];
  if (file?.type !== mediaTypes.pdf) return null;
  const found = known.get(file.bytes) ?? pagesIn(file.bytes);
  if (found) known.set(file.bytes, found);
  return found;
}

/** The file of these photos: one photo stays a photo, several become one PDF. Null when they cannot be joined. */
export async function fileOfPages(
  pages: Pages,
  name: string,
  photos: Pick<PhotoClient, 'join'>,
): Promise<FileAnswer | null> {
  const [first, second] = pages;
  if (!first) return null;
  const kind = second ? 'pdf' : 'jpeg';
  const bytes = second ? await photos.join(pages) : first;
  if (!bytes) return null;
  if (second) known.set(bytes, pages);
  return { bytes, name: safeFileName(name, kind), type: mediaTypes[kind], size: bytes.byteLength };
}

/** From which photo each turned one was made: a full circle gives the first one back, and none is encoded twice. */
const madeFrom = new WeakMap<ArrayBuffer, { photo: ArrayBuffer; quarters: 1 | 2 | 3 }>();

/** The photo as it was before any turn; what it is known by while it is turned and moved. */
export const photoOf = (page: ArrayBuffer): ArrayBuffer => madeFrom.get(page)?.photo ?? page;

/** Where something was found on a photo that a field holds; null where nothing was. */
export type FoundOn = (photo: ArrayBuffer) => Place | null;

/** Where something is on the page, which may be a turned photo. `on` tells it of the photo itself. */
export function placeOn(page: ArrayBuffer, on: FoundOn | undefined): Place | null {
  const place = on?.(photoOf(page)) ?? null;
  return place && turnedPlace(place, madeFrom.get(page)?.quarters ?? 0);
}

/** A quarter clockwise; null when this device cannot do it. */
export async function turnedPage(page: ArrayBuffer, photos: Pick<PhotoClient, 'turn'>): Promise<ArrayBuffer | null> {
  const photo = photoOf(page);
  const quarters = ((madeFrom.get(page)?.quarters ?? 0) + 1) % 4;
  if (quarters === 0) return photo;
  const turned = await photos.turn(photo, quarters as 1 | 2 | 3);
  if (turned) madeFrom.set(turned, { photo, quarters: quarters as 1 | 2 | 3 });
  return turned;
}
