import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { HelpScreen } from '#features/help/help-screen.tsx';
import { NewTicketScreen } from '#features/help/new-ticket-screen.tsx';
import { PasswordScreen } from '#features/password/password-screen.tsx';
import { PendingScreen } from '#features/pending/pending-screen.tsx';
import { PersonalInformationScreen } from '#features/personal-information/personal-information-screen.tsx';
import { SessionsScreen } from '#features/sessions/sessions-screen.tsx';
import { SettingsScreen } from '#features/settings/settings-screen.tsx';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext } from '#outbox/hooks.ts';
import { OutcomeToasts } from '#requests/outcome-toasts.tsx';
import { SessionContext } from '#session/hooks.ts';
import type { Page } from '#tests/outbox/house.ts';
import { ToastProvider } from '#ui/toasts.tsx';

/** The rooms a screen of the account stands in. */
export type Rooms = Pick<Page, 'session' | 'mirror' | 'outbox' | 'drafts'>;

/** The account's screens at their addresses, on one page of a device. */
export async function openAt(rooms: Rooms, path: string, state: object = {}) {
  const root = createRootRoute({ component: Outlet });
  const at = (route: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: route, component });
  const history = createMemoryHistory({ initialEntries: ['/app', path] });
  const router = createRouter({
    routeTree: root.addChildren([
      at('/', () => <h1>Entrada</h1>),
      at('/app', () => <h1>Inicio</h1>),
      at('/app/reembolsos/añadir/$policyId', () => <h1>Solicitar reembolso</h1>),
      at('/app/reembolsos/detalles', () => <h1>Detalle del reembolso</h1>),
      at('/app/configuraciones', SettingsScreen),
      at('/app/configuraciones/informacionPersonal', PersonalInformationScreen),
      at('/app/configuraciones/ayuda', HelpScreen),
      at('/app/configuraciones/ayuda/crear', NewTicketScreen),
      at('/app/configuraciones/password', PasswordScreen),
      at('/app/configuraciones/pendientes', PendingScreen),
      at('/app/configuraciones/sesiones', SessionsScreen),
    ]),
    history,
  });
  history.replace(path, state);
  await act(() => router.load());
  const view = render(
    <ToastProvider>
      <SessionContext value={rooms.session}>
        <MirrorProvider mirror={rooms.mirror}>
          <OutboxContext value={rooms}>
            <OutcomeToasts />
            <RouterProvider router={router as never} />
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastProvider>,
  );
  return { ...view, router, history };
}

export const at = (heading: string) => () => {
  const shown = document.querySelector('h1')?.textContent;
  if (shown !== heading) throw new Error(`at ${shown}`);
};

export const shows = (text: string | RegExp) => () => screen.getAllByText(text)[0];

export const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });

/** Presses a button of the open dialog. */
export const pressInDialog = (name: string) =>
  act(async () => {
    const dialog = screen.getByRole('dialog');
    const found = [...dialog.querySelectorAll('button')].find((one) => one.textContent?.trim() === name);
    if (!found) throw new Error(`no '${name}' in the dialog`);
    fireEvent.click(found);
  });
