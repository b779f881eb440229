import '#tests/page.ts';

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Activity, useSyncExternalStore } from 'react';
import { DocumentsScreen } from '#features/documents/documents-screen.tsx';
import { HealthCardScreen } from '#features/health-card/health-card-screen.tsx';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { InvoicesScreen } from '#features/invoices/invoices-screen.tsx';
import { NewsScreen } from '#features/news/news-screen.tsx';
import { PaymentsScreen } from '#features/payments/payments-screen.tsx';
import { StatementScreen } from '#features/payments/statement-screen.tsx';
import { BeneficiariesScreen, DependentsScreen } from '#features/people/people-screens.tsx';
import { createStore } from '#rules/store.ts';
import { named } from '#tests/named.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from '#tests/session/copied.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { openScreens, type ScreensAt } from './screens.tsx';

/** A new device on which the customer is signed in. */
export async function deviceOf(server: TestApp, email: string): Promise<Device> {
  const device = createDevice(server);
  await signInCopied(server, email, device);
  return device;
}

const SCREENS: ScreensAt = {
  '/app/': HomeScreen,
  '/app/pagos/$policyId': PaymentsScreen,
  '/app/pagos/$policyId/resumen/$year': StatementScreen,
  '/app/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator': InvoicesScreen,
  '/app/beneficiarios/$policyId': BeneficiariesScreen,
  '/app/dependientes/$policyId': DependentsScreen,
  '/app/carnet/$policyId': HealthCardScreen,
  '/app/documentos/$policyId': DocumentsScreen,
  '/app/novedades': NewsScreen,
};

/** The screens that only read, at their addresses, on a device. */
export const openAt = (device: Device, path: string) => openScreens(device, SCREENS, { path });

/** Home, which `leave` takes out of the page and `comeBack` shows again, as app/signed-in/kept-home.tsx does. */
export async function openKept(device: Device) {
  const mode = createStore<'visible' | 'hidden'>('visible');
  const Kept = () => (
    <Activity mode={useSyncExternalStore(mode.subscribe, mode.now)}>
      <HomeScreen />
    </Activity>
  );
  await openScreens(device, { ...SCREENS, '/app/': Kept }, { path: '/app' });
  return { leave: () => act(() => mode.set('hidden')), comeBack: () => act(() => mode.set('visible')) };
}

/** Waits until the screen shows the text. */
export const sees = (text: string | RegExp) => waitFor(() => screen.getAllByText(text)[0], { timeout: 6000 });
export const until = <T,>(holds: () => T) => waitFor(holds, { timeout: 6000 });
export const title = () => document.querySelector('h1')?.textContent ?? '';
export const pageText = () => document.body.textContent ?? '';
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name: named(name) })[0] as HTMLElement));
export const missing = (text: string | RegExp) => screen.queryAllByText(text).length === 0;

/** Gives the window another size. */
export const resized = (size: { width: number; height: number }) =>
  (window as unknown as { happyDOM: { setViewport(to: typeof size): void } }).happyDOM.setViewport(size);

/** Answers every call whose path has this ending with this body, instead of the server's. */
export function answerWith(device: Device, ending: string, body: unknown, status = 200): void {
  device.network.instead = (path) =>
    path.endsWith(ending)
      ? new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
      : null;
}
