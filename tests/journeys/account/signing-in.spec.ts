import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../harness/test.ts';
import { pressSignOut } from '../harness/trip.ts';

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill('Amparo2026');
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/** Sends the sign-in and waits until the server's answer is held back. */
async function sendAndHold(page: Page, held: () => boolean): Promise<void> {
  await fillIn(page, 'costarica@demo.test');
  await expect.poll(held).toBe(true);
}

/** Whether the app tells the boot script of an open session. No database exists before the first answer. */
const saysOpen = (page: Page) => page.evaluate(() => (localStorage.getItem('amparo') ?? '').includes('"open":true'));

/** How the request ended for the page: 'called off' or 'answered'. */
const endOf = (page: Page, path: string) =>
  Promise.race([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith(path)).then(() => 'called off'),
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(path)).then(() => 'answered'),
  ]);

for (const path of ['/api/usuarios/login', '/api/auth/salesforce/getAccessToken']) {
  test(`a sign-in answered after the customer went back opens nothing (${path})`, async ({ page, line }) => {
    let held = false;
    line.fault = (_, called) => {
      if (called !== path) return null;
      held = true;
      return { delayMs: 1500 };
    };
    await page.goto('/#/registro/residencia');
    await page.goto('/#/');
    const ended = endOf(page, path);
    await sendAndHold(page, () => held);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await ended).toBe('called off');
    await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
    expect(await saysOpen(page)).toBe(false);
    // A second sign-in works.
    line.fault = () => null;
    await page.getByRole('button', { name: 'Ingresa', exact: true }).click();
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  });
}

test('a sign-in answered after the customer went to register opens no session and no other screen', async ({
  page,
  line,
}) => {
  const path = '/api/usuarios/login';
  let held = false;
  line.fault = (_, called) => {
    held ||= called === path;
    return called === path ? { delayMs: 1500 } : null;
  };
  await page.goto('/');
  const ended = endOf(page, path);
  await sendAndHold(page, () => held);
  await page.goto('/#/registro/residencia');
  expect(await ended).toBe('called off');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('residencia fiscal');
  expect(new URL(page.url()).hash).toBe('#/registro/residencia');
  expect(await saysOpen(page)).toBe(false);
});

test('[F15][D25] when two customers sign in in two tabs, the later one stays and sees nothing of the first', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await page.getByLabel('Cuéntanos un poco más').fill('Solo de María Fernanda');
  await fillIn(other, 'ecuador@demo.test');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Gabriela');
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('');

  // The half-written form returns with its customer. Firefox sends keys only to the tab in front.
  await page.bringToFront();
  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible();
  await fillIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Solo de María Fernanda');
});

test('[F15][D25] when two customers sign in at once in two tabs, both tabs end with the same customer', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await page.goto('/');
  await other.goto('/');
  await Promise.all([fillIn(page, 'costarica@demo.test'), fillIn(other, 'ecuador@demo.test')]);
  const name = (tab: Page) => tab.getByRole('heading', { level: 1 }).textContent();
  await expect
    .poll(async () => [await name(page), await name(other)].join(' and '))
    .toMatch(/^(María Fernanda and María Fernanda|Gabriela and Gabriela)$/);
});

test('an address set while home still loads after the sign-in opens its screen', async ({ page, line }) => {
  let requested = false;
  line.fault = (_, path) => {
    if (!/\/home-[^/]+\.js/.test(path)) return null;
    requested = true;
    return { delayMs: 1500 };
  };
  await signIn(page, 'costarica@demo.test');
  await expect.poll(() => requested).toBe(true);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
});
