import { accessible } from '../harness/looks.ts';
import { sharedNames } from '../harness/reach.ts';
import { everyScreen, open, shot } from '../harness/screens.ts';
import { walkStops } from '../harness/stop-walk.ts';
import { expect, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

// Core journeys have the lowest window, 360 by 568.
const sizes = [...[640, 700, 760].map((height) => ({ width: 360, height })), { width: 1440, height: 900 }];

for (const size of sizes) {
  test(`nothing that sticks hides a stop of Tab at ${size.width} by ${size.height}`, async ({ page }) => {
    test.setTimeout(600_000);
    await walkStops(page, size);
  });
}

test('no two controls of a screen have one name', async ({ page }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, hash] of everyScreen) {
      await open(page, hash);
      expect.soft(await sharedNames(page), `${name} at ${width}`).toEqual([]);
    }
    await open(page, '#/app/reembolsos/a%C3%B1adir/520021');
    await page.getByText('Ambulatorio', { exact: true }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByText(/^Paso 1/)).toBeVisible();
    expect.soft(await sharedNames(page), `a step of a refund at ${width}`).toEqual([]);
  }
});

test('on the narrowest phones every control is at least 24 px or stands apart, and axe finds nothing else', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInHome(page);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    for (const [name, hash] of everyScreen) {
      await open(page, hash);
      await accessible(page, `${name} at ${width}`);
    }
  }
});

test('[H2.32] a month is wide enough for a finger, and in forced colours the legend has its marks', async ({
  page,
}) => {
  await signInHome(page);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    await open(page, '#/app/pagos/520021');
    const months = page.getByRole('group', { name: /^Pagos de \d{4} por mes/ }).first();
    await expect(months).toBeVisible();
    const widths = await months.evaluate((all) => [...all.children].map((one) => one.getBoundingClientRect().width));
    expect(widths, `at ${width}`).toHaveLength(12);
    expect(Math.min(...widths), `at ${width}`).toBeGreaterThanOrEqual(24);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  const failed = page.getByRole('button', { name: /^\d fallidos?, aparte$/ });
  await failed.scrollIntoViewIfNeeded();
  await shot(page, 'forced-legend');
  const mark = await failed.evaluate((one) => getComputedStyle(one, '::before').borderTopWidth);
  expect(mark).toBe('4px');
});
