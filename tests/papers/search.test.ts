import { expect, test } from 'vitest';
import { searchPhoto } from '#papers/search.ts';

const CODE = { format: 'qr', text: 'x' } as const;

/** Searches a photo of this size whose code is found at this edge, each step taking some milliseconds. */
async function search(edge: number, foundAt: number, stepMs = 0) {
  const edges: number[] = [];
  let now = 0;
  const found = await searchPhoto({
    edge,
    pixels: async (maxEdge) => {
      edges.push(maxEdge);
      now += stepMs;
      return { data: new Uint8ClampedArray(0), width: maxEdge, height: 1 };
    },
    find: async ({ width }) => (width >= foundAt ? [CODE] : []),
    steady: () => now,
  });
  return { edges, found: found.length };
}

test('a photo is searched small first, and whole only when nothing was found', async () => {
  expect(await search(4000, 1600)).toEqual({ edges: [1600], found: 1 });
  expect(await search(4000, 3000)).toEqual({ edges: [1600, 4000], found: 1 });
  expect(await search(1200, 9999)).toEqual({ edges: [1200], found: 0 });
});

test('a photo of more pixels than a phone has room for is searched smaller', async () => {
  expect(await search(9000, 6000)).toEqual({ edges: [1600, 5000], found: 0 });
});

test('no further search begins after 1.2 seconds', async () => {
  expect(await search(4000, 3000, 1200)).toEqual({ edges: [1600, 4000], found: 1 });
  expect(await search(4000, 3000, 1201)).toEqual({ edges: [1600], found: 0 });
});
