// @module-tag depth
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { useNotice } from '#app/notice.ts';
import { WatchedCreated } from '#app/visitor/created.tsx';
import { words as texts } from '#features/registration/words.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { SessionContext } from '#session/hooks.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { createDevice, type Device, SERVER_START_MS } from '#tests/session/device.ts';

const EMAIL = 'ecuador@demo.test';
let made: Device;
vi.mock('#app/device.ts', () => ({ device: () => made }));

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
}, SERVER_START_MS);
afterEach(cleanup);
afterAll(() => server.close());

test('[H2.1][V2.40] the session that a registration opened is locked after ten minutes on its last screen too', async () => {
  const time = { now: Date.now() };
  made = createDevice(server, { time });
  await signInCopied(server, EMAIL, made);
  await made.session.touch();
  const root = createRootRoute();
  const created = createRoute({ getParentRoute: () => root, path: '/registro/creada', component: WatchedCreated });
  const Start = () => <h1>{useNotice()}</h1>;
  const start = createRoute({ getParentRoute: () => root, path: '/', component: Start });
  const history = createMemoryHistory({ initialEntries: ['/registro/creada'] });
  const router = createRouter({ routeTree: root.addChildren([start, created]), history });
  await act(() => router.load());
  render(
    <SessionContext value={made.session}>
      <MirrorProvider mirror={made.mirror}>
        <RouterProvider router={router as never} />
      </MirrorProvider>
    </SessionContext>,
  );
  await screen.findByText(texts.createdTitle, { exact: false });
  time.now += 11 * 60_000;
  document.dispatchEvent(new window.Event('visibilitychange'));
  await screen.findByText(/ha expirado/, undefined, { timeout: 6000 });
  expect(await made.session.state()).toBe('locked');
  expect(history.location.pathname).toBe('/');
}, 20_000);
