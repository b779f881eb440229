import '#tests/page.ts';

import { act, fireEvent, screen } from '@testing-library/react';
import { HelpScreen } from '#features/help/help-screen.tsx';
import { NewTicketScreen } from '#features/help/new-ticket-screen.tsx';
import { PasswordScreen } from '#features/password/password-screen.tsx';
import { PendingScreen } from '#features/pending/pending-screen.tsx';
import { PersonalInformationScreen } from '#features/personal-information/personal-information-screen.tsx';
import { SessionsScreen } from '#features/sessions/sessions-screen.tsx';
import { SettingsScreen } from '#features/settings/settings-screen.tsx';
import { openScreens, type Rooms, type ScreensAt } from './screens.tsx';

const SCREENS: ScreensAt = {
  '/': () => <h1>Entrada</h1>,
  '/app': () => <h1>Inicio</h1>,
  '/app/reembolsos/añadir/$policyId': () => <h1>Solicitar reembolso</h1>,
  '/app/reembolsos/$policyId': () => <h1>Historial de reembolsos</h1>,
  '/app/reembolsos/detalles': () => <h1>Detalle del reembolso</h1>,
  '/app/configuraciones': SettingsScreen,
  '/app/configuraciones/informacionPersonal': PersonalInformationScreen,
  '/app/configuraciones/ayuda': HelpScreen,
  '/app/configuraciones/ayuda/crear': NewTicketScreen,
  '/app/configuraciones/password': PasswordScreen,
  '/app/configuraciones/pendientes': PendingScreen,
  '/app/configuraciones/sesiones': SessionsScreen,
  '/app/configuraciones/huella': () => <h1>Huella, rostro o PIN</h1>,
};

/** The account's screens at their addresses, on one page of a device. */
export const openAt = (rooms: Rooms, path: string, state: object = {}) =>
  openScreens(rooms, SCREENS, { path, state, before: '/app' });

export const isAt = (heading: string) => () => {
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
