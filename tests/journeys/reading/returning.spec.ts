import { accessible, looks, SHOTS } from '../harness/looks.ts';
import { expect, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

const scrolled = (page: import('@playwright/test').Page) => page.evaluate(() => Math.round(scrollY));

test('[H2.38][H2.39] a list returns to its scroll position and filters', async ({ page }) => {
  test.setTimeout(240_000);
  await signInHome(page, 'grande@demo.test');
  await page.getByRole('main').getByRole('link', { name: 'Reembolsos' }).first().click();
  const list = page.getByRole('list', { name: 'Reembolsos' });
  await expect(page.getByText('500 reembolsos')).toBeVisible();
  // Only a few of the five hundred refunds are drawn.
  expect(await list.getByRole('listitem').count()).toBeLessThan(40);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await looks(page, 'historial-filtros');
  await page.getByRole('button', { name: 'Aprobado', exact: true }).click();
  await expect(page.getByText(/^1\d\d reembolsos$/)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 2500));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(2000);
  const cards = list.getByRole('button');
  // While the list is still being drawn, the one in the middle may stand outside of the window.
  const card = cards.nth(Math.floor((await cards.count()) / 2));
  await card.scrollIntoViewIfNeeded();
  const scrolledTo = await scrolled(page);
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page.getByText(/^1\d\d reembolsos$/)).toBeVisible();
  await expect.poll(async () => Math.abs((await scrolled(page)) - scrolledTo)).toBeLessThan(300);
  await expect(page.getByRole('button', { name: 'Aprobado', exact: true })).toHaveAttribute('aria-pressed', 'true');

  // The documents behave the same, with the tickets in between.
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Documentos' }).first().click();
  await expect(page.getByText(/documentos$/).first()).toBeVisible();
  await page.evaluate(() => scrollTo(0, 3000));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(2900);
  await page.evaluate(() => {
    location.hash = '#/app/configuraciones/ayuda';
  });
  await expect(page.getByText('300 consultas')).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(2800);
});

test('[H2.47] a desk shows the open refund, ticket or document beside its list', async ({ page }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInHome(page);
  const rail = page.getByRole('navigation', { name: 'Secciones' });
  for (const [section, list, detail] of [
    ['Reembolsos', 'Reembolsos', 'Detalle del reembolso'],
    ['Ayuda', 'Consultas', 'Consulta'],
    ['Documentos', 'Documentos', 'Documento'],
  ] as const) {
    await rail.getByRole('link', { name: section }).click();
    const second = page.getByRole('list', { name: list, exact: true }).getByRole('button').nth(1);
    await second.focus();
    await page.keyboard.press('Enter');
    await expect(second).toHaveAttribute('aria-current', 'true');
    const beside = page.getByRole('region', { name: detail, exact: true });
    await expect(beside).toBeVisible();
    // Its heading, or the pane itself while what is in it loads.
    const isInside = () => beside.evaluate((pane) => pane.contains(document.activeElement));
    await expect.poll(isInside, { message: 'Enter leads into what is open' }).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/al-lado-${section}-${colorScheme}.png` });
      await accessible(page, `${section} beside ${colorScheme}`);
    }
  }
});
