import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type QueuedOnDevice, queuedOnDevice, rowsOnDevice } from './device.ts';
import { insurer } from './insurer.ts';
import { fillRefund, handIn, samplePdf, samplePhoto } from './refund.ts';
import { readyOffline, signIn } from './test.ts';

export const EMAIL = 'costarica@demo.test';
export const DIAGNOSIS = 'Migraña con aura, prueba de extremo a extremo';

/** Signs in, visits the refunds once, loses the connection and asks for a refund with a photo and a PDF. */
export async function askOffline(page: Page, context: BrowserContext): Promise<QueuedOnDevice> {
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
