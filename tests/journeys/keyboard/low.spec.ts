import type { Page } from '@playwright/test';
import { oneByOne } from '../harness/line.ts';
import { fits, uncovered } from '../harness/looks.ts';
import { choose } from '../harness/refund.ts';
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

test('landscape screens cut nothing off, and the foot is fixed only in windows at least 400 px high', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('button', { name: 'Iniciar' })).toBeVisible();
  expect(await feetThatStay(page), 'residence, high').not.toEqual([]);
  await page.setViewportSize({ width: 390, height: 399 });
  expect(await feetThatStay(page), 'residence, low').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const address = 'baja@correo.test';
  await begin(await walkOf(page, touch, 'Costa Rica', { email: address, emailConfirmacion: address }));
  await page.setViewportSize({ width: 390, height: 399 });
  expect(await feetThatStay(page), 'a step of the registration, low').toEqual([]);

  await signIn(page, 'costarica@demo.test');
  let stay = 0;
  for (const [name, hash] of screens) {
    await page.setViewportSize({ width: 390, height: 399 });
    await open(page, hash);
    expect(await feetThatStay(page), `${name}, low`).toEqual([]);
    await page.setViewportSize({ width: 390, height: 400 });
    stay += (await feetThatStay(page)).length;
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForTimeout(300);
    await fits(page, `${name} on its side`);
    await shot(page, `side-${name}`);
  }
  expect(stay, 'feet that stay from 400 px on').toBeGreaterThan(0);
});

/** Room that a phone's keyboard leaves of 390 by 844 pixels. */
const aboveKeyboard = { width: 390, height: 430 };

/** Where the button ends below the window's upper edge; all of it must be seen, and nothing may cover it. */
async function endOf(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeInViewport({ ratio: 1 });
  await uncovered(button);
  const box = await button.boundingBox();
  return Math.round((box?.y ?? 0) + (box?.height ?? 0));
}

test("[V4.3][H2.46][H2.79] the button of each form is seen above a phone's keyboard, at one place", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize(aboveKeyboard);
  await page.goto('/#/registro/residencia');
  await page.getByRole('radio', { name: 'Costa Rica' }).check({ force: true });
  await endOf(page, 'Iniciar');
  await page.setViewportSize({ width: 390, height: 844 });
  const address = 'teclado@correo.test';
  const walk = await walkOf(page, touch, 'Costa Rica', { email: address, emailConfirmacion: address });
  const ends = new Map<string, number>();
  await begin(walk);
  await page.setViewportSize(aboveKeyboard);
  ends.set('credentials', await endOf(page, 'Continuar'));
  await shot(page, 'above-keyboard-credentials');

  await signIn(page, 'costarica@demo.test');
  await open(page, '#/app/reembolsos/a%C3%B1adir/520021');
  await page.getByText('Ambulatorio', { exact: true }).click();
  ends.set('the type of a refund', await endOf(page, 'Continuar'));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(/^Paso 1/)).toBeVisible();
  await endOf(page, 'Continuar');
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill('Gripe');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(/^Paso 2/)).toBeVisible();
  ends.set('the dates of a refund', await endOf(page, 'Continuar'));
  await shot(page, 'above-keyboard-dates');
  await open(page, '#/app/configuraciones/ayuda/crear');
  ends.set('a ticket', await endOf(page, 'Enviar mi solicitud'));
  await page.getByLabel('Cuéntanos un poco más').focus();
  // Here the form may end, and what is missing stands below the button.
  await endOf(page, 'Enviar mi solicitud');
  await shot(page, 'above-keyboard-ticket');
  await open(page, '#/app/configuraciones/password');
  await endOf(page, 'Cambiar contraseña');
  await open(page, '#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: 'Editar domicilio' }).click();
  await endOf(page, 'Guardar');
  expect([...new Set(ends.values())], JSON.stringify([...ends])).toHaveLength(1);
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
