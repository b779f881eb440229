import '#tests/page.ts';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepStorageOnce } from '#app/keep-storage.ts';

const persist = vi.fn(async () => false);
let installed = false;

beforeEach(() => {
  persist.mockClear();
  installed = false;
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('[D64] the browser is asked once per device, and once more when the app is installed', async () => {
  for (let time = 0; time < 3; time += 1) await keepStorageOnce();
  expect(persist).toHaveBeenCalledTimes(1);
  installed = true;
  for (let time = 0; time < 3; time += 1) await keepStorageOnce();
  expect(persist).toHaveBeenCalledTimes(2);
  installed = false;
  await keepStorageOnce();
  expect(persist).toHaveBeenCalledTimes(2);
});

test('[D64] a browser that can store nothing is not asked', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(await keepStorageOnce()).toBe(false);
  expect(persist).not.toHaveBeenCalled();
});
