import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { createDatabase } from '#database/open.ts';
import { RegistrationContext } from '#features/registration/hooks.ts';
import { useStepHistory } from '#features/registration/use-step-history.ts';
import { stepNow } from '#history/entries.ts';
import { livingIn } from '#tests/countries/people.ts';
import { registrationOn } from './begun.ts';

afterEach(cleanup);

test('[F56] Back leaves the last step where it is while the registration is on its way, and leads on afterwards', async () => {
  const { country, person, around } = await livingIn('Internacional');
  const registration = registrationOn(createDatabase('step history'));
  await registration.open();
  registration.choose('Internacional');
  registration.answer(person);
  const [before, last] = country.steps.slice(-2).map(({ id }) => id);
  registration.goTo(last ?? '');
  const root = createRootRoute();
  const Wizard = () => {
    useStepHistory(country, around.lists, true);
    return null;
  };
  const wizard = createRoute({ getParentRoute: () => root, path: '/registro', component: Wizard });
  window.history.pushState(null, '', '#/registro');
  const router = createRouter({ routeTree: root.addChildren([wizard]), history: createRouterHistory() });
  await act(() => router.load());
  render(
    <RegistrationContext value={registration}>
      <RouterProvider router={router as never} />
    </RegistrationContext>,
  );
  const at = (step: string | undefined) => waitFor(() => expect(stepNow()).toMatchObject({ step }));
  await at(last);

  let answer = () => {};
  const sent = registration.whileSending(() => new Promise<void>((resolve) => (answer = resolve)));
  await act(async () => window.history.back());
  await at(last);
  expect(registration.view().tab).toBe(last);

  answer();
  await sent;
  await act(async () => window.history.back());
  await at(before);
  expect(registration.view().tab).toBe(before);
});
