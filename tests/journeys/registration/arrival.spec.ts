import { accessible } from '../harness/looks.ts';
import { expect, test } from '../harness/test.ts';

const SHOTS = process.env.AMPARO_SHOTS;

for (const [width, height, colorScheme] of [
  [390, 844, 'light'],
  [320, 640, 'dark'],
  [1280, 800, 'light'],
  [1280, 800, 'dark'],
] as const) {
  test.describe(`${width} ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('[V2.12] the choice of residence shows the land, its papers and the number of steps', async ({ page }) => {
      const shot = async (name: string) => {
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/residence-${width}-${colorScheme}-${name}.png` });
      };
      await page.goto('/#/registro/residencia');
      await expect(page.getByRole('button', { name: 'Iniciar' })).toBeVisible();
      await shot('before');
      await accessible(page, 'residence');
      const card = page.getByRole('radio', { name: 'Costa Rica', exact: true });
      await page.locator('label').filter({ has: card }).click();
      const answer = page.getByText(
        'Ten a mano tu Cédula de Identidad, tu Pasaporte o tu DIMEX. Son 11 pasos; puedes dejarlo y volver.',
      );
      if (width >= 900) await expect(answer).toBeVisible();
      else await expect(answer).toBeHidden();
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
      await shot('chosen');
      await accessible(page, 'residence chosen');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}

test('[V2.12][D29] a link to the registration asks at once for its screen, and brings the worker after it', async ({
  page,
  line,
}) => {
  const screen = /^\/assets\/residence-[^/]+\.js$/;
  const asked = (path: RegExp) => line.seen.some((one) => path.test(one.replace('GET ', '')));
  line.fault = (_, path) =>
    /^\/assets\/index-/.test(path) ? { delayMs: 3000 } : screen.test(path) ? { delayMs: 8000 } : null;
  await page.goto('/#/registro/residencia', { waitUntil: 'commit' });
  // The app's script has not come yet. The page itself knows what follows it.
  await expect.poll(() => asked(screen)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.dataset.screen)).toBe('inside');
  const frame = page.locator('#frame svg');
  await expect(frame).toBeVisible();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBe(2);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.screen)).toBeUndefined();
  await page.waitForTimeout(1500);
  expect(asked(/^\/sw\.js/)).toBe(false);
  await expect(page.getByRole('radio', { name: 'Costa Rica', exact: true })).toBeAttached();
  await expect(frame).toBeHidden();
  await expect.poll(() => asked(/^\/sw\.js/)).toBe(true);
});
