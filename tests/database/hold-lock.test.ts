import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileHeld } from '#database/hold-lock.ts';
import { giveLocks } from '#tests/locks.ts';

beforeEach(giveLocks);
afterEach(() => vi.unstubAllGlobals());

test('a page that holds a lock for ever keeps no other from its work', async () => {
  void navigator.locks.request('alone', {}, () => new Promise(() => {}));
  const waits: number[] = [];
  const after = (milliseconds: number, run: () => void) => {
    waits.push(milliseconds);
    run();
    return () => {};
  };
  const timers = { after, every: () => () => {} };
  expect(await whileHeld('alone', timers, 5000, async () => 'done')).toBe('done');
  expect(waits).toEqual([5000]);
});
