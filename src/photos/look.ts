import { inkHeight } from './ink.ts';
import type { Size } from './photo.ts';

/** What the pixels of a prepared picture tell of how well it can be read. Advice is made of it, never a refusal. */
export interface Look extends Size {
  /** How bright its brightest parts are, 0 to 255: paper in good light is far above 128. */
  light: number;
  /** How steep the edges in its middle are, 0 to 1: the share of an edge's contrast that lies between two neighbouring pixels. */
  sharpness: number;
  /** How high its small letters are, in pixels; null where hardly any writing was found. */
  letters: number | null;
  /** Brightness on a grid of 32 by 32, to tell whether two pictures are one and the same. */
  grid: Uint8Array;
}

/** @param pixels red, green, blue and alpha, row by row, as a canvas gives them */
export function lookOf(pixels: Uint8ClampedArray, { width, height }: Size): Look {
  const grey = greyOf(pixels);
  return {
    width,
    height,
    light: brightest(grey),
    sharpness: sharpnessOf(grey, width, height),
    letters: inkHeight(grey, width, height),
    grid: gridOf(grey, width, height),
  };
}

/** ITU-R BT.601 luma. */
function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    grey[at] = (red * 299 + green * 587 + blue * 114) / 1000;
  }
  return grey;
}

/** The brightness that nine tenths of the picture stay under: a card on a dark table is bright enough. */
function brightest(grey: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const one of grey) counts[one] = (counts[one] ?? 0) + 1;
  return quantile(counts, 0.9);
}

/** Contrast from which on a stretch of pixels counts as an edge; less is shading and noise. */
const EDGE = 48;
/** Half the stretch that an edge may take, in pixels. */
const REACH = 6;

/** Where the document lies; around it is a table, which may be sharp when the document is not. */
const MIDDLE: Part = { from: 0.25, to: 0.75 };
const WHOLE: Part = { from: 0, to: 1 };
/** Fewer edges say nothing. */
const ENOUGH_EDGES = 40;

/** Shares of the length of a side. */
interface Part {
  from: number;
  to: number;
}

/** Of the middle, or of the whole picture where too little stands in the middle; 0 without any edge. */
function sharpnessOf(grey: Uint8Array, width: number, height: number): number {
  return sharpnessIn(MIDDLE, grey, width, height) ?? sharpnessIn(WHOLE, grey, width, height) ?? 0;
}

/** The less steep of across and down: a shaking hand softens one of them alone. Where all lines run one way, that way's. */
function sharpnessIn(part: Part, grey: Uint8Array, width: number, height: number): number | null {
  const ways = [steepness(part, grey, width, height, 1, width), steepness(part, grey, height, width, width, 1)];
  const known = ways.filter((one) => one !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/**
 * The steepness that nine edges in ten stay under; null with too few edges.
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
  const [begin, end] = [Math.max(REACH, Math.floor(length * from)), Math.min(length - REACH, Math.ceil(length * to))];
  for (let line = Math.floor(lines * from); line < lines * to; line += 2) {
    for (let at = begin; at < end; at += 3) {
      let [low, high, step] = [255, 0, 0];
      let before = grey[line * between + (at - REACH) * along] ?? 0;
      for (let place = at - REACH; place <= at + REACH; place += 1) {
        const now = grey[line * between + place * along] ?? 0;
        low = Math.min(low, now);
        high = Math.max(high, now);
        step = Math.max(step, Math.abs(now - before));
        before = now;
      }
      if (high - low < EDGE) continue;
      const share = Math.round((100 * step) / (high - low));
      shares[share] = (shares[share] ?? 0) + 1;
    }
  }
  return shares.reduce((sum, one) => sum + one, 0) < ENOUGH_EDGES ? null : quantile(shares, 0.9) / 100;
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

const GRID = 32;

function gridOf(grey: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Float64Array(GRID * GRID);
  const counts = new Float64Array(GRID * GRID);
  for (let at = 0; at < grey.length; at += 1) {
    const column = Math.floor(((at % width) * GRID) / width);
    const row = Math.floor((Math.floor(at / width) * GRID) / height);
    const cell = row * GRID + column;
    sums[cell] = (sums[cell] ?? 0) + (grey[at] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return Uint8Array.from(sums, (sum, cell) => sum / Math.max(1, counts[cell] ?? 1));
}

export type Advice = 'dark' | 'blurred' | 'small' | 'same' | 'letters';

/** Each is where a person begins to have trouble, by pictures whose blur and light are known (docs/decisions/registration.md). */
const [DARK, BLURRED, SMALL_PIXELS, SMALL_LETTERS] = [72, 0.36, 480, 5];

/** What to advise about a photo of a card or a passport; null when nothing speaks against it. `other` is its other side. */
export function cardAdvice(look: Look, other: Look | null): Advice | null {
  if (other && isSame(look, other)) return 'same';
  if (look.light < DARK) return 'dark';
  if (Math.max(look.width, look.height) < SMALL_PIXELS) return 'small';
  return look.sharpness < BLURRED ? 'blurred' : null;
}

/** The same about a photographed paper, whose writing may be too small to read. */
export function paperAdvice(look: Look): Advice | null {
  if (look.light < DARK) return 'dark';
  if (look.sharpness < BLURRED) return 'blurred';
  return look.letters !== null && look.letters < SMALL_LETTERS ? 'letters' : null;
}

/** One picture chosen twice: two sides of one card differ in some cell by more, wherever they lay. */
function isSame({ grid }: Look, other: Look): boolean {
  return grid.every((cell, at) => Math.abs(cell - (other.grid[at] ?? 0)) <= 4);
}
