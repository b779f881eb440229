import '#tests/page.ts';

import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRouterHistory } from '#app/router-history.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext } from '#outbox/hooks.ts';
import { OutcomeToasts } from '#requests/outcome-toasts.tsx';
import { SessionContext } from '#session/hooks.ts';
import type { Page } from '#tests/outbox/house.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

// Testing Library would describe the whole document for each error, and only then shorten it to nothing.
if (process.env.DEBUG_PRINT_LIMIT === '0') {
  const name = 'TestingLibraryElementError';
  configure({ getElementError: (message) => Object.assign(new Error(message ?? ''), { name }) });
}

/** The rooms that a screen uses. */
export type Rooms = Pick<Page, 'session' | 'mirror' | 'outbox' | 'drafts'>;

/** The screen of each address, as the router writes addresses. */
export type ScreensAt = Record<string, () => ReactNode>;

interface Visit {
  path: string;
  state?: object;
  /** The address of the history entry before. */
  before?: string;
  /** Wraps the screens, inside all rooms. */
  frame?: (screens: ReactNode) => ReactNode;
}

/** These screens at their addresses, on one page of a device. */
export async function openScreens(rooms: Rooms, screens: ScreensAt, { path, state, before, frame }: Visit) {
  const root = createRootRoute({ component: Outlet });
  const routes = Object.entries(screens).map(([address, component]) =>
    createRoute({
      getParentRoute: () => root,
      path: address,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    }),
  );
  window.history.pushState(null, '', `#${before ?? path}`);
  const history = createRouterHistory();
  if (before !== undefined) history.push(path);
  const router = createRouter({ routeTree: root.addChildren(routes), history, parseSearch, stringifySearch });
  if (state) history.replace(path, state);
  await act(() => router.load());
  const shown = <RouterProvider router={router as never} />;
  const view = render(
    <ToastProvider>
      <SessionContext value={rooms.session}>
        <MirrorProvider mirror={rooms.mirror}>
          <OutboxContext value={rooms}>
            <OutcomeToasts />
            {frame ? frame(shown) : shown}
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastProvider>,
  );
  return { ...view, router, history };
}

const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const text = new URLSearchParams(texts).toString();
  return text && `?${text}`;
}
