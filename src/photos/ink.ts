/** A pixel this much darker than its surroundings is ink (scale 0 to 255). */
const MIN_CONTRAST = 24;
/** How far a pixel's surroundings reach to each side. */
const RADIUS_PX = 12;
/** Height of a mark that counts. Lower marks are dust and rules, higher ones pictures and headings. */
const [MIN_MARK_PX, MAX_MARK_PX] = [3, 48];
/** A picture with fewer marks is a logo or a shadow, not a page of writing. */
const MIN_MARKS = 150;

/**
 * The median height of a page's marks, in pixels, which is the height of its small letters. A mark is a group of connected
 * dark pixels.
 *
 * @returns null when the picture holds too few marks for a page of writing
 */
export function inkHeight(grey: Uint8Array, width: number, height: number): number | null {
  const heights = markHeights(inkOf(grey, width, height), width, height);
  if (heights.length < MIN_MARKS) return null;
  heights.sort((one, other) => one - other);
  return heights[Math.floor(heights.length / 2)] ?? null;
}

/** 1 where there is ink. A summed-area table gives the mean of the surroundings. */
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
    const [top, bottom] = [Math.max(0, y - RADIUS_PX), Math.min(height, y + RADIUS_PX + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - RADIUS_PX), Math.min(width, x + RADIUS_PX + 1)];
      const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
      const mean = sum / ((right - left) * (bottom - top));
      ink[y * width + x] = (grey[y * width + x] ?? 0) < mean - MIN_CONTRAST ? 1 : 0;
    }
  }
  return ink;
}

/** The height of each mark. Visited pixels are removed from `ink`. */
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
    if (tall >= MIN_MARK_PX && tall <= MAX_MARK_PX) heights.push(tall);
  }
  return heights;
}

const neighbours = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);
