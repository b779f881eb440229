import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { usePolicyList } from '#features/home/use-policy-list.ts';
import { forgetLayers, layersGone } from '#history/entries.ts';

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  forgetLayers();
  await layersGone();
});

function Home() {
  const { open, choose } = usePolicyList();
  return (
    <>
      <h1>Inicio</h1>
      <button type="button" onClick={open}>
        Ver todas
      </button>
      <button type="button" onClick={() => choose(2)}>
        La tercera
      </button>
    </>
  );
}

/** Home with its list open, by a press. */
async function openList(): Promise<void> {
  window.history.pushState(null, '', '#/app');
  const rootRoute = createRootRoute();
  const home = createRoute({ getParentRoute: () => rootRoute, path: '/app/', component: Home });
  const account = createRoute({
    getParentRoute: () => rootRoute,
    path: '/app/configuraciones',
    component: () => <h1>Gestiona tu cuenta</h1>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, account]),
    history: createRouterHistory(),
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('Inicio');
  fireEvent.click(screen.getByText('Ver todas'));
  await waitFor(() => expect(window.location.hash).toContain('showing'));
}

const pressPolicy = () => act(async () => void fireEvent.click(screen.getByText('La tercera')));
const follow = (hash: string) =>
  act(async () => {
    window.history.pushState(null, '', hash);
    window.dispatchEvent(new window.PopStateEvent('popstate', { state: null }));
  });

test('[H2.19] a policy that is pressed in the list is in front, and the list is left behind', async () => {
  await openList();
  await pressPolicy();
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/app\?poliza=[^&]*2[^&]*$/));
});

test('[H2.19] an address that is followed after a press in the list, before the list is gone, is where one lands', async () => {
  await openList();
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});
  await pressPolicy();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(-1));
  await follow('#/app/configuraciones');
  go.mockRestore();
  // The browser now carries out the step back of the press.
  await act(async () => window.history.back());
  await screen.findByText('Gestiona tu cuenta');
  await act(() => new Promise((later) => setTimeout(later, 50)));
  expect(window.location.hash).toBe('#/app/configuraciones');
  expect(screen.queryByText('Inicio')).toBeNull();
});
