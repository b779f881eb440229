import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { awayFor } from '../harness/device.ts';
import { accessible } from '../harness/looks.ts';
import { enter, expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const SHOTS = process.env.AMPARO_SHOTS;
/** The addresses of the manifest's shortcuts, by their names. */
const shortcuts: Record<string, string> = Object.fromEntries(
  (
    JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as { shortcuts: { name: string; url: string }[] }
  ).shortcuts.map(({ name, url }) => [name, url]),
);
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('[D67] a shortcut used while signed out opens its screen after the sign-in, without a question for one policy', async ({
  page,
}) => {
  await page.goto(shortcuts.Carnet ?? '');
  await enter(page, EMAIL);
  await expect(title(page)).toHaveText('Carnet de salud', { timeout: 45_000 });
  await page.goBack();
  await expect(title(page)).toContainText('María Fernanda');
});

test('[D67] a shortcut used while locked asks for the policy after unlocking and opens it', async ({ page }) => {
  await signIn(page, EMAIL);
  await expect(title(page)).toContainText('María Fernanda');
  await awayFor(page, 2 * 60 * 60_000);
  await page.goto('about:blank');
  await page.goto(shortcuts.Pagos ?? '');
  await enter(page, EMAIL);
  const question = page.getByRole('dialog', { name: 'Pagos' });
  await expect(question).toBeVisible({ timeout: 45_000 });
  await expect(question).toContainText('Elige la póliza.');
  await expect(question.getByRole('option')).toHaveCount(3);
  await accessible(page, 'shortcut that asks');
  if (SHOTS) {
    await page.screenshot({ path: `${SHOTS}/shortcut-390.png` });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${SHOTS}/shortcut-390-dark.png` });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await question.getByRole('option', { name: /Vida Universal Flexible/ }).click();
  await expect(title(page)).toContainText('Historial de pagos');
  await expect(page.locator('body')).toContainText('Vida Universal Flexible');
  // A question closed without an answer leaves home as it is.
  await page.goto(shortcuts.Facturas ?? '');
  await expect(page.getByRole('dialog', { name: 'Facturas' })).toBeVisible();
  if (SHOTS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: `${SHOTS}/shortcut-1280.png` });
    await page.setViewportSize({ width: 390, height: 844 });
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Facturas' })).toBeHidden();
  await expect(title(page)).toContainText('María Fernanda');
  expect(page.url()).not.toContain('ir=');
  await expect(title(page)).toBeFocused();
});
