// @module-tag depth
import '#tests/page.ts';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { tellAgain } from '#app/tell-again.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { setOnline } from '#tests/page.ts';
import { createTestApp, fetchOn, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';

const ANA = 'ecuador@demo.test';

let server: TestApp;
/** How often the server was told of a lock. */
let told = 0;
let isUnderMaintenance = false;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
beforeEach(() => {
  told = 0;
  isUnderMaintenance = true;
  const real = fetchOn(server.app);
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof fetch>) => {
    if (!`${url}`.endsWith('/usuarios/bloquear')) return real(url, init);
    told += 1;
    return isUnderMaintenance ? new Response('{}', { status: 503 }) : real(url, init);
  });
});
afterEach(() => {
  setOnline(true);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const show = () => void document.dispatchEvent(new window.Event('visibilitychange') as never);

test('[D57] a lock that the server could not be told of is told once the connection is back, by the page or by the worker', async () => {
  const onServer = fetchOn(server.app);
  const answered: string[] = [];
  let isUp = true;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (!isUp) throw new TypeError('Failed to fetch');
    const answer = await onServer(...request);
    answered.push(`${new URL(String(request[0]), location.href).pathname} ${answer.status}`);
    return answer;
  });
  const register = vi.fn(async (_tag: string) => {});
  const serviceWorker = { ready: Promise.resolve({ sync: { register } }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  const { session } = device();
  await signInCopied(server, ANA, device() as Device);
  isUp = false;
  await session.lock();
  expect(await session.tellLock()).toBe(false);
  await vi.waitFor(() => expect(register).toHaveBeenCalledWith('amparo-outbox'));
  isUp = true;
  setOnline(true);
  await expect.poll(() => answered).toEqual([`${pathOf('lock')} 200`]);
  // It is told once.
  setOnline(true);
  expect(await session.tellLock()).toBe(true);
  expect(answered).toHaveLength(1);
});

test('[D57][S13] a lock that the server could not be told is told once the page is shown again, though no connection was lost', async () => {
  const { session, db } = device();
  const tokens = async () => (await db.session.toArray()).filter(({ id }) => /:(access|internal)$/.test(id)).length;
  expect(await session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  await session.lock();
  expect(await session.tellLock()).toBe(false);
  expect(await session.tellLock()).toBe(false);
  const before = told;
  expect(await tokens()).toBeGreaterThan(0);
  show();
  await vi.waitFor(() => expect(told, 'two reports that failed plan one').toBe(before + 1));
  isUnderMaintenance = false;
  // It is planned again once its answer was heard.
  await vi.waitFor(async () => {
    show();
    expect(await tokens()).toBe(0);
  });
  const after = told;
  show();
  expect(told, 'what is told is not told again').toBe(after);
});

test('[D57] it is told also without any event, after pauses that grow, and at once after the next lock', async () => {
  vi.useFakeTimers();
  const tries: number[] = [];
  let works = false;
  const timers = {
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    every: () => () => {},
  };
  const begun = Date.now();
  const untold: () => void = tellAgain(async () => {
    tries.push((Date.now() - begun) / 1000);
    if (!works) untold();
    return works;
  }, timers);
  untold();
  await vi.advanceTimersByTimeAsync(10_000);
  untold();
  await vi.advanceTimersByTimeAsync(230_000);
  expect(tries, 'a second report plans no second one').toEqual([30, 90, 210]);
  works = true;
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(tries).toEqual([30, 90, 210, 450]);
  untold();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(tries, 'the first pause is a short one again').toHaveLength(5);
});
