// @module-tag depth
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { SignedInLayout } from '#app/signed-in/layout.tsx';
import { DEVICE, FORM_PART, KEPT_MS } from '#database/draft-form.ts';
import { customerHere } from '#tests/app/customer-here.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the signed-in area of a customer, without a connection. */
async function open(): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await customerHere(device().db);
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, path: '/app', component: SignedInLayout });
  const history = createMemoryHistory({ initialEntries: ['/app'] });
  const router = createRouter({ routeTree: root.addChildren([app]), history });
  await act(() => router.load());
  render(
    <ToastProvider>
      <RouterProvider router={router as never} />
    </ToastProvider>,
  );
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
