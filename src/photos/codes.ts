import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';

/** One code of a picture. */
export interface FoundCode {
  format: 'qr' | 'code128';
  text: string;
}

/** Pixels as of ImageData: red, green, blue, alpha. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The two that authorities have printed: QR everywhere, Code 128 in Ecuador. */
const FORMATS: ReaderOptions['formats'] = ['QRCode', 'Code128'];

/** Where the library's wasm is; without it the library would fetch it from a host of others. */
export function prepareCodeReader(wasmBinary: ArrayBuffer): void {
  prepareZXingModule({ overrides: { wasmBinary } });
}

/** How a picture is searched, one way after the other until one finds something. */
const WAYS: readonly ReaderOptions[] = [
  {},
  // A third of a picture is too small for a fine Code 128, a half is not.
  { downscaleFactor: 2, tryDenoise: true },
];

/**
 * The codes of a picture, each once. It may be turned or mirrored.
 *
 * @param picture pixels, or the file of a JPEG or PNG
 * @param isLate asked before each further way
 */
export async function findCodes(picture: Pixels | Uint8Array, isLate = () => false): Promise<FoundCode[]> {
  for (const [index, way] of WAYS.entries()) {
    if (index > 0 && isLate()) break;
    const results = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], { formats: FORMATS, ...way });
    const codes = results
      .filter(({ isValid }) => isValid)
      .map(({ format, text }): FoundCode => ({ format: format === 'Code128' ? 'code128' : 'qr', text }));
    if (codes.length > 0) return [...new Map(codes.map((code) => [code.format + code.text, code])).values()];
  }
  return [];
}
