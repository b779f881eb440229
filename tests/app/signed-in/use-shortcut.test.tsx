import '#tests/page.ts';

import { readFileSync } from 'node:fs';
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
import { afterEach, expect, test } from 'vitest';
import { type Question, useShortcut } from '#app/signed-in/use-shortcut.ts';
import type { Policy } from '#contract/policies.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const health = (Policy: string) => aPolicy({ Policy, LineOfBusinessType: 'Health' });
const life = aPolicy({ Policy: 'L-1' });

afterEach(cleanup);

/** Opens the app at an address with these policies. An empty list stands for a device without mirrored policies. */
async function openAt(address: string, policies: readonly Policy[]) {
  const questions: Question[] = [];
  let learn: (learned: readonly Policy[]) => void = () => {};
  function Frame() {
    const [mirrored, setMirrored] = useState(policies);
    learn = setMirrored;
    useShortcut(mirrored, (question) => questions.push(question));
    return <Outlet />;
  }
  const root = createRootRoute({ component: Frame });
  const app = createRoute({ getParentRoute: () => root, path: '/app' });
  const routes = [
    '/',
    '/carnet/$policyId',
    '/pagos/$policyId',
    '/reembolsos/añadir/$policyId',
    '/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
  ].map((path) => createRoute({ getParentRoute: () => app, path }));
  const history = createMemoryHistory({ initialEntries: ['/app/antes', address], initialIndex: 1 });
  const router = createRouter({ routeTree: root.addChildren([app.addChildren(routes)]), history });
  await act(() => router.load());
  render(<RouterProvider router={router as never} />);
  return {
    router,
    questions,
    learn: (learned: readonly Policy[]) => act(async () => learn(learned)),
    path: () => decodeURI(router.latestLocation.pathname),
  };
}

const shortcuts = (
  JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as { shortcuts: { name: string; url: string }[] }
).shortcuts.map(({ name, url }) => [name, url.slice(2)] as const);

test.each(shortcuts)(
  '[D67] %s opens directly for the only policy that offers it, with home behind it',
  async (_, address) => {
    const { router, questions, path } = await openAt(address, [health('H-1')]);
    await waitFor(() => expect(path()).toContain('H-1'));
    expect(questions).toEqual([]);
    act(() => router.history.back());
    await waitFor(() => expect(router.history.location.href).toBe('/app'));
  },
);

test.each(shortcuts)('[D67] %s asks for the policy when several offer it', async (name, address) => {
  const { router, questions, path } = await openAt(address, [health('H-1'), health('H-2')]);
  await waitFor(() => expect(questions).toHaveLength(1));
  const [{ label, offering, to } = {} as Question] = questions;
  expect(label).toBe(name);
  expect(offering.map(({ Policy }) => Policy)).toEqual(['H-1', 'H-2']);
  expect(path()).toBe('/app');
  // The shortcut is followed once, so a reload of home asks nothing.
  expect(router.history.location.href).toBe('/app');
  expect(Object.values(to(health('H-2')).params)).toContain('H-2');
});

test('[D67] only policies that offer the shortcut count, and a single one opens directly', async () => {
  const { questions, path } = await openAt('/app?ir=carnet', [life, health('H-2')]);
  await waitFor(() => expect(path()).toBe('/app/carnet/H-2'));
  expect(questions).toEqual([]);
});

test('[D67] home stays for an unknown shortcut, and when no policy offers it', async () => {
  const none = await openAt('/app?ir=carnet', [life]);
  await waitFor(() => expect(none.router.history.location.href).toBe('/app'));
  cleanup();
  const unknown = await openAt('/app?ir=toString', [health('H-1')]);
  expect(unknown.path()).toBe('/app');
  expect([...none.questions, ...unknown.questions]).toEqual([]);
});

test('[D67] a shortcut waits on a device without mirrored policies', async () => {
  const { path, learn } = await openAt('/app?ir=carnet', []);
  expect(path()).toBe('/app');
  await learn([health('H-1')]);
  await waitFor(() => expect(path()).toBe('/app/carnet/H-1'));
});
