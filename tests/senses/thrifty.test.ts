import { afterEach, expect, test, vi } from 'vitest';
import { keepFresh } from '#app/signed-in/keep-fresh.ts';
import '#tests/page.ts';
import type { Senses } from '#mirror/mirror.ts';

afterEach(() => vi.unstubAllGlobals());

test('[D69] an open page spends few bytes as soon as its line is of the second generation, and no longer than that', () => {
  const run = vi.fn((_: Senses) => () => {});
  const stop = keepFresh({ session: { ask: async () => {} }, mirror: { bringing: { run, look: async () => true } } });
  const few = ['4g', '2g', 'slow-2g', '3g'].map((effectiveType) => {
    vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType } });
    return run.mock.lastCall?.[0].thrifty();
  });
  expect(few).toEqual([false, true, true, false]);
  stop();
});
