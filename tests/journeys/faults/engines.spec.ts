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

test('[F5] when the sending page freezes, another page takes over within 60 seconds and one ticket arrives', {
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
  // The paused page runs nothing and keeps its lock. Its lifecycle state is of no use: a driven page counts as visible.
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

test('[F23] without background sync the queue is sent when the connection returns, or at the next start', async ({
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
  // With no page open nothing could send it.
  expect(await ticketsNamed(server.url, 'Sin sincronización, al abrir')).toBe(0);
  await later.goto('/#/app');
  await ticketArrivedOnce(later, server.url, 'Sin sincronización, al abrir');
});

test('[F23][F30] without background sync the start screen of a locked app sends the queue when the connection returns', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(withoutBackgroundSync);
  await queueTicket(page, context, 'Sin que nadie mire');
  await awayFor(page, 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('1 solicitud sigue guardada aquí').first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => ticketsNamed(server.url, 'Sin que nadie mire'), { timeout: 45_000 }).toBe(1);
  await expect(page.getByText('1 solicitud sigue guardada aquí')).toHaveCount(0);
  expect(await rowsOnDevice(page, 'receipts')).toBe(1);
});

test('[D64] the browser is asked once to keep the storage, after the first request is queued, never during typing', async ({
  page,
  context,
}) => {
  await context.addInitScript(countPersist);
  const persistCalls = () => page.evaluate(() => Number(localStorage.getItem('asked') ?? 0));
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  await context.setOffline(true);
  await fillTicket(page, 'Mientras escribo');
  await page.getByLabel('Cuéntanos un poco más').pressSequentially(', letra a letra');
  await page.waitForTimeout(2000);
  expect(await persistCalls()).toBe(0);
  await handInTicket(page);
  await expect.poll(persistCalls).toBe(1);
  await askTicket(page, 'Una segunda');
  await page.reload();
  await expect.poll(() => rowsOnDevice(page, 'outbox')).toBe(2);
  await page.waitForTimeout(1000);
  expect(await persistCalls()).toBe(1);
});

/** Runs in the page: replaces the question that Firefox would ask the customer. */
function countPersist(): void {
  StorageManager.prototype.persist = async () => {
    localStorage.setItem('asked', String(Number(localStorage.getItem('asked') ?? 0) + 1));
    return false;
  };
}
