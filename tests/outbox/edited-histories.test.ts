import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runEditedHistory } from './edited-history.ts';
import { createHouse, type House } from './house.ts';

/**
 * Random histories of corrections. A failing one prints its seed.
 * `AMPARO_SEED=<seed> npx vitest run tests/outbox/edited-histories.test.ts` replays it. `AMPARO_HISTORIES` sets their number.
 */
const given = process.env.AMPARO_SEED;
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (given === undefined ? (process.env.CI ? 20 : 4) : 1));
const A_TEST = Math.min(20, HISTORIES);
const first = Number(given ?? 1);
/** A plain run plays each death once, a check before landing three times. */
const ROUNDS = process.env.CI ? [1, 2, 3] : [1];
const batches = Array.from({ length: Math.ceil(HISTORIES / A_TEST) }, (_, at) => first + at * A_TEST);

let house: House;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());

test.each(batches)(
  '[F17][F27][F29] a command shown as saved keeps its text through corrections and killed pages, seeds from %i',
  async (seed) => {
    for (let one = seed; one < seed + A_TEST; one += 1) {
      expect(await runEditedHistory(house, one), `AMPARO_SEED=${one}`).toEqual([]);
    }
  },
  120_000,
);

describe.each([
  [1, 'the first save', ['askKilled', 'ask', 'edit', 'lock', 'refund', 'edit']],
  [2, 'the first correction', ['ask', 'ask', 'editKilled', 'edit', 'refund', 'edit']],
  [3, 'the second correction', ['ask', 'ask', 'edit', 'editKilled', 'refund', 'edit', 'edit']],
] as const)('%i: a page that dies in %s', (which, _, steps) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('[F17][F29] before its write %i loses no text', async (death) => {
    for (const round of ROUNDS) {
      const seed = which * 100_000 + round * 100 + death;
      expect(await runEditedHistory(house, seed, { steps, death }), `seed ${seed}`).toEqual([]);
    }
  });
});
