import type { Page } from '@playwright/test';
import { addPasskey, giveAuthenticator, unlockButton } from '../harness/authenticator.ts';
import { queuedOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { accessible, fits, looks } from '../harness/looks.ts';
import { forget } from '../harness/storage.ts';
import { expect, PASSWORD, readyOffline, test } from '../harness/test.ts';
import {
  askTicket,
  fillTicket,
  handInTicket,
  openTicketForm,
  queueTicket,
  ticketArrivedOnce,
} from '../harness/ticket.ts';
import { revokeTokens } from '../harness/tokens.ts';
import { EMAIL, signInHome } from '../harness/trip.ts';

const BANNER = 'Ingresa de nuevo para actualizar y enviar';
const banner = (page: Page) => page.getByRole('button', { name: BANNER });

test('[D49][F35] when the tokens ran out, signing in in place keeps a half-typed form and sends everything once', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(180_000);
  await queueTicket(page, context, 'Pedida sin conexión');
  await revokeTokens(server);
  await page
    .getByRole('button', { name: 'Volver al inicio' })
    .or(page.getByRole('link', { name: 'Volver al inicio' }))
    .click();
  await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
  await expect(page.getByText(/vuelva la conexión|Abre Amparo con conexión/)).toBeVisible();
  await context.setOffline(false);

  await expect(banner(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Saldrá cuando ingreses de nuevo.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/vuelva la conexión/)).toHaveCount(0);
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await fillTicket(page, 'Escrita a medias cuando');
  await expect(banner(page)).toHaveCount(1);
  await looks(page, 'sesion-terminada');

  await banner(page).press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(EMAIL);
  await expect(sheet.getByLabel('Contraseña', { exact: true })).toBeFocused();
  await looks(page, 'ingresa-de-nuevo');
  await sheet.getByLabel('Contraseña', { exact: true }).fill('No-es-esta1');
  await sheet.getByLabel('Contraseña', { exact: true }).press('Enter');
  await expect(sheet.getByText('La contraseña no es correcta.')).toBeVisible();
  await sheet.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Ingresar' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(sheet).toHaveCount(0);

  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Escrita a medias cuando');
  await ticketArrivedOnce(page, server.url, 'Pedida sin conexión');
  await page.getByLabel('Cuéntanos un poco más').fill('Escrita a medias cuando terminó la sesión');
  await handInTicket(page);
  await ticketArrivedOnce(page, server.url, 'Escrita a medias cuando terminó la sesión');
  await page.goto('/#/app/configuraciones/ayuda');
  await expect(
    page
      .getByText('Actualizado hace un momento')
      .or(page.getByText(/^Actualizado/))
      .first(),
  ).toBeVisible();
});

test('[D49] every signed-in screen shows one banner that the session ended, and mirrored data stays readable', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  await signInHome(page);
  const { polizas } = await insurer(server.url, EMAIL);
  const health = polizas.find(({ LineOfBusinessType }) => LineOfBusinessType === 'Health')?.Policy ?? '';
  await page.goto(`/#/app/pagos/${health}`);
  // Waits for the payments, because the age of home stays visible a moment longer.
  await expect(page.getByText(/^\d+ pagos/).first()).toBeVisible();
  await expect(page.getByText(/^Actualizado/)).toBeVisible();
  await revokeTokens(server);
  // The data stay visible. The button to update leads to the sign-in sheet, because a new pull would fail.
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Actualizar' }).click();
  await expect(main.getByText(/^Tu sesión terminó. Actualizado/)).toBeVisible();
  await main.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('dialog', { name: 'Ingresa de nuevo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const path of [
    '',
    `/pagos/${health}`,
    `/documentos/${health}`,
    `/carnet/${health}`,
    `/dependientes/${health}`,
    `/beneficiarios/${polizas.find(({ Policy }) => Policy !== health)?.Policy}`,
    `/reembolsos/${health}`,
    `/reembolsos/añadir/${health}`,
    '/configuraciones',
    '/configuraciones/informacionPersonal',
    '/configuraciones/ayuda',
    '/configuraciones/ayuda/crear',
    '/configuraciones/password',
    '/configuraciones/pendientes',
  ]) {
    await page.goto(`/#/app${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page), path).toHaveCount(1);
    await expect(page.getByText(/en unos minutos/), path).toHaveCount(0);
    await fits(page, path);
  }
  await accessible(page, 'with the banner');
  // With nothing mirrored the screen itself leads to the sheet.
  await forget(page, ['documents', 'pulls']);
  await page.goto(`/#/app/documentos/${health}`);
  await page.reload();
  await expect(page.getByText('Tu sesión terminó y esto aún no está aquí.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Ingresar' }).click();
  await page.getByRole('dialog').getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Ingresar' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Todos' })).toBeVisible();
  expect(await queuedOnDevice(page)).toEqual([]);
});

test('[D51] an app too old for its backend says so and keeps its queue, which is sent afterwards', async ({
  page,
  line,
  server,
}) => {
  test.setTimeout(180_000);
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  line.fault = (_, path) =>
    path.startsWith('/api/') ? { status: 426, headers: { 'amparo-contract': '2' }, body: '{"code":"outdated"}' } : null;
  await askTicket(page, 'De una versión vieja');
  // When the worker has asked, the page learns of it with its own next call, after a minute at most.
  await expect(page.getByText('Actualiza la app.', { exact: true })).toBeVisible({ timeout: 75_000 });
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByText('Saldrá cuando actualices la app.')).toBeVisible();
  expect(await queuedOnDevice(page)).toHaveLength(1);
  await looks(page, 'app-antigua');
  line.fault = () => null;
  // Another call may have learned of it first, and the ticket be gone before the press.
  const send = page.getByRole('button', { name: 'Enviar ahora' });
  await send.click({ timeout: 5000 }).catch(() => undefined);
  await ticketArrivedOnce(page, server.url, 'De una versión vieja');
  // The worker may have sent it. The page learns of the new version with its next call.
  await page.goto('/#/app/configuraciones/ayuda');
  await page.getByRole('button', { name: 'Actualizar', exact: true }).click();
  await expect(page.getByText('Actualiza la app.', { exact: true })).toHaveCount(0);
});

test.describe('with a passkey', () => {
  // Passkeys belong to a host name, never to an IP address, so this uses the server's own name.
  test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });

  test("[D49][D56] the sheet also takes this device's passkey, keeps typed text and resumes everything", {
    tag: '@devtools',
  }, async ({ page, server }) => {
    test.setTimeout(180_000);
    await giveAuthenticator(page);
    await signInHome(page);
    await addPasskey(page, PASSWORD);
    await unlockButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
    await openTicketForm(page);
    await fillTicket(page, 'Escrita con la huella');
    await revokeTokens(server);
    await page.goto('/#/app/documentos/520021');
    // The documents are here and fresh, so nothing is asked by itself.
    await page.getByRole('main').getByRole('button', { name: 'Actualizar' }).click();
    await banner(page).click();
    const sheet = page.getByRole('dialog');
    // The password is not focused, because a phone's keyboard would cover the button.
    await expect(sheet.getByRole('button', { name: 'Entrar con tu huella o rostro' })).toBeFocused();
    await looks(page, 'ingresa-de-nuevo-con-huella');
    await sheet.getByRole('button', { name: 'Entrar con tu huella o rostro' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByText(/^Actualizado/).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Escrita con la huella');
    await handInTicket(page);
    await ticketArrivedOnce(page, server.url, 'Escrita con la huella');
  });
});
