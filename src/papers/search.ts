import type { FoundCode, Pixels } from '#photos/codes.ts';

/** Where a photo is searched first: a third of the time of the whole, and where nearly all codes are found. */
const SMALL_EDGE = 1600;

/** The longest side of what is searched after that. A larger photo would take more memory than a phone has to spare. */
const WHOLE_EDGE = 5000;

/** Nobody waits for longer, so no further search begins. */
const LATE_MS = 1200;

interface Means {
  /** The photo's longer side, in pixels. */
  edge: number;
  /** The photo so large at most. */
  pixels: (maxEdge: number) => Promise<Pixels>;
  find: (picture: Pixels, isLate: () => boolean) => Promise<FoundCode[]>;
  /** In milliseconds, only rising. */
  steady: () => number;
}

/** The codes of a photo: searched at 1,600 pixels first, and whole only when nothing was found. */
export async function searchPhoto({ edge, pixels, find, steady }: Means): Promise<FoundCode[]> {
  const begun = steady();
  const isLate = () => steady() - begun > LATE_MS;
  const found = await find(await pixels(Math.min(edge, SMALL_EDGE)), isLate);
  if (found.length > 0 || edge <= SMALL_EDGE || isLate()) return found;
  return find(await pixels(Math.min(edge, WHOLE_EDGE)), isLate);
}
