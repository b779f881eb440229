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

test('[D66] a browser that grants the permission will wake the worker twice a day', async () => {
  const register = vi.fn(async () => undefined);
  browser(async () => ({ state: 'granted' }), { register });
  await askRefresh();
  expect(register.mock.calls).toEqual([['amparo-refresh', { minInterval: HALF_DAY_MS }]]);
});

test.each(['prompt', 'denied'] as const)('[D66] nothing is registered while the permission is %s', async (state) => {
  const register = vi.fn(async () => undefined);
  browser(async () => ({ state }), { register });
  await askRefresh();
  expect(register).not.toHaveBeenCalled();
});

test('[D66] browsers without the permission or the sync are left alone', async () => {
  browser(async () => Promise.reject(new TypeError('unknown permission')), undefined);
  await expect(askRefresh()).resolves.toBeUndefined();
  browser(async () => ({ state: 'granted' }), undefined);
  await expect(askRefresh()).resolves.toBeUndefined();
  vi.stubGlobal('navigator', {});
  await expect(askRefresh()).resolves.toBeUndefined();
});
