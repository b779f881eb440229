import { awayFor, rowsOnDevice, withoutBackgroundSync } from '../harness/device.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import {
  askTicket,
  fillTicket,
  handInTicket,
  openTicketForm,
  queueTicket,
  TICKETS,
  ticketArrivedOnce,
  ticketsNamed,
} from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';

test('[F5] the page that sends is frozen in the middle: another page takes over within 60 seconds, one ticket', {
  tag: '@devtools',
}, async ({ page, context, server, line }) => {
  test.setTimeout(150_000);
  await context.addInitScript(withoutBackgroundSync);
  await signInHome(page);
  await openTicketForm(page);
  let held = 0;
  line.fault = (method, path) => {
    if (method !== 'POST' || !path.startsWith(TICKETS) || held > 0) return null;
    held += 1;
    return 'hold-answer';
  };
  await askTicket(page, 'La página se congeló');
  await expect.poll(() => held).toBe(1);
  // Nothing of the page runs any more, and it keeps its lock. Its lifecycle state cannot be used: a page that is driven
  // from outside counts as visible, and its timers go on.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  const frozenAt = Date.now();

  const other = await context.newPage();
  await other.goto('/#/app');
  await expect.poll(() => rowsOnDevice(other, 'outbox'), { timeout: 70_000 }).toBe(0);
  expect(Date.now() - frozenAt).toBeLessThan(60_000);
  expect(await rowsOnDevice(other, 'receipts')).toBe(1);
  expect(await ticketsNamed(server.url, 'La página se congeló')).toBe(1);
});

test('[F23] a browser without background sync: what was queued goes when the connection returns, and at the next start', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(withoutBackgroundSync);
  await signInHome(page);
  expect(await page.evaluate(() => 'sync' in ServiceWorkerRegistration.prototype)).toBe(false);
  await readyOffline(page);
  await openTicketForm(page);
  await context.setOffline(true);
  await askTicket(page, 'Sin sincronización, al volver');
  await context.setOffline(false);
  await ticketArrivedOnce(page, server.url, 'Sin sincronización, al volver');

  await context.setOffline(true);
  await askTicket(page, 'Sin sincronización, al abrir');
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  // Nothing was there to send it while no page was open.
  expect(await ticketsNamed(server.url, 'Sin sincronización, al abrir')).toBe(0);
  await later.goto('/#/app');
  await ticketArrivedOnce(later, server.url, 'Sin sincronización, al abrir');
});

test('[F23][F30] a browser without background sync, locked: what was queued goes from the start screen when the connection returns', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(withoutBackgroundSync);
  await queueTicket(page, context, 'Sin que nadie mire');
  await awayFor(page, 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('1 solicitud espera para enviarse').first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => ticketsNamed(server.url, 'Sin que nadie mire'), { timeout: 45_000 }).toBe(1);
  await expect(page.getByText('1 solicitud espera para enviarse')).toHaveCount(0);
  expect(await rowsOnDevice(page, 'receipts')).toBe(1);
});

test('[D64] the browser is asked to keep the storage once, after the first request is queued, never while one types', async ({
  page,
  context,
}) => {
  await context.addInitScript(countPersist);
  const asked = () => page.evaluate(() => Number(localStorage.getItem('asked') ?? 0));
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  await context.setOffline(true);
  await fillTicket(page, 'Mientras escribo');
  await page.getByLabel('Cuéntanos un poco más').pressSequentially(', letra a letra');
  await page.waitForTimeout(2000);
  expect(await asked()).toBe(0);
  await handInTicket(page);
  await expect.poll(asked).toBe(1);
  await askTicket(page, 'Una segunda');
  await page.reload();
  await expect.poll(() => rowsOnDevice(page, 'outbox')).toBe(2);
  await page.waitForTimeout(1000);
  expect(await asked()).toBe(1);
});

/** Runs in the page: Firefox would ask the customer, whom no test can answer. */
function countPersist(): void {
  StorageManager.prototype.persist = async () => {
    localStorage.setItem('asked', String(Number(localStorage.getItem('asked') ?? 0) + 1));
    return false;
  };
}
