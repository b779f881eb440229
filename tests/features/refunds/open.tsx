import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RefundDetailScreen } from '#features/refunds/detail-screen.tsx';
import { RefundHistoryScreen } from '#features/refunds/history-screen.tsx';
import type { RefundHistoryState } from '#features/refunds/navigation.ts';
import { NewRefundScreen } from '#features/refunds/new-refund-screen.tsx';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext } from '#outbox/hooks.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { OutcomeToasts } from '#requests/outcome-toasts.tsx';
import { SessionContext } from '#session/hooks.ts';
import { compressesTo, pdfBytes, picked } from '#tests/forms/files.ts';
import type { Page } from '#tests/outbox/house.ts';
import { ToastProvider } from '#ui/toasts.tsx';

/** The refund screens at their addresses, on one page of a device. */
export async function openAt(page: Page, path: string, state: RefundHistoryState = {}) {
  const root = createRootRoute({ component: Outlet });
  const at = (route: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: route, component });
  const history = createMemoryHistory({ initialEntries: ['/app', path] });
  const router = createRouter({
    routeTree: root.addChildren([
      at('/app', () => <h1>Inicio</h1>),
      at('/app/reembolsos/$policyId', RefundHistoryScreen),
      at('/app/reembolsos/añadir/$policyId', NewRefundScreen),
      at('/app/reembolsos/detalles', RefundDetailScreen),
    ]),
    history,
  });
  history.replace(path, state);
  await act(() => router.load());
  const view = render(
    <ToastProvider>
      <SessionContext value={page.session}>
        <MirrorProvider mirror={page.mirror}>
          <OutboxContext value={page}>
            <PhotosContext value={compressesTo(200 * 1024)}>
              <OutcomeToasts />
              <RouterProvider router={router as never} />
            </PhotosContext>
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastProvider>,
  );
  return { ...view, router, history };
}

export const until = (holds: () => void) => waitFor(holds, { timeout: 6000 });
export const title = () => document.querySelector('h1')?.textContent ?? '';
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)));
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Types a text and leaves the field, which checks it at once. */
export async function type(label: string, text: string) {
  await act(async () => {
    fireEvent.input(field(label), { target: { value: text } });
    fireEvent.blur(field(label));
  });
}

/** Opens a list and takes the option. */
export async function choose(label: string, option: string | RegExp) {
  await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: label })));
  await until(() => screen.getByRole('option', { name: option }));
  await act(async () => void fireEvent.click(screen.getByRole('option', { name: option })));
}

/** Picks a file into the first empty place of the step. */
export async function pick(name: string, content = pdfBytes()) {
  const file = picked(content, name, 'application/pdf');
  const input = await waitFor(() => screen.getAllByLabelText<HTMLInputElement>('Elegir PDF o foto')[0]);
  await act(async () => void fireEvent.change(input as HTMLInputElement, { target: { files: [file] } }));
  await until(() => screen.getByText(name));
}

/** Continues and waits for the step of that title. */
export async function goOn(to: string) {
  await until(() => {
    if (button('Continuar').disabled) throw new Error('not yet');
  });
  await press('Continuar');
  await until(() => {
    if (title() !== to) throw new Error(`at ${title()}`);
  });
}

export function close() {
  cleanup();
}
