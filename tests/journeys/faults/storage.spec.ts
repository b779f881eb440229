import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { forceCloseDatabase } from '../harness/force-close.ts';
import { nextPicker } from '../harness/picker.ts';
import { fillRefund, handIn, samplePdf, samplePhoto, toReview } from '../harness/refund.ts';
import { leaveRoom } from '../harness/storage.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket, openTicketForm, queueTicket } from '../harness/ticket.ts';
import { arrivedOnce, DIAGNOSIS, openNewRefund, signInHome } from '../harness/trip.ts';

test('[F19] the browser is asked once to keep the storage, when the first request is queued and not before', async ({
  page,
}) => {
  await page.addInitScript(() => {
    StorageManager.prototype.persisted = async () => false;
    StorageManager.prototype.persist = async () => {
      const calls = Number(document.documentElement.dataset.asked ?? 0);
      document.documentElement.dataset.asked = String(calls + 1);
      return false;
    };
  });
  const persistCalls = () => page.evaluate(() => document.documentElement.dataset.asked ?? '0');
  await signInHome(page);
  expect(await persistCalls()).toBe('0');
  await askTicket(page, 'Pregunta que se guarda');
  expect(await persistCalls()).toBe('1');
  await askTicket(page, 'Otra pregunta');
  expect(await persistCalls()).toBe('1');
});

test('[F16] a full storage is reported at sending, the form keeps everything, and with space the refund is sent', {
  tag: '@devtools',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signInHome(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  const photo = await samplePhoto(page);
  const pdf = samplePdf(2_000_000);
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo, pdf });
  // There are three rows: the form and two files. A slot shows 'Listo' before its file is stored.
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(3);
  await toReview(page);
  const lift = await leaveRoom(page, 100_000);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(page.getByText('No queda espacio en este teléfono para guardar la solicitud.')).toBeVisible();
  await expect(page.getByRole('button', { name: /86[.,]40/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Factura.*PDF/ })).toBeVisible();
  expect(await rowsOnDevice(page, 'outbox')).toBe(0);
  expect(await rowsOnDevice(page, 'outboxFiles')).toBe(0);
  expect(await rowsOnDevice(page, 'drafts')).toBe(3);

  await lift();
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Solicitud (guardada|recibida)$/ })).toBeVisible();
  await expect(page.getByText('Ya la tenemos.')).toBeVisible({ timeout: 30_000 });
  expect(await rowsOnDevice(page, 'drafts')).toBe(0);
});

test('[F18] screens, queue and forms go on without a reload after the browser closes the database', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await queueTicket(page, context, 'Antes de perder la base');
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByText('Pendiente de envío')).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await forceCloseDatabase(page);

  await openTicketForm(page);
  await askTicket(page, 'Después de perder la base');
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByText('Pendiente de envío')).toHaveCount(2);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('[F19] the start screen says that the browser cleared its storage, and a sign-in pulls everything again', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await queueTicket(page, context, 'Se va a perder');
  await page.goto('/#/app');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb',
  });
  await page.reload();
  await expect(page.getByText(/El navegador borró los datos/).first()).toBeVisible();
  await expect(page.getByText(/había 1 solicitud pendiente de envío/).first()).toBeVisible();
  await context.setOffline(false);
  await signInHome(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await expect.poll(() => rowsOnDevice(page, 'policies')).toBeGreaterThan(0);
});

test('[F24] files changed and deleted after they were picked arrive as they were picked', async ({
  page,
  context,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-picked-'));
  const file = join(folder, 'factura.pdf');
  const picked = samplePdf(150_000);
  await writeFile(file, picked);
  await signInHome(page);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de reembolsos' })).toBeVisible();
  const photo = await samplePhoto(page);
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo, pdf: samplePdf(10_000) });
  const slot = page.locator('[data-field="documentoFactura"]');
  await slot.locator('input[type="file"]').first().setInputFiles(file);
  await expect(slot).toContainText('146 KB');
  await expect(slot.getByText('Listo')).toBeVisible();
  await writeFile(file, 'MZ something else');
  await rm(folder, { recursive: true });

  await context.setOffline(true);
  await handIn(page);
  const [queued] = await queuedOnDevice(page);
  if (!queued) throw new Error('nothing is queued');
  expect(queued.files.documentoFactura).toBe(picked.toString('base64'));
  await context.setOffline(false);
  await arrivedOnce(server.url, queued);
});

test('[F27] a page ended while the camera is open comes back at its step, with what was typed and picked', {
  tag: '@devtools',
}, async ({ page, context }) => {
  await signInHome(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('Antes de la cámara');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  // The camera opens right after the last key, before a debounced write could run.
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-11-2025');
  const address = page.url();
  const { opened } = await nextPicker(page);
  const slot = page.locator('[data-field="documentoHistoriaClinica"]');
  await slot.locator('input[type="file"]').first().dispatchEvent('click');
  await opened;
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;

  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(later.getByText('Seguimos donde lo dejaste.')).toBeVisible();
  await expect(later.getByLabel('Inicio de los síntomas', { exact: true })).toHaveValue('01-11-2025');
  await later.getByRole('button', { name: 'Volver' }).click();
  await expect(later.getByLabel('Diagnóstico')).toHaveValue('Antes de la cámara');
});
