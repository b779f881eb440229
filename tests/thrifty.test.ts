import { afterEach, expect, test, vi } from 'vitest';
import { isThrifty } from '#ports/thrifty.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{}, false],
  [undefined, false],
])('[D70] few bytes are to be spent with Save-Data or on 2G: %j, %s', (connection, thrifty) => {
  vi.stubGlobal('navigator', { connection });
  expect(isThrifty()).toBe(thrifty);
});
