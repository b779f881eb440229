// @module-tag depth
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice } from '#device/create-device.ts';
import { timeless } from '#tests/machine.ts';
import { actions, leftOut, type Offered } from './actions.ts';
import { byItself } from './device.ts';
import { type Outcome, play, tell } from './play.ts';

/** `npm run simulate` plays thousands of seeds; these show that the world stands and that what it plays can be played again. */
const FIRST = 1;
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

test('every promise holds in the history of a seed, and the same seed gives the same history, byte for byte', async () => {
  const first = await play(FIRST, undefined, { length: SHORT });
  holds(first);
  expect(first.trace.length).toBeGreaterThan(SHORT);
  // Another history in between leaves nothing behind.
  holds(await play(2, undefined, { length: 2 * SHORT }));
  const again = await play(FIRST, undefined, { length: SHORT });
  expect(again.trace.join('\n')).toBe(first.trace.join('\n'));
});

function holds({ found, counts }: Outcome): void {
  expect(found).toEqual([]);
  expect(counts.requests).toBeGreaterThan(0);
}

test('a page that says ‘saved’ and saves nothing is found, and told in a few steps', async () => {
  const story = await tell(FIRST, undefined, {
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
});
