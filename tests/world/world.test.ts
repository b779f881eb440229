import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice } from '#device/create-device.ts';
import { timeless } from '#tests/machine.ts';
import { actions, leftOut, type Offered } from './actions.ts';
import { byItself } from './device.ts';
import { play, tell } from './play.ts';

/** `npm run simulate` plays thousands of seeds; these show that the world stands and that what it plays can be played again. */
const SEEDS = [1, 2];
const SHORT = 30;

let quiet: typeof console.error;
beforeAll(() => {
  // Pages tell what fails around them.
  quiet = console.error;
  console.error = () => {};
});
afterAll(() => {
  console.error = quiet;
});

test('everything that a device offers is an action of the world, or said to be left out', () => {
  const {
    db,
    api: _,
    ...rooms
  } = createDevice({
    ...timeless,
    ...{ name: 'offered', fetch, apiBase: '/api', hostBase: '/host', lock: { ifFree: (_name, work) => work() } },
  });
  db.close();
  const offered = Object.entries(rooms).flatMap(([room, members]) =>
    Object.keys(members).map((member) => `${room}.${member}` as Offered),
  );
  const called = new Set<string>([...Object.values(actions).flatMap(({ calls }) => calls ?? []), ...byItself]);
  expect(offered.filter((one) => !called.has(one) && !leftOut[one])).toEqual([]);
  expect(offered.filter((one) => called.has(one) && leftOut[one])).toEqual([]);
});

test('the same seed gives the same history, byte for byte', async () => {
  const first = await play(SEEDS[0] ?? 1, undefined, { length: SHORT });
  await play(77, undefined, { length: 5 });
  const second = await play(SEEDS[0] ?? 1, undefined, { length: SHORT });
  expect(first.trace.length).toBeGreaterThan(SHORT);
  expect(second.trace.join('\n')).toBe(first.trace.join('\n'));
}, 60_000);

test.each(SEEDS)(
  'every promise holds in the history of seed %i',
  async (seed) => {
    const { found, counts } = await play(seed, undefined, { length: 2 * SHORT });
    expect(found).toEqual([]);
    expect(counts.requests).toBeGreaterThan(0);
  },
  60_000,
);

test('a page that says ‘saved’ and saves nothing is found, and told in a few steps', async () => {
  const story = await tell(SEEDS[0] ?? 1, undefined, {
    length: SHORT,
    opened({ outbox, db }) {
      const { enqueue } = outbox;
      outbox.enqueue = async (...asked) => {
        const queued = await enqueue(...asked);
        if (queued.ok) await db.outbox.delete(queued.value.key);
        return queued;
      };
    },
  });
  expect(story).toMatch(/neither in the queue nor has it a receipt/);
  const steps = story?.split('\n').filter((line) => / page \d+: \d+ \S+$/.test(line)) ?? [];
  expect(steps.length).toBeLessThan(6);
}, 60_000);
