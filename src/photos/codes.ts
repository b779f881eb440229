import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Pixels } from './grey.ts';
import type { Size } from './photo.ts';
import type { Place } from './place.ts';

/** One code of a picture. */
export interface FoundCode {
  format: 'qr' | 'code128';
  text: string;
  /** On the picture as it was searched; null in a file, which is searched undecoded. */
  place: Place | null;
}

/** The two that authorities have printed: QR everywhere, Code 128 in Ecuador. */
const FORMATS: ReaderOptions['formats'] = ['QRCode', 'Code128'];

/** Where the library's wasm is; without it the library would fetch it from a host of others. */
export function prepareCodeReader(wasmBinary: ArrayBuffer): void {
  prepareZXingModule({ overrides: { wasmBinary } });
}

/** How a picture is searched. Each takes about twice the time of the one before. */
const WAYS = {
  /** Every few rows, which suffices for a clear code. */
  fast: { tryInvert: false, tryDownscale: false, tryHarder: false },
  /** As it is. */
  quick: { tryInvert: false, tryDownscale: false },
  /** Also light on dark, and shrunk. */
  plain: {},
  /** Also with its noise removed. A third of a picture is too small for a fine Code 128, a half is not. */
  thorough: { downscaleFactor: 2, tryDenoise: true },
} satisfies Record<string, ReaderOptions>;

export type Way = keyof typeof WAYS;

/**
 * The codes of a picture, each once. It may be turned or mirrored.
 *
 * @param picture pixels, or the file of a JPEG or PNG
 * @param ways one after the other, until enough is found
 * @param isLate asked before each further way
 */
export async function findCodes(
  picture: Pixels | Uint8Array,
  ways: readonly Way[],
  isLate = () => false,
  isEnough = (codes: readonly FoundCode[]) => codes.length > 0,
): Promise<FoundCode[]> {
  const found = new Map<string, FoundCode>();
  for (const [index, way] of ways.entries()) {
    if (index > 0 && isLate()) break;
    const options = { formats: FORMATS, ...WAYS[way] };
    const results = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], options);
    for (const { text, ...one } of results.filter(({ isValid }) => isValid)) {
      const format = one.format === 'Code128' ? 'code128' : 'qr';
      const place = picture instanceof Uint8Array ? null : placeOf(one.position, picture);
      found.set(format + text, { format, text, place });
    }
    if (isEnough([...found.values()])) break;
  }
  return [...found.values()];
}

function placeOf(corners: ReadResult['position'], { width, height }: Size): Place {
  const all = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft];
  const [left, right] = ends(all.map(({ x }) => x / width));
  const [top, bottom] = ends(all.map(({ y }) => y / height));
  return { left, top, width: right - left, height: bottom - top };
}

const ends = (shares: readonly number[]): [least: number, most: number] => [
  Math.max(0, Math.min(...shares)),
  Math.min(1, Math.max(...shares)),
];
