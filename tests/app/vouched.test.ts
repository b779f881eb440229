import '#tests/page.ts';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { enterSignedIn } from '#app/session-gate.ts';
import { vouched } from '#app/vouched.ts';
import { MINUTE_MS } from '#contract/age.ts';
import { customerHere } from '#tests/app/customer-here.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});

afterEach(() => {
  vouched.end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a press within the signed-in area', () => {
  test('does not wait for the session to be read while the watch vouches for it, and has it read behind', async () => {
    const { db, session } = device();
    await customerHere(db);
    const reads = vi.spyOn(session, 'start');
    vouched.set(Date.now() + MINUTE_MS);
    expect(await enterSignedIn('#/app/pagos/1')).toBe(true);
    expect(reads).not.toHaveBeenCalled();
    await expect.poll(() => reads.mock.calls.length).toBe(1);
  });

  test('has it read once for several presses, and after them', async () => {
    const { db, session } = device();
    await customerHere(db);
    const reads = vi.spyOn(session, 'start').mockResolvedValue('open');
    vouched.set(Date.now() + MINUTE_MS);
    for (const policy of [1, 2, 3]) await enterSignedIn(`#/app/pagos/${policy}`);
    await new Promise((later) => setTimeout(later, 300));
    expect(reads).not.toHaveBeenCalled();
    await expect.poll(() => reads.mock.calls.length).toBe(1);
    await new Promise((later) => setTimeout(later, 600));
    expect(reads).toHaveBeenCalledTimes(1);
    const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
    reads.mockRejectedValueOnce(new Error('refused'));
    await enterSignedIn('#/app/pagos/1');
    await expect.poll(() => failed.mock.calls.length).toBe(1);
    await enterSignedIn('#/app/pagos/1');
    await expect.poll(() => reads.mock.calls.length).toBe(3);
  });

  test('[H4.9] waits for it where nothing vouches', async () => {
    const { db } = device();
    await customerHere(db, { activity: Date.now() - 11 * MINUTE_MS });
    expect(await enterSignedIn('#/app/pagos/1')).toBe(false);
    expect(await db.vault.get('reading')).toBeUndefined();
  });
});

test.each([
  ['its time is over', MINUTE_MS],
  ['the clock was set back', -1000],
])('[H4.9] nothing is vouched for once %s', (_, moved) => {
  const now = Date.now();
  vouched.set(now + MINUTE_MS);
  expect(vouched.now()).toBe(true);
  vi.spyOn(Date, 'now').mockReturnValue(now + moved);
  expect(vouched.now()).toBe(false);
});
