import type { Page } from '@playwright/test';
import { HOUR_MS } from '#contract/age.ts';
import { awayFor } from '../harness/device.ts';
import { enter, expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const OTHER = 'ecuador@demo.test';

const home = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

test('[F49][F15] a window that an earlier customer left shows neither their address nor an error about it', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signIn(page, EMAIL);
  await home(page);
  await page.goto('/#/app/reembolsos/520021');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Historial de reembolsos');
  await awayFor(page, HOUR_MS);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Tu sesión ha expirado.').first()).toBeVisible();

  const second = await context.newPage();
  await signIn(second, OTHER);
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  await enter(page, OTHER);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela', { timeout: 45_000 });
  expect(page.url()).not.toContain('520021');

  // The earlier customer's address, as it may stand in the window's history.
  await page.goto('/#/app/reembolsos/520021');
  await expect(page).toHaveURL(/#\/app$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  expect(await page.evaluate(() => document.body.innerText)).not.toContain('Ha ocurrido un error');
});
