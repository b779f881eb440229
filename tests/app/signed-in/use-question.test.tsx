// @module-tag depth
import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { useQuestion } from '#app/signed-in/use-question.tsx';
import type { Question } from '#app/signed-in/use-shortcut.ts';
import { forgetLayers, layersGone } from '#history/entries.ts';
import { screens } from '#rules/screens.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  forgetLayers();
  await layersGone();
});

const question: Question = {
  label: 'Pagos',
  offering: [aPolicy({ Policy: 'P-1', PolicyNumber: '1' }), aPolicy({ Policy: 'P-2', PolicyNumber: '2' })],
  to: ({ Policy }) => screens.payments(Policy),
  description: 'Elige la póliza.',
};

function Frame() {
  const { setAsking, dialog } = useQuestion();
  return (
    <>
      <button type="button" onClick={() => setAsking(question)}>
        Pagos
      </button>
      <Outlet />
      {dialog}
    </>
  );
}

test('[D67] a policy that is pressed twice in the question goes back once, and opens then', async () => {
  window.history.pushState(null, '', '#/app/configuraciones');
  const root = createRootRoute({ component: Frame });
  const routes = ['/app/configuraciones', '/app/', '/app/pagos/$policyId'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  );
  const history = createRouterHistory();
  history.push('/app');
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Pagos' }));
  const options = await screen.findAllByRole('option');
  expect(options).toHaveLength(2);
  // A browser moves some time after it was asked to.
  const { back } = window.history;
  const asked = vi.spyOn(window.history, 'back').mockImplementation(() => {});
  for (const index of [1, 0]) await act(async () => void fireEvent.click(options[index] as Element));
  expect(asked).toHaveBeenCalledTimes(1);
  await act(async () => back.call(window.history));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/pagos/P-2'));
});
