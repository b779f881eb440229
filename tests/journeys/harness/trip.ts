import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type QueuedOnDevice, queuedOnDevice, rowsOnDevice } from './device.ts';
import { insurer } from './insurer.ts';
import { choose, fillRefund, handIn, samplePdf, samplePhoto, toReview } from './refund.ts';
import { readyOffline, signIn } from './test.ts';

export const EMAIL = 'costarica@demo.test';
export const DIAGNOSIS = 'Migraña con aura, prueba de extremo a extremo';

/** Signs in and waits for home, because an address set earlier would be lost. */
export async function signInHome(page: Page, email: string = EMAIL): Promise<void> {
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
}

/** Presses 'Cerrar sesión' on the settings and confirms it. */
export async function pressSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  // Pressed by key, because a tap at the position of the last press would count as its double press.
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
}

/**
 * Signs in, opens the refunds, loses the connection and requests a refund with a photo and a PDF of this size in bytes.
 */
export async function askOffline(page: Page, context: BrowserContext, pdfBytes = 200_000): Promise<QueuedOnDevice> {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de reembolsos' })).toBeVisible();
  // The insured persons are prefetched, so the form opens offline although it was never opened.
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);

  await context.setOffline(true);
  const photo = await samplePhoto(page);
  const pdf = samplePdf(pdfBytes);
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo, pdf });
  await toReview(page);
  await expect(page.getByText(/^Sin conexión: se guarda aquí y sale (sola|al abrir Amparo)\.$/)).toBeVisible();
  await handIn(page);
  await expect(page.getByText('En cola: se enviará cuando vuelva la conexión')).toBeVisible();
  const [queued, ...more] = await queuedOnDevice(page);
  if (!queued) throw new Error('nothing is queued');
  expect(more).toEqual([]);
  expect(queued.files.documentoFactura).toBe(pdf.toString('base64'));
  expect(
    Buffer.from(queued.files.documentoHistoriaClinica ?? '', 'base64')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('ffd8');
  return queued;
}

/** Expects one refund with this diagnosis at the server, its files byte for byte as queued. */
export async function arrivedOnce(url: string, queued: QueuedOnDevice, patience = 30_000): Promise<void> {
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

/** Goes from home to the first step of an outpatient refund and gives its first answer. */
export async function openNewRefund(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 1 de 4 · Ambulatorio').first()).toBeVisible();
  await choose(page, 'Paciente', 0);
}
