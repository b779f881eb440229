import { rowsOnDevice } from '../harness/device.ts';
import { choose } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { fillTicket, handInTicket, openTicketForm } from '../harness/ticket.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

test('[D29] after one visit to home alone, a ticket and a refund can be asked for without a connection', async ({
  page,
  context,
}) => {
  await signInHome(page);
  await readyOffline(page);
  await expect.poll(() => rowsOnDevice(page, 'ticketTypes')).toBeGreaterThan(0);
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);
  await expect.poll(() => rowsOnDevice(page, 'refunds')).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.reload();
  await openNewRefund(page);
  await page.goto('/#/app');
  await openTicketForm(page);
  await fillTicket(page, 'Escrita sin haber abierto nunca este formulario');
  await handInTicket(page);
});

test('[D29] a start without a connection brings them as soon as there is one', async ({ page, context, line }) => {
  // The first visit ends before they came.
  line.fault = (_, path) => (/getTiposTickets|getPolicyCards/.test(path) ? 'drop' : null);
  await signInHome(page);
  await readyOffline(page);
  expect(await rowsOnDevice(page, 'ticketTypes')).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('main h1')).toBeVisible();
  line.fault = () => null;
  await context.setOffline(false);
  await expect.poll(() => rowsOnDevice(page, 'ticketTypes')).toBeGreaterThan(0);
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);
  await context.setOffline(true);
  await openTicketForm(page);
  await choose(page, 'Tema', 0);
});
