import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BeneficiariesScreen } from '#features/beneficiaries/beneficiaries-screen.tsx';
import { DependentsScreen } from '#features/dependents/dependents-screen.tsx';
import { DocumentsScreen } from '#features/documents/documents-screen.tsx';
import { HealthCardScreen } from '#features/health-card/health-card-screen.tsx';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { InvoicesScreen } from '#features/invoices/invoices-screen.tsx';
import { NewsScreen } from '#features/news/news-screen.tsx';
import { PaymentsScreen } from '#features/payments/payments-screen.tsx';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { createOutbox } from '#outbox/create-outbox.ts';
import { createDrafts } from '#outbox/drafts.ts';
import { OutboxContext } from '#outbox/hooks.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { SessionContext } from '#session/hooks.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { ToastProvider } from '#ui/toasts.tsx';

/** A device of its own on which the customer is signed in. */
export async function deviceOf(server: TestApp, email: string): Promise<Device> {
  const device = createDevice(server);
  const entered = await device.session.signIn(email, DEMO_PASSWORD);
  if (!entered.ok) throw new Error(`Sign-in of ${email}: ${entered.problem.code}`);
  device.seen.length = 0;
  return device;
}

/** The screens that only read, at their addresses, on a device. */
export async function openAt({ db, session, mirror, time }: Device, path: string) {
  const root = createRootRoute({ component: Outlet });
  const app = createRoute({ getParentRoute: () => root, path: '/app', component: Outlet });
  const at = (route: string, component: () => React.ReactNode) =>
    createRoute({
      getParentRoute: () => app,
      path: route,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({
    routeTree: root.addChildren([
      app.addChildren([
        at('/', HomeScreen),
        at('/pagos/$policyId', PaymentsScreen),
        at('/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator', InvoicesScreen),
        at('/beneficiarios/$policyId', BeneficiariesScreen),
        at('/dependientes/$policyId', DependentsScreen),
        at('/carnet/$policyId', HealthCardScreen),
        at('/documentos/$policyId', DocumentsScreen),
        at('/novedades', NewsScreen),
      ]),
    ]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ).toString();
      return text && `?${text}`;
    },
  });
  await act(() => router.load());
  const clock = () => time.now;
  const outbox = createOutbox({
    db,
    session,
    mirror,
    clock,
    lock: { ifFree: (_, work) => work() },
    random: () => 0.5,
    id: 'page',
    every: () => () => {},
  });
  const view = render(
    <ToastProvider>
      <SessionContext value={session}>
        <MirrorProvider mirror={mirror}>
          <OutboxContext value={{ outbox, drafts: createDrafts({ db, clock }) }}>
            <RouterProvider router={router as never} />
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastProvider>,
  );
  return { ...view, router, history };
}

/** Waits until the text stands on the screen. */
export const sees = (text: string | RegExp) => waitFor(() => screen.getAllByText(text)[0], { timeout: 6000 });
export const until = (holds: () => unknown) => waitFor(holds, { timeout: 6000 });
export const title = () => document.querySelector('h1')?.textContent ?? '';
export const words = () => document.body.textContent ?? '';
export const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement));
export const missing = (text: string | RegExp) => screen.queryAllByText(text).length === 0;

/** Answers every call whose path ends so with this body instead of the server's. */
export function answerWith(device: Device, ending: string, body: unknown, status = 200): void {
  device.network.instead = (path) =>
    path.endsWith(ending)
      ? new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
      : null;
}
