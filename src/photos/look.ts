import { greyOf } from './grey.ts';
import { inkHeight } from './ink.ts';
import type { Size } from './photo.ts';

/** How readable a compressed picture is. It leads to advice, never to a refusal. */
export interface Look extends Size {
  /** Brightness of the brightest parts, 0 to 255. Paper in good light is far above 128. */
  light: number;
  /** Steepness of the edges in the middle, 0 to 1: the share of an edge's contrast between two neighbouring pixels. */
  sharpness: number;
  /** Height of the small letters, in pixels; null when hardly any writing was found. */
  letters: number | null;
  /** Brightness on a grid of 32 by 32, to recognise the same picture. */
  grid: Uint8Array;
}

/** @param pixels red, green, blue and alpha, row by row, as a canvas gives them */
export function lookOf(pixels: Uint8ClampedArray, { width, height }: Size): Look {
  const { data: grey } = greyOf({ data: pixels, width, height });
  return {
    width,
    height,
    light: brightest(grey),
    sharpness: sharpnessOf(grey, width, height),
    letters: inkHeight(grey, width, height),
    grid: gridOf(grey, width, height),
  };
}

/** The 90th percentile of brightness, so that a card on a dark table counts as bright. */
function brightest(grey: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const one of grey) counts[one] = (counts[one] ?? 0) + 1;
  return quantile(counts, 0.9);
}

/** Minimum contrast of an edge; less is shading and noise. */
const MIN_EDGE_CONTRAST = 48;
/** Half the width that an edge may have. */
const EDGE_RADIUS_PX = 6;

/** The part that shows the document. The table around it may be sharp when the document is not. */
const MIDDLE: Part = { from: 0.25, to: 0.75 };
const WHOLE: Part = { from: 0, to: 1 };
/** With fewer edges the sharpness is unknown. */
const MIN_EDGES = 40;

/** A part of a picture, as fractions of its side. */
interface Part {
  from: number;
  to: number;
}

/** Sharpness of the middle, or of the whole picture when the middle has too few edges; 0 without edges. */
function sharpnessOf(grey: Uint8Array, width: number, height: number): number {
  return sharpnessIn(MIDDLE, grey, width, height) ?? sharpnessIn(WHOLE, grey, width, height) ?? 0;
}

/** The lower of horizontal and vertical steepness, because camera shake blurs only one. When only one has edges, that one. */
function sharpnessIn(part: Part, grey: Uint8Array, width: number, height: number): number | null {
  const ways = [steepness(part, grey, width, height, 1, width), steepness(part, grey, height, width, width, 1)];
  const known = ways.filter((one) => one !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/**
 * The 90th percentile of the edges' steepness; null with too few edges.
 *
 * @param along the distance between neighbours on a line; `between` the one from a line to the next
 */
function steepness(
  { from, to }: Part,
  grey: Uint8Array,
  length: number,
  lines: number,
  along: number,
  between: number,
): number | null {
  const shares = new Uint32Array(101);
  const [begin, end] = [
    Math.max(EDGE_RADIUS_PX, Math.floor(length * from)),
    Math.min(length - EDGE_RADIUS_PX, Math.ceil(length * to)),
  ];
  for (let line = Math.floor(lines * from); line < lines * to; line += 2) {
    for (let at = begin; at < end; at += 3) {
      let [low, high, step] = [255, 0, 0];
      let before = grey[line * between + (at - EDGE_RADIUS_PX) * along] ?? 0;
      for (let place = at - EDGE_RADIUS_PX; place <= at + EDGE_RADIUS_PX; place += 1) {
        const now = grey[line * between + place * along] ?? 0;
        low = Math.min(low, now);
        high = Math.max(high, now);
        step = Math.max(step, Math.abs(now - before));
        before = now;
      }
      if (high - low < MIN_EDGE_CONTRAST) continue;
      const share = Math.round((100 * step) / (high - low));
      shares[share] = (shares[share] ?? 0) + 1;
    }
  }
  return shares.reduce((sum, one) => sum + one, 0) < MIN_EDGES ? null : quantile(shares, 0.9) / 100;
}

function quantile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, one) => sum + one, 0);
  let seen = 0;
  for (const [value, count] of counts.entries()) {
    seen += count;
    if (total > 0 && seen >= total * share) return value;
  }
  return 0;
}

const GRID_CELLS = 32;

function gridOf(grey: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Float64Array(GRID_CELLS * GRID_CELLS);
  const counts = new Float64Array(GRID_CELLS * GRID_CELLS);
  for (let at = 0; at < grey.length; at += 1) {
    const column = Math.floor(((at % width) * GRID_CELLS) / width);
    const row = Math.floor((Math.floor(at / width) * GRID_CELLS) / height);
    const cell = row * GRID_CELLS + column;
    sums[cell] = (sums[cell] ?? 0) + (grey[at] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return Uint8Array.from(sums, (sum, cell) => sum / Math.max(1, counts[cell] ?? 1));
}

export type Advice = 'dark' | 'blurred' | 'small' | 'same' | 'letters';

/**
 * Limits below which people have trouble reading, measured with pictures of known blur and light
 * (docs/decisions/registration.md).
 */
const [DARK, BLURRED, SMALL_PIXELS, SMALL_LETTERS] = [72, 0.36, 480, 5];

/** Advice about a photo of a card or passport; null when it is fine. `other` is the other side. */
export function cardAdvice(look: Look, other: Look | null): Advice | null {
  if (other && isSame(look, other)) return 'same';
  if (look.light < DARK) return 'dark';
  if (Math.max(look.width, look.height) < SMALL_PIXELS) return 'small';
  return look.sharpness < BLURRED ? 'blurred' : null;
}

/** Advice about a photographed paper, whose writing may also be too small. */
export function paperAdvice(look: Look): Advice | null {
  if (look.light < DARK) return 'dark';
  if (look.sharpness < BLURRED) return 'blurred';
  return look.letters !== null && look.letters < SMALL_LETTERS ? 'letters' : null;
}

/** Whether one picture was chosen twice. The two sides of a card always differ more in some cell. */
function isSame({ grid }: Look, other: Look): boolean {
  return grid.every((cell, at) => Math.abs(cell - (other.grid[at] ?? 0)) <= 4);
}
