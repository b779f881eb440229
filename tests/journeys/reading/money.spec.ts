import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { looks, phone } from '../harness/looks.ts';
import { search } from '../harness/search.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { complaints, show } from './look.ts';

const desk = { width: 1280, height: 800 };

/** The lower edge of the sticky row of years, in pixels: rows scrolled into view end just below it. */
const belowTabs = async (page: Page) => {
  const tabs = await page.getByRole('navigation', { name: 'Años' }).boundingBox();
  return (tabs?.y ?? 0) + (tabs?.height ?? 0);
};

test('[D86][H2.32][H2.33][D50] payments show a year at a glance, a table on a desk, and any month or year within one press', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const complained = complaints(context);
  await page.setViewportSize(phone);
  await signIn(page, 'costarica@demo.test');
  await show(page, '#/app/pagos/520022');
  await expect(page.getByText(/^Pagado en \d{4}$/)).toBeVisible();
  await looks(page, 'payments');

  await page.setViewportSize(desk);
  await expect(page.getByRole('table', { name: 'Pagos' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  // The first month that was paid stands furthest below.
  const bar = page.getByRole('button', { name: /^[a-z]+ de \d{4}: / }).first();
  const [, month = '', year = ''] = /^([a-z]+) de (\d{4})/.exec((await bar.getAttribute('aria-label')) ?? '') ?? [];
  await bar.click();
  const first = page.getByRole('row', { name: new RegExp(`${month.slice(0, 3)} ${year}`) }).first();
  await expect(first.getByRole('button')).toBeFocused();
  // It ends below the years, or the page ends before.
  await expect.poll(async () => ((await first.boundingBox())?.y ?? 0) - (await belowTabs(page))).toBeGreaterThan(-4);
  await expect(first).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Titular de la tarjeta')).toBeVisible();
  const before = page.getByRole('button', { name: `${Number(year) - 1}`, exact: true });
  await before.click();
  await expect(before).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(`Pagado en ${Number(year) - 1}`)).toBeInViewport();
  await page.reload();
  await expect(page.getByText(`Pagado en ${Number(year) - 1}`)).toBeVisible();
  await search(page, `${month} ${year}`);
  await expect(page.getByText(/^\d pagos? de tu búsqueda$/)).toBeVisible();
  await looks(page, 'payments-found');
  expect(complained).toEqual([]);
});

test('[H9.4][S2] payments are exported as a table or on paper, offline too, and only on a press', async ({
  page,
  context,
}) => {
  await signIn(page, 'costarica@demo.test');
  await show(page, '#/app/pagos/520022');
  await readyOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await looks(page, 'payments-export');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Tabla de todos los años/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('pagos-CR-VID-0031450-todos.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^\uFEFFFecha;Póliza;/);
  expect(text.trim().split('\r\n')).toHaveLength(23);
  expect(text).toContain(';CRC;34500,00;0,00;34500,00;');

  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('link', { name: /^Resumen anual de \d{4}/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Resumen anual \d{4}$/ })).toBeFocused();
  await looks(page, 'payments-statement');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: /Imprimir/ })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeHidden();
  await expect(page.getByRole('row', { name: /^Enero/ })).toBeVisible();
});
