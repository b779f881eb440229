import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { createDatabase } from '#database/open.ts';
import { RegistrationContext } from '#features/registration/hooks.ts';
import { WizardScreen } from '#features/registration/wizard-screen.tsx';
import { forgetLayers, layersGone } from '#history/entries.ts';
import { leaveUnfinished, registrationOn } from './begun.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  forgetLayers();
  await layersGone();
});

test('[D45] a registration that is begun anew leaves for the residence once the question’s entry is left', async () => {
  const db = createDatabase('begin anew');
  await leaveUnfinished(db);
  const registration = registrationOn(db);
  const root = createRootRoute();
  const wizard = createRoute({ getParentRoute: () => root, path: '/registro', component: WizardScreen });
  const residence = createRoute({ getParentRoute: () => root, path: '/registro/residencia' });
  window.history.pushState(null, '', '#/registro');
  const history = createRouterHistory();
  const router = createRouter({ routeTree: root.addChildren([wizard, residence]), history });
  await act(() => router.load());
  await act(async () => {
    render(
      <RegistrationContext value={registration}>
        <RouterProvider router={router as never} />
      </RegistrationContext>,
    );
    await registration.open();
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Empezar de nuevo' }));
  const confirm = await waitFor(() => {
    const [, second] = screen.getAllByRole('button', { name: 'Empezar de nuevo', hidden: true });
    return second ?? expect.fail('the question is not open');
  });
  // A browser moves some time after it was asked to.
  const { back } = window.history;
  const asked = vi.spyOn(window.history, 'back').mockImplementation(() => {});
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {});
  await act(async () => void fireEvent.click(confirm));
  await waitFor(() => expect(registration.view().state).toBe('none'));
  await waitFor(() => expect(asked.mock.calls.length + go.mock.calls.length).toBe(1));
  expect(router.state.location.pathname).toBe('/registro');
  await act(async () => back.call(window.history));
  await waitFor(() => expect(router.state.location.pathname).toBe('/registro/residencia'));
});
