import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runEditedHistory } from './edited-history.ts';
import { createHouse, type House } from './house.ts';

/** A page dies before each write of a correction. `npm run simulate` plays corrections at random, among everything else. */

let house: House;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());

describe.each([
  [1, 'the first save', ['askKilled', 'ask', 'edit', 'lock', 'refund', 'edit']],
  [2, 'the first correction', ['ask', 'ask', 'editKilled', 'edit', 'refund', 'edit']],
  [3, 'the second correction', ['ask', 'ask', 'edit', 'editKilled', 'refund', 'edit', 'edit']],
] as const)('%i: a page that dies in %s', { tags: ['depth'] }, (which, _, steps) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('[F17][F29] before its write %s loses no text', async (death) => {
    const seed = which * 100_000 + 100 + death;
    expect(await runEditedHistory(house, seed, steps, death)).toEqual([]);
  });
});
