import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { useYear } from '#screens/use-year.ts';

afterEach(cleanup);

test('[D86] a year that was read first is not the chosen one, before the newest is known; then a newer one turns no page', async () => {
  let learn: (years: string[], isWhole: boolean) => void = () => {};
  function Page() {
    const [known, setKnown] = useState<[string[], boolean]>([['2022'], false]);
    learn = (...next) => setKnown(next);
    const [year] = useYear(...known);
    return <h1>{year}</h1>;
  }
  window.history.pushState(null, '', '#/pagos');
  const rootRoute = createRootRoute();
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/pagos', component: Page });
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createRouterHistory() });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('2022');
  await act(async () => learn(['2025', '2022'], true));
  expect(screen.getByRole('heading').textContent).toBe('2025');
  await act(async () => learn(['2026', '2025', '2022'], true));
  expect(screen.getByRole('heading').textContent).toBe('2025');
});
