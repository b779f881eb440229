import type { Browser } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import { attach, samplePdf } from '../harness/refund.ts';
import { expect, PASSWORD, readyOffline, signIn, test } from '../harness/test.ts';
import { fillTicket, openTicketForm } from '../harness/ticket.ts';
import { pressSignOut } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';
const NEW = 'Distinta2027';

// Only the user agent is an iPhone's, because this journey looks at the texts for it.
test.use({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
});

test('[D25][F26] the queue under an earlier password is sent once that password is typed', async ({
  page,
  context,
  browser,
  line,
}) => {
  await signIn(page, EMAIL);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await readyOffline(page);
  await openTicketForm(page);
  await context.setOffline(true);
  await fillTicket(page, 'Con la anterior');
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByRole('heading', { name: 'Consulta guardada' })).toBeVisible();
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByText(/7 días sin usar Amparo/)).toBeVisible();
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText(/^Sesión cerrada/)).toBeVisible();
  await context.setOffline(false);

  await changePassword(browser, line.url);

  await signIn(page, EMAIL, NEW);
  await page.getByRole('button', { name: /1 solicitud guardada con tu contraseña anterior/ }).click();
  await page.getByLabel('Contraseña anterior', { exact: true }).fill('equivocada');
  await page.getByRole('button', { name: 'Recuperarla' }).click();
  await expect(page.getByText('La contraseña anterior no es correcta')).toBeVisible();
  await page.getByLabel('Contraseña anterior', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Recuperarla' }).click();
  await expect(page.getByRole('region', { name: 'Comprobantes' })).toBeVisible();
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible();
});

test('[F54] a document picked for a refund is offered again once the earlier password is typed', async ({
  page,
  browser,
  line,
}) => {
  test.setTimeout(180_000);
  await signIn(page, EMAIL);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await readyOffline(page);
  const openRefund = async () => {
    await page.goto('/#/app');
    await page.getByRole('link', { name: 'Reembolsos' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Historial de reembolsos' })).toBeVisible();
    await page.getByRole('listitem').first().getByRole('button').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  };
  await openRefund();
  await attach(page, 'documento', 'receta.pdf', 'application/pdf', samplePdf(40_000));
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(2);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText(/^Sesión cerrada/)).toBeVisible();
  await changePassword(browser, line.url);

  await signIn(page, EMAIL, NEW);
  await page.getByRole('button', { name: /1 borrador guardado con tu contraseña anterior/ }).click();
  await page.getByLabel('Contraseña anterior', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Recuperarlo' }).click();
  await expect(page.getByText('Recuperamos tu borrador')).toBeVisible();
  await openRefund();
  await expect(page.getByText('receta.pdf')).toBeVisible();
});

/** Changes the password on another device. */
async function changePassword(browser: Browser, baseURL: string): Promise<void> {
  const elsewhere = await browser.newContext({ baseURL });
  const other = await elsewhere.newPage();
  await signIn(other, EMAIL);
  await expect(other.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await other.goto('/#/app/configuraciones/password');
  await other.getByLabel('Contraseña actual').fill(PASSWORD);
  await other.getByLabel('Contraseña nueva', { exact: true }).fill(NEW);
  await other.getByLabel('Repite la contraseña nueva').fill(NEW);
  await other.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(other.getByText('Contraseña cambiada correctamente')).toBeVisible();
  await elsewhere.close();
}
