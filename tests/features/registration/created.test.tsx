// @module-tag depth
import { ok } from '#contract/result.ts';
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CreatedScreen } from '#features/registration/created-screen.tsx';
import { words as texts } from '#features/registration/words.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { customers } from '#server/database/schema.ts';
import type { createSession } from '#session/create-session.ts';
import { SessionContext } from '#session/hooks.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { SERVER_START_MS } from '#tests/session/device.ts';
import { deviceOf, pageText, press, sees } from '../reading.tsx';

type Session = ReturnType<typeof createSession>;
type Passkeys = Pick<Session, 'canHoldPasskey' | 'passkeysHere'>;
type PasskeyHere = Awaited<ReturnType<Session['passkeysHere']>>[number];

const EMAIL = 'ecuador@demo.test';
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL] });
}, SERVER_START_MS);
afterEach(cleanup);
afterAll(() => server.close());

/** Opens 'Cuenta creada' for a customer with this much proved. */
async function openCreated(
  claim: 'yes' | 'branch' | 'no',
  emailVerified: Date | null,
  passkeys: Partial<Passkeys> = {},
) {
  server.core.claim = async () => ok({ answer: claim });
  await server.db.update(customers).set({ claim, emailVerified }).where(eq(customers.email, EMAIL));
  const { session: real, mirror } = await deviceOf(server, EMAIL);
  const session = { ...real, ...passkeys };
  const root = createRootRoute();
  const routeAt = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routes = [routeAt('/app', () => <h1>Inicio</h1>), routeAt('/registro/creada', CreatedScreen)];
  const history = createMemoryHistory({ initialEntries: ['/registro/creada'] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await act(() => router.load());
  render(
    <SessionContext value={session}>
      <MirrorProvider mirror={mirror}>
        <RouterProvider router={router as never} />
      </MirrorProvider>
    </SessionContext>,
  );
}

test('[V2.40][D60] the screen says that the policies can be seen when nothing is left to prove, and leads home', async () => {
  await openCreated('yes', new Date());
  await sees(texts.createdText);
  expect(pageText()).toContain('Es una demostración');
  // The window's title, which the browser keeps, holds no name.
  expect(document.querySelector('h1')?.dataset.title).toBe(texts.createdTitle);
  await press(texts.enter);
  await sees('Inicio');
});

test.each([
  ['the code of the mail', 'yes', null, texts.pending.correo],
  ['the identity', 'branch', new Date(), texts.pending.sucursal],
  ['that there are policies', 'no', new Date(), texts.pending.no],
] as const)(
  '[V2.40][D60] the screen does not promise policies while %s must still be proved',
  async (_, claim, verified, pending) => {
    await openCreated(claim, verified);
    await sees(pending);
    expect(pageText()).not.toContain(texts.createdText);
  },
);

const able: Passkeys = { canHoldPasskey: async () => true, passkeysHere: async () => [] };
const one = { id: 'llave', name: 'Este teléfono', made: '2026-11-22' } as unknown as PasskeyHere;

test('[V2.40] fingerprint or face is offered by one link where the device supports it', async () => {
  await openCreated('yes', new Date(), able);
  await sees(texts.passkeyTitle);
  const link = screen.getByText(texts.passkeyAct).closest('a');
  expect(link?.textContent).toBe(`${texts.passkeyAct}: ${texts.passkeyTitle}`);
  expect(link?.getAttribute('href')).toMatch(/\/app\/configuraciones\/huella$/);
  expect(pageText()).toContain(texts.policiesHere(3));
});

test.each([
  ['the device cannot hold one', 'yes', { ...able, canHoldPasskey: async () => false }],
  ['the device cannot tell', 'yes', { ...able, canHoldPasskey: () => Promise.reject(new Error('no answer')) }],
  ['there is one already', 'yes', { ...able, passkeysHere: async () => [one] }],
  ['the identity is still to be proved', 'branch', able],
] satisfies [string, 'yes' | 'branch', Passkeys][])(
  '[V2.40] no passkey is offered when %s',
  async (_, claim, passkeys) => {
    await openCreated(claim, new Date(), passkeys);
    await sees(claim === 'yes' ? texts.policiesHere(3) : texts.pending.sucursal);
    // The device's answer comes a moment after the policies.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(pageText()).not.toContain(texts.passkeyTitle);
  },
);
