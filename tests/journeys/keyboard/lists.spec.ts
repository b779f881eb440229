import type { Page } from '@playwright/test';
import { demoYear } from '../harness/demo-year.ts';
import { watchFocus } from '../harness/focus.ts';
import { expect, signIn, test } from '../harness/test.ts';

const focused = (page: Page) => page.locator(':focus');

/** Presses Tab until it stops there. @returns how many presses that took */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'searchbox' = 'button'): Promise<number> {
  const wanted = page.getByRole(role, { name });
  for (let presses = 1; presses <= 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((some) => some.includes(document.activeElement as HTMLElement))) return presses;
  }
  throw new Error(`20 presses of Tab do not lead to ${name}`);
}

/** Whether the focused element is in the window, and nothing sticks over it. */
const isInSight = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(there);
  });

test('[H2.59][H2.60] 2,000 documents by keyboard: search, filter, open, read and come back', async ({ page }) => {
  test.setTimeout(180_000);
  const focus = await watchFocus(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'grande@demo.test');
  // The last whole year: this one has few documents as it begins.
  await page.goto(`/#/app/documentos/560001?ano=${Number(demoYear(0)) - 1}`);
  const tally = page.getByText(/^\d+ en \d{4}$/);
  await expect(tally).toBeVisible({ timeout: 60_000 });
  const count = Number.parseInt((await tally.textContent()) ?? '', 10);
  expect(count).toBeGreaterThan(60);
  const list = page.getByRole('list', { name: 'Documentos' });
  await page.getByRole('heading', { level: 1 }).focus();

  // To the filter and past the whole list: what stands beside it comes next.
  expect(await tabTo(page, 'Busca por tipo, mes o día', 'searchbox')).toBeLessThanOrEqual(3);
  // The years are one stop.
  expect(await tabTo(page, 'Todos')).toBe(2);
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText(/Estado de cuenta|Recibo|Póliza|Certificado|Carta|Condiciones|Factura/);
  expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Shift+Tab');

  // Arrows, End and Home scroll entries into being.
  await page.keyboard.press('End');
  await expect(list.locator(`[aria-posinset="${count}"] :focus`)).toBeVisible();
  await expect.poll(() => isInSight(page)).toBe(true);
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowUp');
  await expect(list.locator(`[aria-posinset="${count - 30}"] :focus`)).toBeVisible();
  await expect.poll(() => isInSight(page)).toBe(true);
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(list.locator('[aria-posinset="1"] :focus')).toBeVisible();

  // Escape leads back to an entry that is no longer drawn.
  const beside = page.getByRole('region', { name: 'Documento' });
  await page.keyboard.press('Enter');
  await expect(beside.getByRole('heading', { level: 2 })).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(list.locator('[aria-posinset="1"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(list.locator('[aria-posinset="1"] :focus')).toBeVisible();
  await expect.poll(() => isInSight(page)).toBe(true);

  // Search, filter, open, read, and back to the entry.
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('2024');
  await expect(page.getByText(/^1\d\d documentos$/)).toBeVisible();
  await tabTo(page, 'Todos');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Todos' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Todos' })).toHaveCount(0);
  await page.keyboard.press('Tab');
  for (let press = 0; press < 15; press += 1) await page.keyboard.press('ArrowDown');
  const entry = await focused(page).textContent();
  await expect(list.locator('[aria-posinset="16"] :focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(beside.getByRole('heading', { level: 2 })).toBeFocused();
  expect(entry).toContain(await beside.getByRole('heading', { level: 2 }).textContent());
  await page.keyboard.press('Tab');
  await expect(beside.getByRole('button', { name: 'Descargar PDF' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list.locator('[aria-posinset="16"] :focus')).toBeVisible();
  expect(await isInSight(page)).toBe(true);
  await focus.kept('the documents');
});

test('[H2.32][H2.34] 10,000 payments by keyboard: a search, a year, a payment opened and closed', async ({ page }) => {
  test.setTimeout(180_000);
  const focus = await watchFocus(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'grande@demo.test');
  await page.goto('/#/app/pagos/560001');
  const years = page.getByRole('navigation', { name: 'Años' }).getByRole('button');
  // Twelve years of days lie in 12 or 13 of the calendar.
  await expect.poll(() => years.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(12);
  const table = page.getByRole('table', { name: 'Pagos' });
  await page.getByRole('heading', { level: 1 }).focus();
  // Past the back button, 'Actualizar', the year's summary, the years and the failed ones.
  expect(await tabTo(page, 'Referencia, importe o mes', 'searchbox')).toBeLessThanOrEqual(10);

  // The list is one stop.
  await page.getByRole('button', { name: 'Exportar' }).focus();
  const inside = () => table.evaluate((element) => element.contains(document.activeElement));
  let stops = 0;
  for (await page.keyboard.press('Tab'); await inside(); await page.keyboard.press('Tab')) stops += 1;
  expect(stops).toBe(1);

  const chosen = page.getByRole('navigation', { name: 'Años' }).getByRole('button', { name: '2022' });
  await chosen.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: '2022' })).toBeAttached();
  await expect(chosen).toBeFocused();
  // Past the earlier years.
  expect(await tabTo(page, /^Detalles del pago/)).toBeLessThanOrEqual(12);
  await expect(focused(page)).toHaveAttribute('aria-label', /^Detalles del pago/);
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Comisión')).toBeVisible();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowDown');
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowUp');
  await expect.poll(() => isInSight(page)).toBe(true);
  await page.keyboard.press('End');
  await expect(focused(page)).toHaveAttribute('aria-label', /ORD-560001-/);
  await expect.poll(() => isInSight(page)).toBe(true);
  await page.keyboard.press('Home');
  await expect.poll(() => isInSight(page)).toBe(true);

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('560001-04242');
  await expect(page.getByText('1 pago de tu búsqueda')).toBeVisible();
  expect(await tabTo(page, /04242/)).toBeLessThanOrEqual(4);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Comisión')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Comisión')).toHaveCount(0);
  await focus.kept('the payments');
});
