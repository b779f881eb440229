// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, fetchOn, type TestApp } from '#tests/server/test-app.ts';
import { SERVER_START_MS } from '#tests/session/device.ts';

/** The pending timers of the app and its libraries, each with the file that set it. */
const running = new Map<unknown, { by: string; ms: number; again: boolean }>();
const real = { setTimeout, setInterval, clearTimeout, clearInterval };

function watch(name: 'setTimeout' | 'setInterval') {
  return (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const again = name === 'setInterval';
    const ended = () => {
      if (!again) running.delete(handle);
      run(...given);
    };
    const handle = real[name](ended, ms);
    const by = setBy(new Error().stack ?? '');
    if (by) running.set(handle, { by, ms, again });
    return handle;
  };
}

function forget(name: 'clearTimeout' | 'clearInterval') {
  return (handle: never) => {
    running.delete(handle);
    real[name](handle);
  };
}

/** The nearest file on the stack of the app or a library; null for a timer of the test or the server. */
function setBy(stack: string): string | null {
  const [line] = stack.split('\n').slice(2);
  const file = /\/src\/(\S+?\.tsx?)/.exec(line ?? '')?.[1];
  const library = /node_modules\/(react|react-dom|scheduler|dexie|@tanstack|@base-ui|workbox-window)\b/.exec(
    line ?? '',
  )?.[1];
  return file ?? library ?? null;
}

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
  for (const name of ['setTimeout', 'setInterval'] as const) vi.stubGlobal(name, watch(name));
  for (const name of ['clearTimeout', 'clearInterval'] as const) vi.stubGlobal(name, forget(name));
  vi.stubGlobal('fetch', fetchOn(server.app));
}, SERVER_START_MS);
afterEach(cleanup);
afterAll(() => {
  vi.unstubAllGlobals();
  return server.close();
});

/** As long as this nothing more may be pending, so that what follows on an answer still shows. */
const AT_REST_MS = 600;
const LOOK_MS = 100;

/** Waits until only these timers are pending, and go on being the only ones. Repeating ones are always among them. */
async function onlyRun(...wanted: (string | RegExp)[]): Promise<void> {
  const list = () =>
    [...running.values()]
      .map(({ by, ms, again }) => `${by} ${again ? 'every' : 'in'} ${Math.ceil(ms / 1000)} s`)
      .sort();
  const settle = () => act(() => new Promise((settled) => real.setTimeout(settled, LOOK_MS)));
  const matching = wanted.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one)));
  const until = performance.now() + 30_000;
  for (let rested = 0; rested < AT_REST_MS && performance.now() < until; ) {
    await settle();
    rested = list().length <= wanted.length ? rested + LOOK_MS : 0;
  }
  expect(list()).toEqual(matching);
}

/** The timers of every open page that is visible. */
const OPEN = ['app/signed-in/inactivity.ts in 30 s', 'app/signed-in/while-used.ts in 60 s'];

function show(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (visible ? 'visible' : 'hidden'),
  });
  document.dispatchEvent(
    new (window as unknown as { Event: typeof Event }).Event('visibilitychange', { bubbles: true }),
  );
}

test("with an empty queue only the lock's timer runs, and while visible also those of the data's age and of the session", async () => {
  show(true);
  const { device } = await import('#app/device.ts');
  const { createAppTree } = await import('#app/tree.tsx');
  expect(await device().session.signIn('costarica@demo.test', DEMO_PASSWORD)).toMatchObject({ ok: true });
  location.hash = '#/app';
  render(await createAppTree());
  await waitFor(() => expect(screen.getAllByText('Salud Global Plus').length).toBeGreaterThan(0), { timeout: 20_000 });
  await onlyRun(...OPEN, 'ui/hooks/use-minute.ts every 60 s');

  act(() => show(false));
  await onlyRun(/^app\/signed-in\/inactivity\.ts in (5\d\d|60[01]) s$/);

  act(() => show(true));
  await onlyRun(...OPEN, 'ui/hooks/use-minute.ts every 60 s');

  location.hash = '#/app/configuraciones';
  window.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('popstate'));
  await screen.findByRole('heading', { level: 1, name: 'Gestiona tu cuenta' }, { timeout: 20_000 });
  await onlyRun(...OPEN, 'ui/hooks/use-minute.ts every 60 s');
}, 120_000);
