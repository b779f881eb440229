import { expect, test } from 'vitest';
import { pagesIn, paperOf } from '#photos/paper.ts';
import { kindOf } from '#rules/files.ts';
import { joined, jpegOf, pngOf } from './pictures.ts';

const photo = (width: number, height: number): ArrayBuffer => joined(jpegOf(width, height)).buffer;
const photos = [photo(800, 600), photo(600, 800), photo(800, 800)];
const latin = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
const made = (pages: readonly ArrayBuffer[]) => paperOf(pages) ?? new ArrayBuffer(0);

test('[D87] photos become a PDF of as many pages, each with the shape of its photo', () => {
  const paper = made(photos);
  expect(kindOf(new Uint8Array(paper))).toBe('pdf');
  const text = latin(paper);
  expect(text).toContain('/Kids [3 0 R 6 0 R 9 0 R] /Count 3');
  expect([...text.matchAll(/MediaBox \[0 0 ([\d.]+ [\d.]+)\]/g)].map(([, box]) => box)).toEqual([
    '792 594',
    '594 792',
    '792 792',
  ]);
  expect([...text.matchAll(/\/Width (\d+) \/Height (\d+) \/ColorSpace \/DeviceGray/g)]).toHaveLength(3);
});

test('[D87] its pages are found again, byte for byte and in their order', () => {
  expect(pagesIn(made(photos))?.map((page) => new Uint8Array(page))).toEqual(
    photos.map((page) => new Uint8Array(page)),
  );
  expect(made(pagesIn(made(photos)) ?? [])).toEqual(made(photos));
});

test('a photo that holds the marks of a PDF is still one page', () => {
  const sly = joined(jpegOf(10, 10), new TextEncoder().encode('endstream\nendobj\nxref\nstartxref\n0\n%%EOF\n')).buffer;
  expect(pagesIn(made([sly, photos[0] ?? sly]))).toHaveLength(2);
});

test('[S4] a PDF that is not ours to the last byte is not taken apart', () => {
  const paper = new Uint8Array(made(photos));
  const changed = (change: (bytes: Uint8Array<ArrayBuffer>) => void) => {
    const bytes = paper.slice();
    change(bytes);
    return bytes.buffer;
  };
  const text = latin(paper.buffer);
  const table = text.lastIndexOf('xref\n0 ') + 30;
  const others = {
    'another letter': changed((bytes) => bytes.set([0x41], text.indexOf('/Lang') + 7)),
    'a table that points nowhere': changed((bytes) => bytes.set([0x39], table)),
    'bytes behind its end': joined(paper, new Uint8Array(3)).buffer,
    'no end': paper.slice(0, -10).buffer,
    nothing: new ArrayBuffer(0),
    "another program's": new TextEncoder().encode('%PDF-1.7\nxref\n0 1\nstartxref\n9\n%%EOF\n').buffer as ArrayBuffer,
  };
  for (const [what, bytes] of Object.entries(others)) expect(pagesIn(bytes), what).toBeNull();
});

test('what is no plain JPEG makes no page', () => {
  const png = joined(pngOf(10, 10)).buffer;
  const cut = joined(jpegOf(10, 10, { end: false })).buffer;
  expect([paperOf([]), paperOf([png]), paperOf([photos[0] ?? png, cut])]).toEqual([null, null, null]);
});
