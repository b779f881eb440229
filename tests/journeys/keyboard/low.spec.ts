import type { Page } from '@playwright/test';
import { oneByOne } from '../harness/line.ts';
import { fits, uncovered } from '../harness/looks.ts';
import { open, screens, shot } from '../harness/screens.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';
import { begin, touch, walkOf } from '../registration/walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** The elements fixed to the window's lower edge while the page scrolls. */
const feetThatStay = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(({ clientHeight }) => clientHeight > 0)
      .filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
      .filter((one) => getComputedStyle(one).bottom !== 'auto' && !one.closest('.visually-hidden'))
      .map((one) => `${one.className}: ${one.textContent?.slice(0, 40)}`),
  );

test('landscape screens cut nothing off, and the foot is fixed only in windows at least 480 px high', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('button', { name: 'Iniciar' })).toBeVisible();
  expect(await feetThatStay(page), 'residence, high').not.toEqual([]);
  await page.setViewportSize({ width: 390, height: 479 });
  expect(await feetThatStay(page), 'residence, low').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const address = 'baja@correo.test';
  await begin(await walkOf(page, touch, 'Costa Rica', { email: address, emailConfirmacion: address }));
  await page.setViewportSize({ width: 390, height: 479 });
  expect(await feetThatStay(page), 'a step of the registration, low').toEqual([]);

  await signIn(page, 'costarica@demo.test');
  let stay = 0;
  for (const [name, hash] of screens) {
    await page.setViewportSize({ width: 390, height: 479 });
    await open(page, hash);
    expect(await feetThatStay(page), `${name}, low`).toEqual([]);
    await page.setViewportSize({ width: 390, height: 480 });
    stay += (await feetThatStay(page)).length;
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForTimeout(300);
    await fits(page, `${name} on its side`);
    await shot(page, `side-${name}`);
  }
  expect(stay, 'feet that stay from 480 px on').toBeGreaterThan(0);
});

test('[H8.3] no foot, notice or toast covers Reintentar at 375 by 553 pixels when the health card fails to load', async ({
  page,
  line,
}) => {
  await page.setViewportSize({ width: 375, height: 553 });
  // No card may be on its way when home asks for them.
  line.fault = oneByOne((_, path) => (path.includes('getPolicyCards') ? { status: 500 } : null));
  await signInHome(page);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  const retry = page.getByRole('button', { name: 'Reintentar' });
  for (const hash of ['#/app/carnet/520021', '#/app/reembolsos/a%C3%B1adir/520021']) {
    await page.goto(`/${hash}`);
    if (hash.includes('reembolsos')) {
      await page.getByText('Ambulatorio', { exact: true }).click();
      await page.getByRole('button', { name: 'Continuar' }).click();
    }
    await expect(retry).toBeVisible();
    await shot(page, `low-retry-${hash.includes('carnet') ? 'card' : 'refund'}`);
    // The focus scrolls the button into the window, where nothing may cover it either.
    await retry.focus();
    await uncovered(retry);
    await retry.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await uncovered(retry);
  }
});
