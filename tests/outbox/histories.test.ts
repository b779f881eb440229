import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHistory } from './history.ts';
import { createHouse, type House, setTokens } from './house.ts';

/**
 * Random histories of faults. Each is made from its seed alone; a failing one prints it, and
 * `AMPARO_SEED=<seed> npx vitest run tests/outbox/histories.test.ts` plays it again. `AMPARO_HISTORIES` asks for more of them.
 */
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? 200);
const A_TEST = 20;
const given = process.env.AMPARO_SEED;
const first = Number(given ?? 1);
const batches =
  given === undefined ? Array.from({ length: HISTORIES / A_TEST }, (_, at) => first + at * A_TEST) : [first];

let house: House;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());

test.each(batches)(
  'what was shown as saved is on the server exactly once or visible on the device, seeds from %i',
  async (seed) => {
    const seeds = given === undefined ? Array.from({ length: A_TEST }, (_, at) => seed + at) : [seed];
    for (const one of seeds) {
      const broken = await runHistory(house, one).catch((error: unknown) => [String((error as Error)?.stack ?? error)]);
      await setTokens(house.app, 'good');
      expect(broken, `AMPARO_SEED=${one}`).toEqual([]);
    }
  },
  60_000,
);
