import type { Page } from '@playwright/test';
import { accessible, fits } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { complaints, show } from './look.ts';

const PAYMENTS = '#/app/pagos/560001';
const sizes = [
  [1280, 800],
  [390, 844],
] as const;

const opener = (page: Page) => page.getByRole('combobox', { name: 'Póliza', exact: true });
const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar: Póliza' });
const policyAt = (page: Page) => page.evaluate(() => location.hash.split('/').at(-1));

test('[H2.20][H2.32] by keyboard the policy of Pagos is changed for one of forty, offline too, and Back leads to the one before', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const complained = complaints(context);
  await signIn(page, 'grande@demo.test');
  await show(page, PAYMENTS);
  await readyOffline(page);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await show(page, PAYMENTS);
    await expect(opener(page)).toContainText('CR-SAL-0070001');
    if (width > 1000) await headAt(page);
    await opener(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toContainText(/último pago/);
    await accessible(page, `the policies at ${width}`);
    await fits(page, `the policies at ${width}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(opener(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('option')).toHaveCount(40);
    // On a phone the list has the focus, and the first letter opens its search.
    await page.keyboard.type('proteccion');
    await expect(search(page)).toBeFocused();
    await expect(page.getByText('13 de 40')).toBeVisible();
    await expect(page.locator('mark').first()).toHaveText('Protección');
    await accessible(page, `what was found at ${width}`);
    await search(page).fill('FLEXIBLE 0371');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => policyAt(page)).toBe('560011');
    await expect(opener(page)).toContainText('CR-VID-0070371');
    await expect(opener(page)).toBeFocused();
    await page.goBack();
    await expect.poll(() => policyAt(page)).toBe('560001');
    await expect(opener(page)).toContainText('CR-SAL-0070001');
    await context.setOffline(true);
  }
  await context.setOffline(false);
  expect(complained).toEqual([]);
});

/** The one head of a desk: the title, a line of 44, and the content. */
async function headAt(page: Page): Promise<void> {
  const top = async (one: ReturnType<Page['locator']>) => Math.round((await one.boundingBox())?.y ?? 0);
  expect(Math.abs((await top(page.getByRole('heading', { level: 1 }))) - 32)).toBeLessThan(3);
  expect(await top(opener(page))).toBe(74);
  expect((await opener(page).boundingBox())?.height).toBe(44);
}
