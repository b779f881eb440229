import { awayFor, rowsOnDevice } from '../harness/device.ts';
import { accessible } from '../harness/looks.ts';
import { samplePdf } from '../harness/refund.ts';
import { share } from '../harness/share.ts';
import { enter, expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';
import { pressSignOut } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';
const SHOTS = process.env.AMPARO_SHOTS;

test('[D29][D25][S23] files shared with a locked app offline are asked about after unlocking, and lead to a refund', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await page.reload();
  await awayFor(page, 2 * 60 * 60_000);
  await context.setOffline(true);
  await page.goto('/');
  const pdf = samplePdf();
  await share(page, [
    { name: 'factura.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'receta.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no</html>') },
  ]);
  // The locked app has stored the files already and shows none of them.
  await expect(page.getByRole('button', { name: 'Usar otra cuenta' })).toBeVisible();
  expect(await rowsOnDevice(page, 'drafts')).toBe(2);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('factura.pdf');

  await enter(page, EMAIL);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archivos recibidos', { timeout: 30_000 });
  await expect(page.getByText('Un archivo no se pudo guardar')).toBeVisible();
  // Nobody was signed in when they came, so they are nobody's until somebody claims them (S23).
  await expect(page.getByText('Se compartieron 2 archivos con Amparo')).toBeVisible();
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('factura.pdf');
  await accessible(page, 'files to claim');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/unclaimed-390.png`, fullPage: true });
  // Pressed by key, because a tap at the position of the last press would count as its double press.
  await page.getByRole('button', { name: 'Sí, son míos' }).press('Enter');
  await expect(page.getByText('factura.pdf')).toBeVisible();
  await expect(page.getByText('hasta 12 a la vez, de 40 MB como máximo').last()).toBeVisible();
  await expect(page.getByText('Se compartieron 2 archivos con Amparo')).toBeHidden();
  await accessible(page, 'received files');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/received-390.png`, fullPage: true });

  await page.goto('/#/app');
  await page.getByRole('button', { name: /Recibiste 2 archivos|Ver archivos recibidos/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Archivos recibidos');
  await page.getByRole('button', { name: 'Quitar: receta.pdf' }).click();
  await expect(page.getByText('receta.pdf')).toBeHidden();
  await page
    .getByRole('link', { name: /Nuevo reembolso/ })
    .first()
    .click();
  await expect(page).toHaveURL(/reembolsos/);
  if (SHOTS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/#/app/compartido');
    await expect(page.getByText('factura.pdf')).toBeVisible();
    await page.screenshot({ path: `${SHOTS}/received-1280.png` });
  }
});

test('[S23] what one customer shared is offered to no other one: not by name, not by content, not to attach', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, EMAIL);
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await share(page, [{ name: 'biopsia.pdf', mimeType: 'application/pdf', buffer: samplePdf() }]);
  // Shared while signed in, it is there at once and nobody is asked.
  await expect(page.getByText('biopsia.pdf')).toBeVisible();
  // Shared once more, it is still one file.
  await share(page, [{ name: 'biopsia.pdf', mimeType: 'application/pdf', buffer: samplePdf() }]);
  await expect(page.getByText('biopsia.pdf')).toHaveCount(1);
  expect(await rowsOnDevice(page, 'drafts')).toBe(2);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText(/^Sesión cerrada/).first()).toBeVisible();
  // And one more that comes while nobody is signed in.
  await share(page, [{ name: 'psiquiatra.pdf', mimeType: 'application/pdf', buffer: samplePdf() }]);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();

  const others = 'guatemala@demo.test';
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill(others);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText('Se compartió 1 archivo con Amparo')).toBeVisible({ timeout: 30_000 });
  const told = () => page.evaluate(() => document.body.innerText);
  expect(await told()).not.toMatch(/biopsia|psiquiatra/);
  await page.getByRole('button', { name: 'No fui yo' }).press('Enter');
  await expect(page.getByText('No hay archivos recibidos')).toBeVisible();
  await page.goto('/#/app/reembolsos/540042');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de reembolsos');
  expect(await told()).not.toMatch(/biopsia|psiquiatra|Se compartió/);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);

  // The first customer has both again.
  await expect(page.getByText(/^Sesión cerrada/).first()).toBeVisible();
  await signIn(page, EMAIL);
  await page.goto('/#/app/compartido');
  await expect(page.getByText('biopsia.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Sí, es mío' }).press('Enter');
  await expect(page.getByText('psiquiatra.pdf')).toBeVisible();
});
