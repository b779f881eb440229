import type { Page } from '@playwright/test';
import { looks, phone } from '../harness/looks.ts';
import { none, shifts, watchShifts } from '../harness/shifts.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { EMAIL, pressSignOut, signInHome } from '../harness/trip.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Lo que Amparo hace por ti' });
const button = (page: Page, name: string) => cards(page).getByRole('button', { name });
/** How far the strip was moved, in pixels. */
const moved = (page: Page) =>
  cards(page)
    .getByRole('list')
    .evaluate((list) => Math.round(list.scrollLeft));

/** Signs in and starts once more: where home was not known in time, nothing comes in the first visit. */
async function firstStart(page: Page): Promise<void> {
  await signInHome(page);
  await expect(page.getByRole('region', { name: 'Lo que sigue' })).toContainText(/Próxima factura.*vence el/s);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect(cards(page)).toBeAttached({ timeout: 30_000 });
}

/** Home stands, and whatever is to come has come. */
async function neverCome(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Lo que sigue' })).toContainText('Próxima factura');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(800);
  await expect(cards(page)).toHaveCount(0);
}

test('[F50] on a phone the first three cards come below all of home, move nothing, are swiped, and never return', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(phone);
  await watchShifts(page);
  await firstStart(page);
  await page.waitForTimeout(800);
  none(await shifts(page), 'when they come');
  await expect(cards(page).locator(':focus')).toHaveCount(0);
  const place = await cards(page).boundingBox();
  const others = await page
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.closest('section')?.querySelector('#first-steps'))
        .map((one) => one.getBoundingClientRect().bottom),
    );
  expect(Math.max(...others)).toBeLessThanOrEqual(place?.y ?? 0);
  await looks(page, 'primeros-pasos');

  // By hand.
  await cards(page).scrollIntoViewIfNeeded();
  await cards(page).getByRole('list').hover();
  await page.mouse.wheel(300, 0);
  await expect.poll(() => moved(page)).toBeGreaterThan(200);
  // Which card is in front is known once the strip stands still.
  await expect(cards(page).locator('i').nth(1)).toHaveCSS('width', '22px');
  await button(page, 'Siguiente').click();
  await expect(button(page, 'Entendido')).toBeVisible();
  await expect(button(page, 'Saltar')).toHaveCount(0);

  // Another tab is answered at the same time.
  await readyOffline(page);
  const other = await context.newPage();
  await other.setViewportSize(phone);
  await other.goto('/#/app');
  await expect(cards(other)).toBeAttached();
  await button(page, 'Entendido').click();
  await button(other, 'Saltar').click();
  await expect(cards(page)).toHaveCount(0);
  await expect(cards(other)).toHaveCount(0);
  await other.close();

  await page.reload();
  await neverCome(page);
  await context.setOffline(true);
  await page.reload();
  await neverCome(page);
  await context.setOffline(false);
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page).not.toHaveURL(/#\/app/);
  await signIn(page, EMAIL);
  await neverCome(page);
});

test('[F50] on a desk they stand side by side below both columns, and by keyboard the answer gives the focus to the title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await watchShifts(page);
  await firstStart(page);
  await page.waitForTimeout(800);
  none(await shifts(page), 'when they come');
  const tops = await cards(page)
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops.map(Math.round)).size).toBe(1);
  await expect(cards(page).getByRole('button')).toHaveText(['Entendido']);
  await button(page, 'Entendido').press('Enter');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await neverCome(page);
});

test('[F50] on a phone the arrow keys and the button move them, and all of it is reached by Tab', async ({ page }) => {
  await page.setViewportSize(phone);
  await firstStart(page);
  const strip = cards(page).getByRole('list');
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => moved(page)).toBeGreaterThan(200);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => moved(page)).toBe(0);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Siguiente')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  // The same button, whose word is another.
  await expect(button(page, 'Entendido')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
