/** So much darker than its surroundings is ink, on the scale of 0 to 255. */
const DARKER = 24;
/** Half the surroundings of a pixel. */
const AROUND = 12;
/** Marks lower or higher than this are dust and rules, or pictures and headings. */
const [LOWEST, HIGHEST] = [3, 48];
/** Fewer marks are a logo or a shadow, not a page of writing. */
const PAGE_OF_MARKS = 150;

/**
 * The height of the marks of a page of writing, in pixels. Half of them stay under it, so it is that of the small letters.
 * Marks are connected dark pixels, each darker than its surroundings.
 *
 * @returns null when the picture does not hold so many marks that it would be a page of writing
 */
export function inkHeight(grey: Uint8Array, width: number, height: number): number | null {
  const heights = markHeights(inkOf(grey, width, height), width, height);
  if (heights.length < PAGE_OF_MARKS) return null;
  heights.sort((one, other) => one - other);
  return heights[Math.floor(heights.length / 2)] ?? null;
}

/** 1 where there is ink; the mean of the surroundings comes from running sums. */
function inkOf(grey: Uint8Array, width: number, height: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += grey[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const sumTo = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  const ink = new Uint8Array(grey.length);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - AROUND), Math.min(height, y + AROUND + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - AROUND), Math.min(width, x + AROUND + 1)];
      const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
      const mean = sum / ((right - left) * (bottom - top));
      ink[y * width + x] = (grey[y * width + x] ?? 0) < mean - DARKER ? 1 : 0;
    }
  }
  return ink;
}

/** The height of each connected mark; a mark is taken out of `ink` as it is walked. */
function markHeights(ink: Uint8Array, width: number, height: number): number[] {
  const heights: number[] = [];
  const ahead: number[] = [];
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 1) continue;
    let [top, bottom] = [height, 0];
    ink[start] = 0;
    ahead.push(start);
    for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
      const y = Math.floor(at / width);
      const x = at % width;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (const [dx, dy] of neighbours) {
        const next = at + dy * width + dx;
        if (x + dx < 0 || x + dx >= width || ink[next] !== 1) continue;
        ink[next] = 0;
        ahead.push(next);
      }
    }
    const tall = bottom - top + 1;
    if (tall >= LOWEST && tall <= HIGHEST) heights.push(tall);
  }
  return heights;
}

const neighbours = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);
