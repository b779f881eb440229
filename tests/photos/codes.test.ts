import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { findCodes, prepareCodeReader } from '#photos/codes.ts';
import type { Pixels } from '#photos/grey.ts';

const { resolve } = createRequire(import.meta.url);
const wasm = (name: string) => readFileSync(resolve(`zxing-wasm/${name}`)).buffer as ArrayBuffer;
beforeAll(() => {
  prepareCodeReader(wasm('reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: wasm('writer/zxing_writer.wasm') } });
});

const KEY = '0603202401169360599300120010130007123641710263515';
const ADDRESS =
  'https://fc.dgii.gov.do/eCF/ConsultaTimbreFC?RncEmisor=00209414325&ENCF=E320004121748&MontoTotal=1180.00&CodigoSeguridad=ARB%2BUx';

/** A white page with codes one below the other, as a phone's camera sees them: light grey on dark grey. */
async function page(
  codes: readonly (readonly ['QRCode' | 'Code128' | 'DataMatrix', string])[],
  scale = 3,
): Promise<Pixels> {
  const symbols = await Promise.all(
    codes.map(async ([format, text]) => {
      const { symbol } = await writeBarcode(text, { format, scale, addQuietZones: true });
      return symbol;
    }),
  );
  const width = Math.max(...symbols.map((one) => one.width)) + 80;
  const height = symbols.reduce((sum, one) => sum + one.height + 60, 60);
  const data = new Uint8ClampedArray(width * height * 4).fill(225);
  let top = 60;
  for (const one of symbols) {
    for (let y = 0; y < one.height; y += 1)
      for (let x = 0; x < one.width; x += 1)
        data.fill(
          one.data[y * one.width + x] ? 225 : 40,
          ((top + y) * width + 40 + x) * 4,
          ((top + y) * width + 41 + x) * 4 - 1,
        );
    top += one.height + 60;
  }
  return { data, width, height };
}

/** The picture with each pixel taken from another place. */
function moved(
  { data, width, height }: Pixels,
  turns: boolean,
  from: (x: number, y: number) => [number, number],
): Pixels {
  const size = turns ? { width: height, height: width } : { width, height };
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [fromX, fromY] = from(x, y);
      const at = (fromY * width + fromX) * 4;
      out.set(data.subarray(at, at + 4), (y * size.width + x) * 4);
    }
  return { data: out, ...size };
}

describe('codes of a picture', () => {
  const both = [
    { format: 'qr', text: ADDRESS },
    { format: 'code128', text: KEY },
  ];
  // The eight orientations that EXIF knows (Exif 2.32, 4.6.4): a decoder here applies none.
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('are found in EXIF orientation %i', async (orientation) => {
    const straight = await page([
      ['QRCode', ADDRESS],
      ['Code128', KEY],
    ]);
    const [w, h] = [straight.width - 1, straight.height - 1];
    const ways: Record<number, (x: number, y: number) => [number, number]> = {
      1: (x, y) => [x, y],
      2: (x, y) => [w - x, y],
      3: (x, y) => [w - x, h - y],
      4: (x, y) => [x, h - y],
      5: (x, y) => [y, x],
      6: (x, y) => [y, h - x],
      7: (x, y) => [w - y, h - x],
      8: (x, y) => [w - y, x],
    };
    const picture = moved(straight, orientation > 4, ways[orientation] ?? ((x, y) => [x, y]));
    const found = await findCodes(picture, ['quick']);
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(both.map((one) => expect.objectContaining(one))));
  });

  test('are told once, and codes of other formats not at all', async () => {
    const picture = await page([
      ['QRCode', ADDRESS],
      ['QRCode', ADDRESS],
      ['DataMatrix', '(01)07501031311309'],
    ]);
    expect(await findCodes(picture, ['quick'])).toMatchObject([{ format: 'qr', text: ADDRESS }]);
    expect(await findCodes(picture, ['quick'])).toHaveLength(1);
  });

  test('have their place, in shares of the picture', async () => {
    const picture = await page([['QRCode', ADDRESS]]);
    const [found] = await findCodes(picture, ['quick']);
    const { left = 0, top = 0, width = 0, height = 0 } = found?.place ?? {};
    // The code stands in the middle, with 40 pixels at its sides.
    expect(left + width / 2).toBeCloseTo(0.5, 1);
    expect(top + height / 2).toBeCloseTo(0.5, 1);
    expect(width * picture.width).toBeCloseTo(height * picture.height, -1);
    expect(left * picture.width).toBeGreaterThanOrEqual(40);
  });

  test('another way is tried when the first finds nothing, unless it is late', async () => {
    const empty: Pixels = { data: new Uint8ClampedArray(40_000).fill(200), width: 100, height: 100 };
    const asked: boolean[] = [];
    const late = (is: boolean) => () => {
      asked.push(is);
      return is;
    };
    expect(await findCodes(empty, ['plain', 'thorough'], late(true))).toEqual([]);
    expect(await findCodes(empty, ['plain', 'thorough'], late(false))).toEqual([]);
    expect(asked).toEqual([true, false]);
  });

  test('[D75] another way is tried too when what the first finds is not enough, and each code is told once', async () => {
    const picture = await page([['QRCode', ADDRESS]]);
    const seen: number[] = [];
    const enough = (is: boolean) => (codes: readonly unknown[]) => {
      seen.push(codes.length);
      return is;
    };
    for (const is of [true, false])
      expect(await findCodes(picture, ['quick', 'plain'], () => false, enough(is))).toHaveLength(1);
    expect(seen).toEqual([1, 1, 1]);
  });
});
