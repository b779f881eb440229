import type { BrowserContext, Page } from '@playwright/test';
import { awayFor, type QueuedOnDevice, queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { fillRefund, handIn, samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const DIAGNOSIS = 'Migraña con aura, prueba de extremo a extremo';

/** Signs in, visits the refunds once, loses the connection and asks for a refund with a photo and a PDF. */
async function askOffline(page: Page, context: BrowserContext): Promise<QueuedOnDevice> {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de reembolsos' })).toBeVisible();
  // The insured persons come by themselves, so that the form opens without a connection although it was never opened.
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);

  await context.setOffline(true);
  const photo = await samplePhoto(page);
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo, pdf: samplePdf(200_000) });
  await expect(page.getByText('Estás sin conexión.')).toBeVisible();
  await handIn(page);
  await expect(page.getByText('En cola: se enviará cuando vuelva la conexión')).toBeVisible();
  const [queued, ...more] = await queuedOnDevice(page);
  if (!queued) throw new Error('nothing is queued');
  expect(more).toEqual([]);
  expect(queued.files.documentoFactura).toBe(samplePdf(200_000).toString('base64'));
  expect(
    Buffer.from(queued.files.documentoHistoriaClinica ?? '', 'base64')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('ffd8');
  return queued;
}

/** One refund of this diagnosis on the server, its files byte for byte as they were queued. */
async function arrivedOnce(url: string, queued: QueuedOnDevice, patience = 30_000): Promise<void> {
  const office = await insurer(url, EMAIL);
  const policy = queued.fields.poliza ?? '';
  const mine = async () => (await office.refunds(policy)).filter(({ diagnostico }) => diagnostico === DIAGNOSIS);
  await expect.poll(async () => (await mine()).length, { timeout: patience }).toBe(1);
  const [refund] = await mine();
  if (!refund) throw new Error('the refund went away');
  const arrived: Record<string, string> = {};
  for (const { idDocumento, tipo } of refund.documentos) {
    arrived[tipo] = (await office.file(refund.id, idDocumento)).toString('base64');
  }
  expect(Object.values(arrived).sort()).toEqual(Object.values(queued.files).sort());
}

test('[D29][H2.41] a refund asked for offline with a photo and a PDF arrives once although the app was closed', async ({
  page,
  context,
  server,
}) => {
  const queued = await askOffline(page, context);
  await page.goto('/#/app');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  await page.close();

  // With every page closed only the service worker is left to send it.
  await context.setOffline(false);
  await arrivedOnce(server.url, queued);

  const later = await context.newPage();
  await later.goto('/#/app');
  await later.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(later.getByText('Pendiente de envío')).toBeHidden();
  const office = await insurer(server.url, EMAIL);
  const refund = (await office.refunds(queued.fields.poliza ?? '')).find(
    ({ diagnostico }) => diagnostico === DIAGNOSIS,
  );
  await expect(later.getByText(refund?.CaseNumber ?? 'no case number')).toBeVisible();
  expect(await rowsOnDevice(later, 'outbox')).toBe(0);
  expect(await rowsOnDevice(later, 'outboxFiles')).toBe(0);
});

test('[F30][D25] the connection returns two hours later: it is sent all the same, and nothing can be read meanwhile', async ({
  page,
  context,
  server,
}) => {
  const queued = await askOffline(page, context);
  await awayFor(page, 2 * 60 * 60_000);
  await page.close();
  await context.setOffline(false);
  await arrivedOnce(server.url, queued);

  const later = await context.newPage();
  await later.goto('/#/app');
  await expect(later.getByText('Tu sesión ha expirado.')).toBeVisible();
  expect(await later.evaluate(() => document.body.innerText)).not.toContain('María Fernanda');
  await later.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await later.getByLabel('Correo electrónico').fill(EMAIL);
  await later.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await later.getByRole('button', { name: 'Ingresar' }).click();
  await later.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(later.getByText('Pendiente de envío')).toBeHidden();
  expect(await rowsOnDevice(later, 'receipts')).toBe(1);
});

test('[F2] the server took it and its answer was lost: the first receipt comes back, one refund', async ({
  page,
  context,
  server,
  line,
}) => {
  const queued = await askOffline(page, context);
  let lost = 0;
  line.fault = (method, path) => {
    if (method !== 'POST' || !path.startsWith('/api/reembolsos/create') || lost > 0) return null;
    lost += 1;
    return 'lose-answer';
  };
  await context.setOffline(false);
  await expect(page.getByText('Ya la tenemos.')).toBeVisible({ timeout: 60_000 });
  expect(lost).toBe(1);
  expect(line.seen.filter((one) => one === 'POST /api/reembolsos/create').length).toBeGreaterThan(1);
  await arrivedOnce(server.url, queued);
});
