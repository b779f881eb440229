import { fits, SHOTS, wordsWhole } from '../harness/looks.ts';
import { ringsShow } from '../harness/rings.ts';
import { expect, signIn, test } from '../harness/test.ts';

const screens = [
  ['home', '#/app'],
  ['payments', '#/app/pagos/520021'],
  ['documents', '#/app/documentos/520021'],
  ['refunds', '#/app/reembolsos/520021'],
  ['a new refund', '#/app/reembolsos/a%C3%B1adir/520021'],
  ['the health card', '#/app/carnet/520021'],
  ['settings', '#/app/configuraciones'],
  ['personal information', '#/app/configuraciones/informacionPersonal'],
  ['password', '#/app/configuraciones/password'],
  ['a new ticket', '#/app/configuraciones/ayuda/crear'],
] as const;

test.use({ hasTouch: false });

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`[H2.19] the outline of what has the focus shows on every screen, ${width} wide, by day and by night (3:1)`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    await ringsShow(page, 'the start page');
    await signIn(page, 'costarica@demo.test');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [name, hash] of screens) {
        await open(page, hash);
        await ringsShow(page, `${name}, ${colorScheme}`);
        await shot(page, `${name}-${width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    for (const [name, hash] of screens) {
      await open(page, hash);
      await shot(page, `forced-${name}-${width}`);
    }
  });
}

test('low, turned to its side, at twice the text size: nothing is cut off and no foot stays in the way', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 844, height: 390 });
  await signIn(page, 'costarica@demo.test');
  for (const [name, hash] of screens) {
    await open(page, hash);
    await fits(page, `${name} on its side`);
    await shot(page, `side-${name}`);
  }
  await page.setViewportSize({ width: 390, height: 440 });
  for (const [name, hash] of screens) {
    await open(page, hash);
    const stays = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter(
          (one) => getComputedStyle(one).position === 'sticky' && one.getBoundingClientRect().bottom >= innerHeight - 1,
        ).length,
    );
    expect(stays, `feet that stay on ${name}`).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, hash] of screens) {
    await open(page, hash);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await fits(page, `${name} at 200 %`);
    await wordsWhole(page, `${name} at 200 %`);
    await shot(page, `twice-${name}`);
  }
});

async function open(page: import('@playwright/test').Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(page.getByRole('main').getByText(/^Cargando/)).toHaveCount(0);
  await expect(page.locator('h1')).toBeAttached();
  await page.waitForTimeout(400);
}

async function shot(page: import('@playwright/test').Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name.replaceAll(' ', '-')}.png` });
}
