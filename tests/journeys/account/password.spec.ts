import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { pressSignOut } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';

/** Waits for the router: an address set earlier would be lost. */
const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
const NEW = 'Distinta2027';

test('[H2.81][H8.11] the new password opens the device without a connection, and the old one does not', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones/password');
  await page.getByLabel('Contraseña actual').fill('Amparo2026');
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(NEW);
  await page.getByLabel('Repite la contraseña nueva').fill(NEW);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText('Contraseña cambiada correctamente')).toBeVisible();
  await pressSignOut(page);
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill(EMAIL);
  await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /no son correctos/ })).toBeVisible();
  await page.getByLabel('Contraseña', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
});

test('[H5.2][H7.2][H8.8] the recovery mail leads to a page that sets a password, and that password signs in', async ({
  page,
  server,
  line,
}) => {
  await signIn(page, EMAIL);
  await home(page);
  await page.goto('/#/app/configuraciones/password');
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText('Se ha enviado un enlace de restablecimiento')).toBeVisible();
  const folder = join(server.data, 'correo');
  // The mail is written after the answer (S6), beside the mail about the sign-in.
  const mails = async () => {
    const names = await readdir(folder).catch(() => []);
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  };
  const links = async () => (await mails()).flatMap((mail) => mail.match(/\/restablecer\/\S+/) ?? []);
  await expect.poll(links).toHaveLength(1);
  await page.goto(`${line.url}${(await links())[0]}`);
  await page.getByLabel('Nueva contraseña').fill(NEW);
  await page.getByLabel('Repite la contraseña').fill(NEW);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Ya puedes iniciar sesión')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => indexedDB.deleteDatabase('amparo'));
  await page.evaluate(() => localStorage.clear());
  await signIn(page, EMAIL, NEW);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
});
