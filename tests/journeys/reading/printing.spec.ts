import { expect, signIn, test } from '../harness/test.ts';

test('[H2.32] all payments are printed, not only the rows on the screen', { tag: '@devtools' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 553 });
  await signIn(page, 'costarica@demo.test');
  await page.goto('/#/app/pagos/520022');
  const rows = page.getByRole('main').getByRole('button', { name: /ORD-520022-/ });
  await expect(rows.first()).toBeVisible();
  const onScreen = await rows.count();
  const all = Number(
    (
      await page
        .getByText(/^\d+ pagos/)
        .first()
        .textContent()
    )?.match(/^\d+/)?.[0],
  );
  expect(onScreen).toBeLessThan(all);
  // Rows are counted after the app has handled the print event, and before the browser lays out the pages.
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      const shown = [...document.querySelectorAll('main button')].filter((one) =>
        one.textContent?.includes('ORD-520022-'),
      );
      document.documentElement.dataset.printed = String(shown.length);
    }),
  );
  await page.pdf({ format: 'A4' });
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(all));
  await expect.poll(() => rows.count()).toBeLessThan(all);
});
