import type { Page } from '@playwright/test';
import { MINUTE_MS } from '#contract/age.ts';
import { activeAt, moveClockOf, queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { dumpOf } from '../harness/dump.ts';
import { onDevice } from '../harness/on-device.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { enter, expect, PASSWORD, test } from '../harness/test.ts';
import { askTicket, openTicketForm, queueTicket, TICKETS, ticketArrivedOnce, ticketsNamed } from '../harness/ticket.ts';
import { revokeTokens } from '../harness/tokens.ts';
import { EMAIL, openNewRefund, pressSignOut, signInHome } from '../harness/trip.ts';
import { handToWorker } from '../harness/worker-event.ts';

const SETTINGS = '/#/app/configuraciones';
const PENDING = '/#/app/configuraciones/pendientes';
const EXPIRED = 'Tu sesión ha expirado.';

/** Signs in without opening the start screen's address again, so its notice stays. */
async function signInAgain(page: Page, email = EMAIL): Promise<void> {
  await enter(page, email);
  await expect(page).toHaveURL(/#\/app/);
}

async function logout(page: Page): Promise<void> {
  await page.goto(SETTINGS);
  await pressSignOut(page);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
}

test('[F6] a ticket is parked when its tokens are revoked; the screen says so, and a sign-in sends it', async ({
  page,
  context,
  server,
}) => {
  await queueTicket(page, context, 'Tokens revocados');
  await revokeTokens(server);
  await context.setOffline(false);
  await page.goto(PENDING);
  await expect(page.getByText('Saldrá cuando ingreses de nuevo.')).toBeVisible({ timeout: 30_000 });
  const parked = await rowOf(page);
  expect(parked).toMatchObject({ state: 'parked', attempts: 0 });

  await page.getByRole('button', { name: 'Ingresa de nuevo para actualizar y enviar' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pendientes' })).toBeVisible();
  await ticketArrivedOnce(page, server.url, 'Tokens revocados');
});

const rowOf = (page: Page) =>
  onDevice(page, async ({ all }) => {
    const [row] = await all<{ state: string; attempts: number }>('outbox');
    return { state: row?.state, attempts: row?.attempts };
  });

test('[F11][D26] signing out says how many items wait, and none is sent until the next sign-in', async ({
  page,
  context,
  server,
  line,
}) => {
  await queueTicket(page, context, 'Espera sellada');
  await page.goto(SETTINGS);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Tienes 1 solicitud sin enviar');
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
  await expect(page.getByText('1 solicitud espera para enviarse').first()).toBeVisible();

  await context.setOffline(false);
  // Both the page and the worker try to send.
  await handToWorker(page, 'dispatchSyncEvent', { tag: 'amparo-outbox', lastChance: false });
  await page.reload();
  await expect(page.getByText('1 solicitud espera para enviarse').first()).toBeVisible();
  expect(line.seen).not.toContain(`POST ${TICKETS}`);
  await expect(queuedOnDevice(page)).rejects.toThrow('no key to send with');

  await signInAgain(page);
  await ticketArrivedOnce(page, server.url, 'Espera sellada');
});

test('[F12] a refund half-filled before the lock has the same step, answers and file after signing in', async ({
  page,
  context,
}) => {
  await moveClockOf(context);
  await signInHome(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('A medio escribir');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-11-2025');
  await attach(page, 'documentoHistoriaClinica', 'historia.pdf', 'application/pdf', samplePdf(60_000));
  // The last key is pressed when the time is over, so nothing has been written since.
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('03-11-2025');
  await context.clock.setSystemTime(Date.now() + 11 * MINUTE_MS);
  await page.mouse.move(50, 400);
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
  expect(await rowsOnDevice(page, 'drafts')).toBeGreaterThan(0);
  const dump = await dumpOf(page);
  for (const marker of ['A medio escribir', 'María Fernanda', 'historia.pdf']) expect(dump).not.toContain(marker);

  await signInAgain(page);
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(page.getByLabel('Inicio de los síntomas', { exact: true })).toHaveValue('01-11-2025');
  await expect(page.getByLabel('Fecha del diagnóstico', { exact: true })).toHaveValue('03-11-2025');
  await expect(page.locator('[data-field="documentoHistoriaClinica"]')).toContainText('historia.pdf');
  await page.goto('/#/app');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByLabel('Diagnóstico')).toHaveValue('A medio escribir');
});

test('[F12][F29] a correction of a queued ticket stays its correction after a reload and a lock', async ({
  page,
  context,
  server,
}) => {
  await queueTicket(page, context, 'Con una errata');
  await page.goto(PENDING);
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir consulta' })).toBeVisible();
  await page.getByLabel('Cuéntanos un poco más').fill('Sin la errata');
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir consulta' })).toBeVisible();
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Sin la errata');

  // The device sleeps for an hour and the page is reloaded. Only the browser's history still knows the screen.
  await context.clock.setSystemTime(Date.now() + 60 * MINUTE_MS);
  await page.reload();
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
  await signInAgain(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir consulta' })).toBeVisible();
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Sin la errata');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta guardada' })).toBeVisible();
  await context.setOffline(false);
  await ticketArrivedOnce(page, server.url, 'Sin la errata');
  expect(await ticketsNamed(server.url, 'Con una errata')).toBe(0);
});

test('[F13][D25] a device that slept for an hour locks before anything is painted, and still sends its ticket', async ({
  page,
  context,
  server,
}) => {
  await queueTicket(page, context, 'Mientras dormía');
  await page.goto('/#/app');
  // Records everything the page shows from here on, however short.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await context.clock.setSystemTime(Date.now() + 60 * MINUTE_MS);
  await page.reload();
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'));
  expect(seen).not.toContain('María Fernanda');
  expect(seen).not.toContain('CR-SAL');

  await context.setOffline(false);
  await expect.poll(() => ticketsNamed(server.url, 'Mientras dormía'), { timeout: 40_000 }).toBe(1);
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
});

test('[F14] activity in one tab keeps the other open; without activity both lock together', async ({
  page,
  context,
}) => {
  await moveClockOf(context);
  await signInHome(page);
  const other = await context.newPage();
  await other.goto('/#/app');
  await expect(other.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  const start = Date.now();
  await context.clock.setSystemTime(start + 9 * MINUTE_MS);
  await other.mouse.move(20, 20);
  await other.mouse.move(40, 40);
  // The clock is read again when this is written, so it may not be set before.
  await expect.poll(() => activeAt(other)).toBeGreaterThanOrEqual(start + 9 * MINUTE_MS);
  await context.clock.setSystemTime(start + 15 * MINUTE_MS);
  const look = (tab: Page) => tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await look(page);
  await look(other);
  await page.waitForTimeout(1000);
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await expect(other.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();

  await context.clock.setSystemTime(start + 20 * MINUTE_MS);
  await page.bringToFront();
  await look(page);
  await expect(page.getByText(EXPIRED).first()).toBeVisible();
  // Nobody looked at this tab: it learns of the lock from the other one.
  await other.bringToFront();
  await expect(other.getByText(EXPIRED).first()).toBeVisible();
});

test("[F15] another customer on the device cannot send or read the first one's queue, which is sent when they return", async ({
  page,
  context,
  server,
  line,
}) => {
  await queueTicket(page, context, 'Solo de María Fernanda');
  await logout(page);
  await context.setOffline(false);

  const from = line.seen.length;
  await signInHome(page, 'ecuador@demo.test');
  await handToWorker(page, 'dispatchSyncEvent', { tag: 'amparo-outbox', lastChance: false });
  await page.goto(PENDING);
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible();
  await openTicketForm(page);
  await askTicket(page, 'Del segundo cliente');
  await expect.poll(() => ticketsNamed(server.url, 'Del segundo cliente', 'ecuador@demo.test')).toBe(1);
  expect(line.seen.slice(from).filter((one) => one === `POST ${TICKETS}`)).toHaveLength(1);
  expect(await ticketsNamed(server.url, 'Solo de María Fernanda')).toBe(0);
  expect(await rowsOnDevice(page, 'outbox')).toBe(1);
  // The second customer's keys do not open the first customer's rows.
  await expect(queuedOnDevice(page)).rejects.toThrow();
  const dump = await dumpOf(page);
  for (const marker of ['María Fernanda', 'Solo de', 'CR-SAL', EMAIL]) expect(dump).not.toContain(marker);

  await logout(page);
  await signInAgain(page);
  await ticketArrivedOnce(page, server.url, 'Solo de María Fernanda');
});
