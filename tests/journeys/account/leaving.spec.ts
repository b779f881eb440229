import type { Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import { uncovered } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { pressSignOut } from '../harness/trip.ts';

const EMAIL = 'costarica@demo.test';

/** Waits for the router: an address set earlier would be lost. */
const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

test('[H4.10][D26] signing out offline says so, and Back shows nothing of the account', async ({ page, context }) => {
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await context.setOffline(true);
  await pressSignOut(page);
  await expect(page.getByText('Sesión cerrada en este teléfono')).toBeVisible();
  // There is one notice, and the button to sign in is fully visible below it.
  await expect(page.getByText('Parece que no tienes conexión a internet.')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await page.goBack();
  await expect(page.getByText('María Fernanda')).toBeHidden();
  // The envelope stays, so the customer can read again without a connection.
  await signIn(page, EMAIL);
  await home(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
});

test('[D26] signing out with the checkbox leaves nothing of the customer, and an offline sign-in finds nobody', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await home(page);
  await readyOffline(page);
  await page.goto('/#/app/configuraciones');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('checkbox', { name: 'Borrar los datos de este teléfono' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  await uncovered(page.getByRole('button', { name: 'Ingresa', exact: true }));
  await uncovered(page.getByRole('link', { name: 'Regístrate' }).first());
  for (const table of ['vault', 'session', 'policies', 'tickets']) expect(await rowsOnDevice(page, table)).toBe(0);
  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill(EMAIL);
  await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByText(/Para entrar por primera vez/)).toBeVisible();
});
