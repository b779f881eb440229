import type { FoundCode, Way } from '#photos/codes.ts';
import type { Grey } from '#photos/grey.ts';

/** The longest side of what is searched. A larger photo would take more memory than a phone has to spare. */
export const WHOLE_EDGE = 5000;

/**
 * How a photo is searched, one step after the other until enough is found. Nearly all codes are found by the first, at a
 * quarter of the time of all pixels. The second finds what is blurred or fine, the last what is finer.
 */
const STEPS: readonly { maxEdge: number; way: Way; isForMore?: true }[] = [
  { maxEdge: 1600, way: 'fast' },
  { maxEdge: 2000, way: 'thorough' },
  // A photo of no more pixels was searched so.
  { maxEdge: WHOLE_EDGE, way: 'quick', isForMore: true },
];

/** Nobody waits for longer, so no further step begins. */
const LATE_MS = 1200;

interface Means {
  /** The photo's longer side, in pixels. */
  edge: number;
  /** The photo so large at most. */
  grey: (maxEdge: number) => Promise<Grey>;
  find: (picture: Grey, way: Way) => Promise<FoundCode[]>;
  /** Whether codes say enough to look for no others: a paper may show one of a survey beside the authority's. */
  isEnough: (codes: readonly FoundCode[]) => boolean;
  /** In milliseconds, only rising. */
  steady: () => number;
}

/** The codes of a photo, each once: searched at 1,600 pixels first, and whole only when not enough was found. */
export async function searchPhoto({ edge, grey, find, isEnough, steady }: Means): Promise<FoundCode[]> {
  const begun = steady();
  let searched = 0;
  let picture: Grey | null = null;
  const found = new Map<string, FoundCode>();
  for (const { maxEdge, way, isForMore } of STEPS) {
    const wanted = Math.min(edge, maxEdge);
    if (isForMore && wanted === searched) continue;
    if (searched > 0 && steady() - begun > LATE_MS) break;
    if (!picture || wanted !== searched) picture = await grey(wanted);
    searched = wanted;
    for (const code of await find(picture, way)) found.set(code.format + code.text, code);
    if (isEnough([...found.values()])) break;
  }
  return [...found.values()];
}
