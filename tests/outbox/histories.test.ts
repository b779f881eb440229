import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHistory } from './history.ts';
import { createHouse, type House } from './house.ts';

/**
 * Random histories of faults. Each is made from its seed alone, and a failing one prints it.
 * `AMPARO_SEED=<seed> npx vitest run tests/outbox/histories.test.ts` replays it. `AMPARO_HISTORIES` sets their number,
 * counted from the seed when there is one.
 */
const given = process.env.AMPARO_SEED;
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (given === undefined ? (process.env.CI ? 120 : 8) : 1));
const A_TEST = Math.min(20, HISTORIES);
const first = Number(given ?? 1);
const batches = Array.from({ length: Math.ceil(HISTORIES / A_TEST) }, (_, at) => first + at * A_TEST);

let house: House;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());

test.each(batches)(
  'a command shown as saved is on the server exactly once or visible on the device, seeds from %i',
  async (seed) => {
    for (let one = seed; one < seed + A_TEST; one += 1) {
      const broken = await runHistory(house, one).catch((error: unknown) => [String((error as Error)?.stack ?? error)]);
      await house.setTokens('good');
      expect(broken, `AMPARO_SEED=${one}`).toEqual([]);
    }
  },
  60_000,
);
