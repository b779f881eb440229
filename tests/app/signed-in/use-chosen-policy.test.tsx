import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useChosenPolicy } from '#app/signed-in/use-chosen-policy.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const policies = ['P-1', 'A/B', '50%'].map((Policy) => aPolicy({ Policy }));

afterEach(cleanup);

function Frame() {
  const chosen = useChosenPolicy(policies);
  return (
    <>
      <output>{chosen?.Policy ?? 'none'}</output>
      <Outlet />
    </>
  );
}

async function openAt(address: string) {
  // The frame stands at the root, whether or not an address has a screen.
  const root = createRootRoute({ component: Frame });
  const app = createRoute({ getParentRoute: () => root, path: '/app' });
  const routes = ['/', '/pagos/$policyId', '/facturas/$policy/$date'].map((path) =>
    createRoute({ getParentRoute: () => app, path }),
  );
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren(routes)]),
    history,
    defaultNotFoundComponent: () => <p>No hay nada aquí</p>,
  });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  return router;
}
const chosen = () => screen.getByRole('status').textContent;

test.each(['50%', '%E0%A4%A', '%'])(
  'a typed address with %s, which cannot be decoded, breaks nothing',
  async (typed) => {
    const router = await openAt(`/app/pagos/${typed}`);
    expect(screen.getByText('No hay nada aquí')).toBeTruthy();
    await act(async () => router.history.push('/app/pagos/P-1'));
    expect(chosen()).toBe('P-1');
  },
);

test('the chosen policy follows home and every address that names a policy', async () => {
  const router = await openAt('/app?poliza=1');
  expect(chosen()).toBe('A/B');
  const goTo = (address: string) => act(() => router.navigate({ to: address }));
  await goTo('/app/pagos/P-1');
  expect(chosen()).toBe('P-1');
  await goTo('/app/facturas/A%2FB/null');
  expect(chosen()).toBe('A/B');
  await goTo('/app/pagos/50%25');
  expect(chosen()).toBe('50%');
  await goTo('/app/pagos/unknown');
  expect(chosen()).toBe('50%');
  // Home without a number shows the policy chosen last.
  await goTo('/app');
  expect(chosen()).toBe('50%');
  await goTo('/app?poliza=0');
  expect(chosen()).toBe('P-1');
});
