import '#tests/page.ts';

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isAt, openAt, shows } from '#tests/features/account.tsx';
import { device, house, page, withHouse } from '#tests/features/at-house.ts';
import { until } from '#tests/features/refunds/open.tsx';
import { refundFields, refundFilesOf, ticketFields } from '#tests/outbox/house.ts';

withHouse();

const ask = {
  'refund.create': (text: string) =>
    page.outbox.enqueue('refund.create', refundFields(house, text), refundFilesOf(text), { policy: house.policyId }),
  'ticket.create': (text: string) => page.outbox.enqueue('ticket.create', ticketFields(house, text)),
};

/** Opens home, which shows neither refunds nor tickets. */
async function waitingAtHome() {
  const { history } = await openAt(page, '/app/configuraciones/pendientes');
  await until(shows('Pendiente de envío'));
  await act(async () => history.push('/app'));
  await until(isAt('Inicio'));
}

test.each([
  ['[H8.4]', 'refund.create', 'Reembolso creado correctamente'],
  ['[H8.12]', 'ticket.create', 'Tu ticket ha sido creado con éxito'],
] as const)('%s the success of a %s is announced once, on any screen', async (_, command, text) => {
  await ask[command]('Sale bien');
  await waitingAtHome();
  expect(screen.queryByText(text)).toBeNull();
  await act(async () => void (await page.outbox.drain()));
  await until(shows(text));
  expect(screen.getAllByText(text)).toHaveLength(1);
});

test.each([
  ['[H8.4]', 'refund.create', 'Error al crear el reembolso'],
  ['[H8.12]', 'ticket.create', 'Error al crear el ticket'],
] as const)('%s the refusal of a %s is announced on any screen', async (_, command, text) => {
  await ask[command]('Se rechaza');
  await waitingAtHome();
  device.network.next(422);
  await act(async () => void (await page.outbox.drain()));
  await until(shows(text));
});

test('[D29] an item that only waits is not announced', async () => {
  await ask['ticket.create']('Espera');
  await waitingAtHome();
  device.network.fate = () => 'before';
  await act(async () => void (await page.outbox.drain()));
  expect(await page.outbox.list()).toHaveLength(1);
  expect(screen.queryByText(/ticket/)).toBeNull();
});

test('[D61] an outcome shown as a toast does not count as unread in Novedades', async () => {
  await ask['ticket.create']('Se ve');
  await waitingAtHome();
  await act(async () => void (await page.outbox.drain()));
  await until(shows('Tu ticket ha sido creado con éxito'));
  await until(async () => {
    const receipts = await page.outbox.receipts();
    expect(receipts.map(({ read }) => read)).toEqual([true]);
  });
});
