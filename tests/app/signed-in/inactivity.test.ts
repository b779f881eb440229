// @module-tag depth
import { MINUTE_MS } from '#contract/age.ts';
import '#tests/page.ts';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Closed, watchInactivity } from '#app/signed-in/inactivity.ts';
import { vouched } from '#app/vouched.ts';
import { openSessionRows } from '#database/keyring.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { createSession } from '#session/create-session.ts';
import { sessionKeys } from '#session/door.ts';
import { sealPart } from '#session/stored.ts';
import { createSecrets } from '#vault/keys.ts';

let db: Database;
let now: number;
let stop: () => void;
let session: ReturnType<typeof createSession>;
let drafts: Drafts;
let count = 0;
const closed = vi.fn();
const told = { onClosed: (why: Closed) => closed(why), onReplaced: vi.fn(), onNearing: vi.fn() };
beforeEach(async () => {
  // The watch gives the device two seconds, and tries again after two more.
  const { setTimeout: real } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => real(run, ms / 10));
  now = Date.now();
  db = createDatabase(`watched ${++count}`);
  await enter('ana');
  const clock = () => now;
  // These tests never call the server.
  session = createSession({ db, api: null as never, clock });
  drafts = createDrafts({ db, clock });
  stop = watchInactivity({ session, drafts }, told);
});
afterEach(() => {
  stop();
  db.close();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Writes what a sign-in in any tab writes. */
async function enter(owner: string): Promise<void> {
  const keys = await sessionKeys(owner, createSecrets());
  const who = {
    email: `${owner}@demo.test`,
    idUsuario: '7',
    cedula: '1',
    nombre: owner,
    residence: 'Ecuador',
  } as const;
  await db.session.put(await sealPart(keys.readKey, owner, 'identity', who));
  await db.vault.bulkPut(await openSessionRows(db, owner, keys, now));
}

/** Waits until the watch has announced the lock. */
async function nearing(): Promise<void> {
  now += 8 * MINUTE_MS + 1000;
  look();
  await vi.waitFor(() => expect(told.onNearing).toHaveBeenCalledWith(true));
}

const look = () => document.dispatchEvent(new window.Event('visibilitychange'));

describe('the watch over an open session', () => {
  test('[H4.9][H9.1] announces the lock, and locks when the time is over', async () => {
    await nearing();
    expect(closed).not.toHaveBeenCalled();
    now += 2 * MINUTE_MS;
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'));
    expect(await db.vault.get('reading')).toBeUndefined();
    expect(await db.vault.get('sending')).toBeDefined();
  });

  test('[H4.9] notes activity after the press while there is time, as of then, and at once before the lock', async () => {
    await vi.waitFor(() => expect(vouched.now()).toBe(true));
    const touch = vi.spyOn(session, 'touch');
    for (let press = 0; press < 3; press += 1) window.dispatchEvent(new window.Event('click'));
    expect(touch).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(touch).toHaveBeenCalledTimes(1));
    expect(touch.mock.calls[0]?.[0]).toBeGreaterThan(50);
    await nearing();
    touch.mockClear();
    window.dispatchEvent(new window.Event('click'));
    expect(touch).toHaveBeenCalledTimes(1);
  });

  test.each(['visibilitychange', 'pagehide', 'freeze'])(
    '[H4.9] notes the last press at %s, after which no timer runs',
    async (end) => {
      await vi.waitFor(() => expect(vouched.now()).toBe(true));
      const touch = vi.spyOn(session, 'touch');
      window.dispatchEvent(new window.Event('click'));
      expect(touch).not.toHaveBeenCalled();
      const isHiding = end === 'visibilitychange';
      if (isHiding) Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      (end === 'pagehide' ? window : document).dispatchEvent(new window.Event(end));
      Reflect.deleteProperty(document, 'visibilityState');
      expect(touch).toHaveBeenCalledTimes(1);
      // Once, and not again when the timer would have run.
      await new Promise((later) => setTimeout(later, 1500));
      expect(touch).toHaveBeenCalledTimes(1);
    },
  );

  test('[F14] notices a lock and a sign-out in another tab', async () => {
    await vi.waitFor(() => expect(vouched.now()).toBe(true));
    await db.vault.bulkDelete(['reading', 'sending']);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('left'));
    expect(vouched.now()).toBe(false);
  });

  test('[S30][D83] notices that the owner ended the session from elsewhere, which the worker or another tab heard', async () => {
    await db.transaction('rw', db.vault, async () => {
      await db.vault.bulkDelete(['reading', 'sending', 'activity']);
      await db.vault.put({ id: 'ended' });
    });
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('ended'));
  });

  test('[S30][D83] tells that its owner ended it, also when that happened while it was checked', async () => {
    await nearing();
    vi.spyOn(session, 'remaining').mockImplementationOnce(async () => {
      await db.vault.bulkDelete(['reading', 'sending', 'activity']);
      await db.vault.put({ id: 'ended' });
      return 0;
    });
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('ended'));
    vi.restoreAllMocks();
  });

  test('[F15][D25] ends without locking when somebody else signs in in another tab', async () => {
    await nearing();
    await enter('luis');
    await vi.waitFor(() => expect(told.onReplaced).toHaveBeenCalledTimes(1));
    expect(closed).not.toHaveBeenCalled();
    expect(await db.vault.get('reading')).toMatchObject({ owner: 'luis' });
  });

  test('[H4.9] goes on when the same customer signs in in another tab', async () => {
    const keys = await db.vault.toArray();
    await db.vault.bulkPut(keys);
    await nearing();
    expect(told.onReplaced).not.toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
  });

  test.each([
    ['refuse', () => Promise.reject(new Error('no room'))],
    ['hang', () => new Promise<never>(() => {})],
  ])('[D25][F16] removes the reading key even when the drafts %s', async (_, flush) => {
    drafts.flush = flush;
    now += 10 * MINUTE_MS + 1000;
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'), { timeout: 8000 });
    expect(await db.vault.get('reading')).toBeUndefined();
  });

  test('[D25][F18] leaves the screens at once when the device refuses the lock, and retries the lock', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    // The first check has ended, so only the next one fails.
    await nearing();
    vi.spyOn(session, 'lockExpired').mockRejectedValueOnce(new Error('lost for a moment'));
    now += 2 * MINUTE_MS;
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'), { timeout: 8000 });
    await vi.waitFor(async () => expect(await db.vault.get('reading')).toBeUndefined(), { timeout: 8000 });
  });

  test('[D25][F18] repeats a failed check of the device, and locks', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await nearing();
    vi.spyOn(session, 'state').mockRejectedValueOnce(new Error('lost for a moment'));
    now += 2 * MINUTE_MS;
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'), { timeout: 8000 });
    expect(await db.vault.get('reading')).toBeUndefined();
  });

  test("[F15][D25] closes the previous customer's page even when the drafts hang", async () => {
    await nearing();
    drafts.flush = () => new Promise<never>(() => {});
    await enter('luis');
    await vi.waitFor(() => expect(told.onReplaced).toHaveBeenCalledTimes(1), { timeout: 8000 });
  });
});

describe('[F49] a page that slept', () => {
  const covered = () => 'covered' in document.documentElement.dataset;
  const happens = (type: string, on: EventTarget = document) => on.dispatchEvent(new window.Event(type) as never);
  const kept = (type: 'pagehide' | 'pageshow') =>
    window.dispatchEvent(Object.assign(new window.Event(type), { persisted: true }));

  test.each([
    ['in the back-forward cache', () => kept('pagehide'), () => kept('pageshow')],
    ['frozen in the background', () => happens('freeze'), () => happens('resume')],
  ])('%s is covered from then on, and shown again once the session was found open', async (_, sleep, wake) => {
    await vi.waitFor(() => expect(covered()).toBe(false));
    await vi.waitFor(() => expect(vouched.now()).toBe(true));
    sleep();
    expect(covered()).toBe(true);
    expect(vouched.now()).toBe(false);
    wake();
    expect(covered()).toBe(true);
    await vi.waitFor(() => expect(covered()).toBe(false));
    expect(vouched.now()).toBe(true);
    expect(closed).not.toHaveBeenCalled();
  });

  test('shows nothing when the session was locked meanwhile: it stays covered until another screen is there', async () => {
    await nearing();
    kept('pagehide');
    await db.vault.delete('reading');
    kept('pageshow');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'));
    expect(covered()).toBe(true);
    stop();
    expect(covered()).toBe(false);
  });

  test('shows nothing when somebody else signed in meanwhile', async () => {
    await nearing();
    kept('pagehide');
    await enter('luis');
    kept('pageshow');
    await vi.waitFor(() => expect(told.onReplaced).toHaveBeenCalledTimes(1));
    expect(covered()).toBe(true);
  });

  test('is not shown by a check that began before it slept', async () => {
    await nearing();
    let answer = () => {};
    vi.spyOn(session, 'remaining').mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve(5 * MINUTE_MS))),
    );
    look();
    await vi.waitFor(() => expect(session.remaining).toHaveBeenCalled());
    happens('freeze');
    answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(covered()).toBe(true);
    happens('resume');
    await vi.waitFor(() => expect(covered()).toBe(false));
  });

  test('is covered at once when another tab locks, before screens can tell an error under the address', async () => {
    await nearing();
    // The check of what happened takes its time.
    const check = vi.spyOn(session, 'state').mockReturnValue(new Promise(() => {}));
    await db.vault.delete('reading');
    await vi.waitFor(() => expect(covered()).toBe(true));
    expect(vouched.now()).toBe(false);
    expect(closed).not.toHaveBeenCalled();
    check.mockRestore();
    look();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'));
  });

  test('is left alone by a visit to another window that was short', async () => {
    await nearing();
    look();
    expect(covered()).toBe(false);
  });

  test('with its device is covered when it is seen again after the time is over', async () => {
    await nearing();
    vi.spyOn(Date, 'now').mockReturnValue(now + 60 * MINUTE_MS);
    now += 60 * MINUTE_MS;
    look();
    expect(covered()).toBe(true);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledWith('expired'));
    vi.restoreAllMocks();
  });
});
