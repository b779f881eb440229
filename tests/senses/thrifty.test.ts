import { afterEach, expect, test, vi } from 'vitest';
import { keepFresh } from '#app/signed-in/keep-fresh.ts';
import '#tests/page.ts';
import type { Senses } from '#mirror/mirror.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{ effectiveType: '4g' }, false],
  [{}, false],
  [undefined, false],
])('[D69] a page whose browser says %j of its connection spends few bytes: %s', (connection, few) => {
  const run = vi.fn((_: Senses) => () => {});
  const stop = keepFresh({ session: { ask: async () => {} }, mirror: { bringing: { run, look: async () => true } } });
  vi.stubGlobal('navigator', { onLine: true, connection });
  // The line may change while the page is open, so it is asked each time.
  expect(run.mock.lastCall?.[0].thrifty()).toBe(few);
  stop();
});
