import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useContext } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { NoticesContext } from '#app/notices.ts';
import { Root } from '#app/root.tsx';
import { offeredVersion, whetherOutdated } from '#app/version.ts';
import { SignInAgain } from '#features/again/sign-in-again.tsx';
import { MirrorProvider } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { OutboxContext } from '#outbox/hooks.ts';
import { SessionContext } from '#session/hooks.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  whetherOutdated.set(false);
  offeredVersion.set(null);
});

let refuse: (over: boolean) => void = () => {};

/** What the signed-in area puts into the frame; `refuse` is the server that no longer knows the session. */
function SignedIn() {
  const slot = useContext(NoticesContext);
  return (
    <SignInAgain slot={slot}>
      <h1>Inicio</h1>
    </SignInAgain>
  );
}

async function open(): Promise<void> {
  const over = new Promise<boolean>((answer) => {
    refuse = answer;
  });
  const rooms = { outbox: { list: async () => [] }, drafts: {} } as never;
  const rootRoute = createRootRoute({ component: Root });
  const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: SignedIn });
  const router = createRouter({ routeTree: rootRoute.addChildren([home]), history: createMemoryHistory() });
  render(
    <SessionContext value={{ over: () => over, refusals: { now: () => null, subscribe: () => () => {} } } as never}>
      <MirrorProvider mirror={{ forget() {} } as unknown as Mirror}>
        <OutboxContext value={rooms}>
          <RouterProvider router={router as never} />
        </OutboxContext>
      </MirrorProvider>
    </SessionContext>,
  );
  await screen.findByText('Inicio');
}

const notices: [string, string, () => void][] = [
  [
    'a connection that is lost',
    'Parece que no tienes conexión',
    () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      window.dispatchEvent(new window.Event('offline'));
    },
  ],
  ['a new version', 'Hay una versión nueva', () => offeredVersion.set(async () => {})],
  ['a version that is too old', 'Esta versión ya no puede', () => whetherOutdated.set(true)],
  ['a session that is over', 'Ingresa de nuevo', () => refuse(true)],
];

test.each(notices)(
  'the notice of %s comes into a live region that was there before its words',
  async (_, words, happen) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await open();
    const regions = [...document.querySelectorAll('[role=status][aria-live=polite]')];
    expect(regions.map((region) => region.textContent).join('')).toBe('');
    await act(async () => happen());
    const said = await screen.findByText(words, { exact: false });
    expect(regions.filter((region) => region.contains(said))).toHaveLength(1);
    // A region within the region would be born with its words.
    expect(said.closest('[role=status]')).toBe(regions.find((region) => region.contains(said)));
  },
);
