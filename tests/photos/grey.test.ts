import { expect, test } from 'vitest';
import { greyOf, pixelsOf, shrunk } from '#photos/grey.ts';

test('brightness becomes opaque pixels of equal parts, and back', () => {
  const grey = { data: Uint8Array.of(0, 7, 128, 255), width: 2, height: 2 };
  const pixels = pixelsOf(grey);
  expect([...pixels.data]).toEqual([0, 0, 0, 255, 7, 7, 7, 255, 128, 128, 128, 255, 255, 255, 255, 255]);
  expect(greyOf(pixels)).toEqual(grey);
});

test('brightness is the luma of BT.601', () => {
  const data = Uint8ClampedArray.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255);
  expect([...greyOf({ data, width: 3, height: 1 }).data]).toEqual([76, 149, 29]);
});

test('a picture shrinks to the mean of the corners that each pixel stands for', () => {
  const data = Uint8Array.of(0, 20, 100, 100, 40, 60, 100, 104);
  expect(shrunk({ data, width: 4, height: 2 }, 2)).toEqual({ data: Uint8Array.of(30, 101), width: 2, height: 1 });
});

test.each([1600, 1333, 7])('a picture of any size shrinks to %i at most, and no pixel is from outside', (maxEdge) => {
  const wide = { data: new Uint8Array(2001 * 301).fill(90), width: 2001, height: 301 };
  const small = shrunk(wide, maxEdge);
  expect([small.width, small.height]).toEqual([maxEdge, Math.floor((301 * maxEdge) / 2001)]);
  expect(new Set(small.data)).toEqual(new Set([90]));
});

test('a small picture stays as it is', () => {
  const grey = { data: new Uint8Array(6), width: 3, height: 2 };
  expect(shrunk(grey, 3)).toEqual(grey);
});
