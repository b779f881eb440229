import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DrainOptions, DrainReport } from '#outbox/drain.ts';
import { keepDraining } from '#outbox/keep-draining.ts';
import { thisMachine } from '#ports/machine.ts';
import { createSenses } from '#ports/senses.ts';

const nothing: DrainReport = { sent: 0, waiting: 0, attention: 0, parked: 0, nextAt: null };

let visibility: DocumentVisibilityState;

beforeEach(() => {
  visibility = 'visible';
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sensesOf = (page: EventTarget) =>
  createSenses(() => ({ window: page, document: Object.assign(page, { visibilityState: visibility }) }));

/** A page that records its drains. Each answers with the next report, and the last report is repeated. */
function setUp(reports: Partial<DrainReport>[], online: (() => boolean) | undefined = undefined) {
  const page = new EventTarget();
  const pokes = new Set<() => void>();
  const drains: DrainOptions[] = [];
  const drain = async (options: DrainOptions = {}) => {
    drains.push(options);
    return { ...nothing, ...(reports.length > 1 ? reports.shift() : reports[0]) };
  };
  const stop = keepDraining(sensesOf(page), { drain, clock: Date.now, timers: thisMachine.timers, online, pokes });
  const poke = () => {
    for (const wake of pokes) wake();
  };
  return { page, drains, poke, stop };
}

test('[F23] a page drains at start, for a new item, when it becomes visible and when the connection returns', async () => {
  const { page, drains, poke } = setUp([{}]);
  poke();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(drains).toEqual([{}, {}, {}, {}, { connected: true }]);
  // Nothing waits, so no further drain follows.
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(drains).toHaveLength(5);
});

test('[F23] a page that is hidden drains once more, before a phone freezes it', async () => {
  const { page, drains } = setUp([{}]);
  visibility = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(drains).toEqual([{}, {}]);
});

test('a page drains when an item is due, and within 30 seconds whatever is due', async () => {
  const { drains } = setUp([
    { waiting: 1, nextAt: Date.now() + 8000 },
    { waiting: 1, nextAt: Date.now() + 900_000 },
    {},
  ]);
  await vi.advanceTimersByTimeAsync(7999);
  expect(drains).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(drains).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(drains).toHaveLength(3);
});

test('while another tab sends, a page drains every two seconds and not more often', async () => {
  const { drains } = setUp([{ waiting: 1, nextAt: 0 }]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(drains).toHaveLength(6);
});

test('without a network a page does not drain every two seconds', async () => {
  const { drains } = setUp([{ waiting: 1, nextAt: 0 }], () => false);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(drains).toHaveLength(1);
});

test('[F28] a drain that takes minutes does not prevent the next one', async () => {
  const drains: DrainOptions[] = [];
  const drain = (options: DrainOptions = {}) => {
    drains.push(options);
    return new Promise<DrainReport>(() => {});
  };
  keepDraining(sensesOf(new EventTarget()), {
    drain,
    clock: Date.now,
    timers: thisMachine.timers,
    online: undefined,
    pokes: new Set(),
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(drains).toHaveLength(2);
});

test('a failed drain is repeated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let drains = 0;
  const drain = async () => {
    drains += 1;
    if (drains === 1) throw new Error('the database is away');
    return nothing;
  };
  keepDraining(sensesOf(new EventTarget()), {
    drain,
    clock: Date.now,
    timers: thisMachine.timers,
    online: undefined,
    pokes: new Set(),
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(drains).toBe(2);
});

test('a page does not drain after it stopped', async () => {
  const { page, drains, poke, stop } = setUp([{ waiting: 1, nextAt: 0 }]);
  await vi.advanceTimersByTimeAsync(0);
  // What a page that becomes visible begins at once is called off too.
  page.dispatchEvent(new Event('visibilitychange'));
  stop();
  poke();
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(drains).toHaveLength(1);
});
