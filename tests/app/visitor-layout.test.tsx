import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { VisitorLayout } from '#app/visitor/layout.tsx';
import type { Registration } from '#features/registration/create-registration.ts';
import { useRegistration } from '#features/registration/hooks.ts';

vi.mock('#app/device.ts', async () => {
  const db = (await import('#database/open.ts')).createDatabase('visitor layout');
  return { device: () => ({ db, session: {}, mirror: { forget() {} } }) };
});
afterEach(cleanup);

let registration: Registration;
let drawAnew = () => {};
function Layout() {
  const [round, setRound] = useState(0);
  drawAnew = () => setRound(round + 1);
  return <VisitorLayout key={round} />;
}
function Wizard() {
  ({ registration } = useRegistration());
  return <h1>Registro</h1>;
}

test('[D45] whoever leaves the registration by a link or an address leaves no password in the tab', async () => {
  const root = createRootRoute();
  const visitor = createRoute({ getParentRoute: () => root, id: 'visitor', component: Layout });
  const wizard = createRoute({ getParentRoute: () => visitor, path: '/registro', component: Wizard });
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Inicio</h1> });
  const routeTree = root.addChildren([start, visitor.addChildren([wizard])]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/registro'] }) });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('Registro');
  await act(() => registration.open());
  registration.choose('Costa Rica');
  registration.answer({ nombre: 'Ana', password: 'Amparo2026', passwordConfirm: 'Amparo2026' });
  await act(async () => drawAnew());
  await act(async () => new Promise((later) => setTimeout(later, 5)));
  expect(registration.given().password).toBe('Amparo2026');
  await act(() => router.navigate({ to: '/' }));
  await vi.waitFor(() => expect(registration.given().password).toBeUndefined());
  expect(registration.given().nombre).toBe('Ana');
});
