import { expect, test } from 'vitest';
import { searchPhoto } from '#papers/search.ts';

const CODE = { format: 'qr', text: 'x', place: null } as const;
/** One that stands beside it, and says nothing of an invoice. */
const SURVEY = { ...CODE, text: 'https://encuesta.example' };

/** Searches a photo of this size whose code is found at this edge, each step taking some milliseconds. */
async function search(edge: number, foundAt: number, { stepMs = 0, way = '', survey = false } = {}) {
  const steps: string[] = [];
  let now = 0;
  const found = await searchPhoto({
    edge,
    grey: async (maxEdge) => {
      now += stepMs;
      return { data: new Uint8Array(0), width: maxEdge, height: 1 };
    },
    find: async ({ width }, asked) => {
      steps.push(`${width} ${asked}`);
      const found = width >= foundAt && asked.startsWith(way) ? [CODE] : [];
      return survey ? [SURVEY, ...found] : found;
    },
    isEnough: (codes) => codes.some(({ text }) => text === CODE.text),
    steady: () => now,
  });
  return { steps, found: found.length };
}

test('a photo is searched small first, and whole only when nothing was found', async () => {
  expect(await search(4000, 1600)).toEqual({ steps: ['1600 fast'], found: 1 });
  expect(await search(4000, 2000)).toEqual({ steps: ['1600 fast', '2000 thorough'], found: 1 });
  expect(await search(4000, 3000)).toEqual({ steps: ['1600 fast', '2000 thorough', '4000 quick'], found: 1 });
});

test('[D75] a code that says nothing ends no search, and is told once beside what is found later', async () => {
  expect(await search(4000, 2000, { survey: true })).toEqual({ steps: ['1600 fast', '2000 thorough'], found: 2 });
  const all = ['1600 fast', '2000 thorough', '4000 quick'];
  expect(await search(4000, 9999, { survey: true })).toEqual({ steps: all, found: 1 });
  expect(await search(4000, 2000, { survey: true, stepMs: 1201 })).toEqual({ steps: ['1600 fast'], found: 1 });
});

test('a photo of few pixels is searched thoroughly too, and nothing is searched twice', async () => {
  const steps = ['1200 fast', '1200 thorough'];
  expect(await search(1200, 1200, { way: 'thorough' })).toEqual({ steps, found: 1 });
  expect(await search(1800, 9999)).toEqual({ steps: ['1600 fast', '1800 thorough'], found: 0 });
});

test('a photo of more pixels than a phone has room for is searched smaller', async () => {
  expect(await search(9000, 6000)).toEqual({
    steps: ['1600 fast', '2000 thorough', '5000 quick'],
    found: 0,
  });
});

test('no further search begins after 1.2 seconds', async () => {
  expect((await search(4000, 2000, { stepMs: 1200 })).steps).toEqual(['1600 fast', '2000 thorough']);
  expect((await search(4000, 2000, { stepMs: 1201 })).steps).toEqual(['1600 fast']);
});
