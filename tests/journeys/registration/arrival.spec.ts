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
      if (width > 960) await expect(answer).toBeVisible();
      else await expect(answer).toBeHidden();
      await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
      await shot('chosen');
      await accessible(page, 'residence chosen');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });
}
