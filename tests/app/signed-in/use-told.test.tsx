// @module-tag depth
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTold } from '#app/signed-in/use-told.ts';
import type { Policy } from '#contract/policies.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const health = aPolicy({ Policy: 'H-1' });
/** What the screen is to ask the server for, as table and policy. */
const expectChange = vi.fn(async (_: { table: string }, __?: string) => {});
const mirror = { expectChange, forget: () => {} } as unknown as Mirror;

beforeEach(() => void expectChange.mockClear());
afterEach(cleanup);

/** Opens the app at the address of a tapped push. Null stands for policies that are not known yet. */
async function tapped(search: string, policies: readonly Policy[] | null) {
  let learn: (learned: readonly Policy[]) => void = () => {};
  function Frame() {
    const [known, setKnown] = useState(policies);
    learn = setKnown;
    useTold(known);
    return <Outlet />;
  }
  const root = createRootRoute({
    component: () => (
      <MirrorProvider mirror={mirror}>
        <Frame />
      </MirrorProvider>
    ),
  });
  const app = createRoute({ getParentRoute: () => root, path: '/app' });
  const routes = [
    '/',
    '/configuraciones',
    '/configuraciones/ayuda',
    '/reembolsos/detalles',
    '/documentos/$policyId',
    '/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
  ].map((path) => createRoute({ getParentRoute: () => app, path }));
  const history = createMemoryHistory({ initialEntries: ['/app/antes', `/app?${search}`], initialIndex: 1 });
  const router = createRouter({ routeTree: root.addChildren([app.addChildren(routes)]), history });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  return {
    history,
    learn: (learned: readonly Policy[]) => act(async () => learn(learned)),
    /** Where the customer is, once nothing leads on. */
    settled: async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      return history.location.href;
    },
  };
}

const asked = () => expectChange.mock.calls.map(([{ table }, policyId]) => [table, policyId].join(' ').trim());

test.each([
  ['aviso=solicitudes&de=H-1&caso=r-1', '/app/reembolsos/detalles', 'refunds H-1'],
  ['aviso=solicitudes', '/app/configuraciones/ayuda', 'tickets'],
  ['aviso=facturas&de=H-1', '/app/facturas/H-1/', 'bills H-1'],
  ['aviso=documentos&de=H-1', '/app/documentos/H-1', 'documents H-1'],
  ['aviso=seguridad', '/app/configuraciones', ''],
])('[D63] a tapped push opens what it tells of, asked for anew, with home behind it (%s)', async (search, to, anew) => {
  const { history, settled } = await tapped(search, [health]);
  await waitFor(() => expect(history.location.pathname).toContain(to));
  expect(asked()).toEqual(anew === '' ? [] : [anew]);
  act(() => history.back());
  expect(await settled()).toBe('/app');
});

test('[D63] it waits until the policies are known', async () => {
  const { settled, learn } = await tapped('aviso=documentos&de=H-1', null);
  expect(await settled()).toBe('/app?aviso=documentos&de=H-1');
  await learn([health]);
  expect(await settled()).toBe('/app/documentos/H-1');
});

test.each([
  ['aviso=seguridad', '/app/configuraciones'],
  ['aviso=solicitudes', '/app/configuraciones/ayuda'],
])('[D63] a customer without a policy is led too, and at once (%s)', async (search, to) => {
  const { settled, learn, history } = await tapped(search, []);
  expect(await settled()).toBe(to);
  act(() => history.back());
  await learn([health]);
  // A policy that appears later moves nobody who is at home.
  expect(await settled()).toBe('/app');
});

test.each(['aviso=solicitudes&de=X-9&caso=r-1', 'aviso=solicitudes&de=X-9', 'aviso=documentos&de=X-9'])(
  '[D63] of a policy that the customer does not have home stays, and a later one leads nowhere (%s)',
  async (search) => {
    const { settled, learn } = await tapped(search, [health]);
    expect(await settled()).toBe('/app');
    await learn([health, aPolicy({ Policy: 'X-9' })]);
    expect(await settled()).toBe('/app');
    expect(asked()).toEqual([]);
  },
);
