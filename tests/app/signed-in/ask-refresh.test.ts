// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { askRefresh } from '#app/signed-in/ask-refresh.ts';

const HALF_DAY_MS = 12 * 60 * 60_000;

afterEach(() => vi.unstubAllGlobals());

function browser(query: () => Promise<{ state: PermissionState }>, periodicSync: object | undefined) {
  vi.stubGlobal('navigator', {
    permissions: { query },
    serviceWorker: { ready: Promise.resolve({ periodicSync }) },
  });
}

test('[D66] where the browser grants it, the worker is to be woken twice a day', async () => {
  const register = vi.fn(async () => undefined);
  browser(async () => ({ state: 'granted' }), { register });
  await askRefresh();
  expect(register.mock.calls).toEqual([['amparo-refresh', { minInterval: HALF_DAY_MS }]]);
});

test.each(['prompt', 'denied'] as const)('[D66] where the permission is %s, nothing is asked', async (state) => {
  const register = vi.fn(async () => undefined);
  browser(async () => ({ state }), { register });
  await askRefresh();
  expect(register).not.toHaveBeenCalled();
});

test('[D66] browsers that know neither the permission nor the sync are left alone', async () => {
  browser(async () => Promise.reject(new TypeError('unknown permission')), undefined);
  await expect(askRefresh()).resolves.toBeUndefined();
  browser(async () => ({ state: 'granted' }), undefined);
  await expect(askRefresh()).resolves.toBeUndefined();
  vi.stubGlobal('navigator', {});
  await expect(askRefresh()).resolves.toBeUndefined();
});
