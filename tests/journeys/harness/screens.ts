import { expect, type Page } from '@playwright/test';
import { SHOTS } from './looks.ts';

/**
 * The main screens of a signed-in customer with their addresses. 520021 is a health policy of Costa Rica's customer.
 */
export const screens = [
  ['home', '#/app'],
  ['payments', '#/app/pagos/520021'],
  ['documents', '#/app/documentos/520021'],
  ['refunds', '#/app/reembolsos/520021'],
  ['a new refund', '#/app/reembolsos/a%C3%B1adir/520021'],
  ['the health card', '#/app/carnet/520021'],
  ['settings', '#/app/configuraciones'],
  ['personal information', '#/app/configuraciones/informacionPersonal'],
  ['password', '#/app/configuraciones/password'],
  ['a new ticket', '#/app/configuraciones/ayuda/crear'],
] as const;

/** Goes to that address and waits until its content is shown. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(page.getByRole('main').getByText(/^Cargando/)).toHaveCount(0);
  await expect(page.locator('h1')).toBeAttached();
  await page.waitForTimeout(400);
}

/** Takes the screenshot when a folder for screenshots is set. */
export async function shot(page: Page, name: string, fullPage = false): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name.replaceAll(' ', '-')}.png`, fullPage });
}

/** Sets the size of all text, as the browser's own setting does. */
export const textSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
