import { pagesIn } from '#photos/paper.ts';
import { queuedOnDevice, rowsOnDevice } from '../harness/device.ts';
import { looks } from '../harness/looks.ts';
import { attach, choose, handIn, samplePdf, samplePhoto, toReview } from '../harness/refund.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { arrivedOnce, DIAGNOSIS, EMAIL } from '../harness/trip.ts';

test('[D87][D34] three photos of one paper, taken offline, are turned and moved, survive a reload and arrive as one PDF', {
  tag: '@background-sync',
}, async ({ page, context, server }) => {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);
  await context.setOffline(true);
  const photo = await samplePhoto(page);

  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill(DIAGNOSIS);
  await page.getByRole('button', { name: 'Continuar' }).click();
  for (const name of ['Inicio de los síntomas', 'Fecha del diagnóstico', 'Fecha del servicio'])
    await page.getByLabel(name, { exact: true }).fill('03-11-2025');
  const slot = page.locator('[data-field="documentoHistoriaClinica"]');
  const shot = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo });
  await slot
    .locator('input[type="file"]')
    .first()
    .setInputFiles([shot('una.jpg'), shot('dos.jpg')]);
  await expect(slot.getByText('2 páginas')).toBeVisible();
  await slot.locator('input[type="file"]').last().setInputFiles(shot('tres.jpg'));
  await expect(slot.getByText('3 páginas')).toBeVisible();

  // By keyboard: the third page is turned and moved to the front, and the focus goes with it.
  await slot.getByRole('button', { name: 'Girar página 3' }).press('Enter');
  await expect(slot.getByText('Página 3 girada')).toBeAttached();
  await slot.getByRole('button', { name: 'Subir página 3' }).press('Enter');
  await expect(slot.getByRole('button', { name: 'Subir página 2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(slot.getByRole('button', { name: 'Bajar página 1' })).toBeFocused();
  await looks(page, 'varias-paginas');

  await page.reload();
  await expect(slot.getByRole('listitem')).toHaveCount(3);
  const shapes = () =>
    slot.locator('li img').evaluateAll((all) =>
      Promise.all(
        all.map(async (image) => {
          await (image as HTMLImageElement).decode();
          return (image as HTMLImageElement).naturalWidth > (image as HTMLImageElement).naturalHeight;
        }),
      ),
    );
  expect(await shapes()).toEqual([false, true, true]);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Ciudad').fill('San José');
  await page.getByRole('textbox', { name: 'Hospital o centro médico' }).fill('Clínica Bíblica');
  await page.getByRole('textbox', { name: 'Médico tratante' }).fill('Dra. Elena Mora');
  await choose(page, 'País', 0);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Tipo de gasto', 3);
  await page.getByLabel('Importe').fill('86,40');
  await choose(page, 'Divisa', 0);
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());

  await toReview(page);
  await expect(page.getByText(/^3 páginas/)).toBeVisible();
  await looks(page, 'revision-con-paginas');
  await handIn(page);
  const [queued] = await queuedOnDevice(page);
  if (!queued) throw new Error('nothing is queued');
  const paper = Buffer.from(queued.files.documentoHistoriaClinica ?? '', 'base64');
  expect(pagesIn(new Uint8Array(paper).buffer)).toHaveLength(3);

  await context.setOffline(false);
  await arrivedOnce(server.url, queued);
  await expect(page.getByText(/^una\.pdf\s· 3 páginas/)).toBeVisible();
  await expect(page.getByText(/^factura\.pdf\s· PDF/)).toBeVisible();
});
