import type { Page } from '@playwright/test';
import { approve, firstOnHome } from '../harness/desk.ts';
import { phone } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';

const bell = (page: Page) => page.getByRole('link', { name: /^Novedades/ }).first();
const lines = (page: Page) => page.getByRole('link', { name: /^Aprobamos tu reembolso/ });

test('[D71] a second device that was away has what the insurer decided in its Novedades, once, and once read it stays read', async ({
  page: first,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await first.setViewportSize(phone);
  await signIn(first, EMAIL);
  const caseNumber = await firstOnHome(first);

  const away = await browser.newContext({ baseURL: server.url, viewport: phone, locale: 'es-CR' });
  const start = async () => {
    const page = await away.newPage();
    await page.goto('/#/app');
    return page;
  };
  const before = await away.newPage();
  await signIn(before, EMAIL);
  await expect(before.getByText(/Todo en tu teléfono/)).toBeVisible({ timeout: 60_000 });
  await expect(before.getByRole('link', { name: 'Novedades', exact: true }).first()).toBeVisible();
  await before.close();

  await approve(server.url, EMAIL, caseNumber);
  const second = await start();
  await expect(bell(second)).toHaveAccessibleName('Novedades, 1 sin leer', { timeout: 30_000 });
  await second.reload();
  await expect(bell(second)).toHaveAccessibleName('Novedades, 1 sin leer');
  await bell(second).click();
  await expect(second.getByText('1 sin leer')).toBeVisible();
  await expect(lines(second)).toHaveCount(1);
  await second.getByRole('button', { name: 'Marcar como leídas' }).click();
  await expect(second.getByText('Todo leído')).toBeVisible();

  // The start asks for the refunds anew, and knows this change already.
  await second.close();
  const third = await start();
  await expect(third.getByText(/^Actualizado hace un momento/).first()).toBeVisible();
  await expect(bell(third)).toHaveAccessibleName('Novedades');
  await bell(third).click();
  await expect(third.getByText('Todo leído')).toBeVisible();
  await expect(lines(third)).toHaveCount(1);
  await away.close();
});
