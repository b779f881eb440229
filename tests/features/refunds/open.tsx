import '#tests/page.ts';

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PendingScreen } from '#features/pending/pending-screen.tsx';
import { RefundDetailScreen } from '#features/refunds/detail-screen.tsx';
import { RefundHistoryScreen } from '#features/refunds/history-screen.tsx';
import type { RefundHistoryState } from '#features/refunds/navigation.ts';
import { NewRefundScreen } from '#features/refunds/new-refund-screen.tsx';
import { ReceivedProvider } from '#outbox/hooks.ts';
import type { PaperReader } from '#papers/client.ts';
import { PapersContext } from '#papers/hooks.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { compressesTo, pdfBytes, picked } from '#tests/forms/files.ts';
import { isOff } from '#tests/is-off.ts';
import { named } from '#tests/named.ts';
import type { Page } from '#tests/outbox/house.ts';
import { openScreens, type ScreensAt } from '../screens.tsx';

const SCREENS: ScreensAt = {
  '/app': () => <h1>Inicio</h1>,
  '/app/reembolsos/$policyId': RefundHistoryScreen,
  '/app/reembolsos/añadir/$policyId': NewRefundScreen,
  '/app/reembolsos/detalles': RefundDetailScreen,
  '/app/configuraciones/pendientes': PendingScreen,
};

/** The refund screens at their addresses, on one page of a device. */
export const openAt = (
  page: Page,
  path: string,
  state: RefundHistoryState = {},
  papers: PaperReader | null = null,
  photos = compressesTo(200 * 1024),
) =>
  openScreens(page, SCREENS, {
    path,
    state,
    before: '/app',
    frame: (screens) => (
      <ReceivedProvider received={page.received}>
        <PapersContext value={papers}>
          <PhotosContext value={photos}>{screens}</PhotosContext>
        </PapersContext>
      </ReceivedProvider>
    ),
  });

export const until = (holds: () => void) => waitFor(holds, { timeout: 6000 });
export const title = () => document.querySelector('h1')?.textContent ?? '';
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name: named(name) });
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
  const pills = screen.queryByRole('group', { name: label });
  if (pills) return act(async () => void fireEvent.click(within(pills).getByRole('radio', { name: option })));
  await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: label })));
  await until(() => screen.getByRole('option', { name: option }));
  await act(async () => void fireEvent.click(screen.getByRole('option', { name: option })));
}

/** Picks a file into the first empty file field of the step. */
export async function pick(name: string, content = pdfBytes()) {
  const file = picked(content, name, 'application/pdf');
  const input = await waitFor(() => screen.getAllByLabelText<HTMLInputElement>(/^Elegir PDF o foto/)[0]);
  await act(async () => void fireEvent.change(input as HTMLInputElement, { target: { files: [file] } }));
  await until(() => screen.getByText(name));
}

/** Continues and waits for the step with that title. */
export async function goOn(to: string) {
  await until(() => {
    if (isOff(button('Continuar'))) throw new Error('not yet');
  });
  await press('Continuar');
  await until(() => {
    if (title() !== to) throw new Error(`at ${title()}`);
  });
}

export function close() {
  cleanup();
}

/** How often a screen reader is told it. */
export const said = (text: string | RegExp): number =>
  screen.getAllByText(text).filter((one) => one.closest('[aria-live="polite"], [role="status"], [role="alert"]'))
    .length;
