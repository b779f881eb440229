// @module-tag depth
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { SignedInLayout } from '#app/signed-in/layout.tsx';
import { DEVICE, FORM_PART, KEPT_MS } from '#database/draft-form.ts';
import { customerHere } from '#tests/app/customer-here.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { useToast } from '#ui/layers/toasts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Screen() {
  const say = useToast();
  return (
    <button type="button" onClick={() => say({ text: 'Desde ahora entras con ana@demo.test' })}>
      Confirmar
    </button>
  );
}

/** Opens the signed-in area of a customer, without a connection. */
async function open() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await customerHere(device().db);
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, path: '/app', component: SignedInLayout });
  const inside = createRoute({ getParentRoute: () => app, path: '/aviso', component: Screen });
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => null });
  const history = createMemoryHistory({ initialEntries: ['/app/aviso'] });
  const router = createRouter({ routeTree: root.addChildren([start, app.addChildren([inside])]), history });
  await act(() => router.load());
  render(
    <ToastProvider>
      <RouterProvider router={router as never} />
    </ToastProvider>,
  );
  return router;
}

test('[D45][S23] what is over of a visitor goes where somebody is signed in too', async () => {
  const { db } = device();
  const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(8) };
  const rows = [
    { id: 'registro', part: FORM_PART, owner: DEVICE, at: Date.now() - KEPT_MS - 1000, ...sealed },
    { id: 'otro', part: FORM_PART, owner: DEVICE, at: Date.now(), ...sealed },
  ];
  await db.drafts.bulkPut(rows);
  await open();
  await expect.poll(async () => (await db.drafts.toArray()).map(({ id }) => id)).toEqual(['otro']);
});

test('[S9][D72] a toast that names the customer goes when the device is locked', async () => {
  const router = await open();
  fireEvent.click(await screen.findByText('Confirmar'));
  expect(screen.getByText(/ana@demo.test/)).toBeDefined();
  await act(() => router.navigate({ to: '/' as never }));
  expect(screen.queryByText(/ana@demo.test/)).toBeNull();
});
