import type { Page } from '@playwright/test';
import { expect, test } from '../journeys/harness/test.ts';
import { begin, fill, fillAll, goOn, stepOf, touch, walkOf, walkTo } from '../journeys/registration/walk.ts';
import { shoot } from './shoot.ts';

const submit = (page: Page) => page.getByRole('button', { name: 'Ingresar' });

/** Opens the sign-in form, which closes when a desk's window becomes narrow again. */
async function open(page: Page): Promise<void> {
  const way = page.getByRole('button', { name: 'Ingresa', exact: true });
  if (await way.isVisible()) await way.click();
  await expect(page.getByLabel('Correo electrónico')).toBeVisible();
}

test('entrada', async ({ page, context, line }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  await shoot(page, 'entrada', 'lleno');
  await context.setOffline(true);
  await shoot(page, 'entrada', 'sin-conexion');
  await context.setOffline(false);
  await open(page);
  await shoot(page, 'entrada-ingreso', 'vacio');
  await open(page);
  await page.getByLabel('Correo electrónico').fill('costarica@demo.test');
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
  await submit(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /no son correctos/ })).toBeVisible();
  await shoot(page, 'entrada-ingreso', 'no-correcto');
  await open(page);
  line.fault = (_, path) => (path.startsWith('/api/') ? { status: 500, body: '{"code":"unavailable"}' } : null);
  await submit(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /atender|conexión/ })).toBeVisible();
  await shoot(page, 'entrada-ingreso', 'fallo');
  await open(page);
  line.fault = () => null;
  await context.setOffline(true);
  await shoot(page, 'entrada-ingreso', 'sin-conexion');
  await context.setOffline(false);
  await open(page);
  await page.getByText('¿Olvidaste tu contraseña?').first().click();
  await expect(page.getByRole('dialog').last()).toBeVisible();
  await shoot(page, 'entrada-olvido', 'vacio');
});

test('residencia', async ({ page, context }) => {
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'residencia', 'sin-elegir');
  for (const name of ['Costa Rica', 'Internacional']) {
    await page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
      .click();
    await shoot(page, 'residencia', name.toLowerCase().replace(' ', '-'));
  }
  await context.setOffline(true);
  await shoot(page, 'residencia', 'sin-conexion');
});

test('registro', async ({ page }) => {
  test.setTimeout(400_000);
  const nif = '303450678';
  const walk = await walkOf(page, touch, 'Costa Rica', {
    nif,
    email: `${nif}@correo.test`,
    emailConfirmacion: `${nif}@correo.test`,
  });
  await begin(walk);
  await shoot(page, 'registro', 'primer-paso-vacio');
  walk.onStep = (step) => shoot(page, 'registro', step.id);
  await fillAll(walk);
  await goOn(walk);
  await expect(page).toHaveURL(/creada|#\/app/, { timeout: 45_000 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'creada', 'lleno');
});

test('registro: lista', async ({ page }) => {
  const walk = await walkOf(page, touch, 'Costa Rica', { email: 'd@correo.test', emailConfirmacion: 'd@correo.test' });
  await begin(walk);
  await walkTo(walk, 'nacionalidad');
  await page.locator('[data-field="paisNacimiento"]').getByRole('combobox').tap();
  await expect(page.getByRole('listbox')).toBeVisible();
  await shoot(page, 'registro-lista', 'abierta');
});

test('registro: fotos', async ({ page, context }) => {
  const walk = await walkOf(page, touch, 'Costa Rica', { email: 'd@correo.test', emailConfirmacion: 'd@correo.test' });
  await begin(walk);
  await walkTo(walk, 'documentacion');
  const step = stepOf(walk, 'documentacion');
  await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
  await shoot(page, 'registro-fotos', 'vacio');
  await context.setOffline(true);
  await shoot(page, 'registro-fotos', 'sin-conexion');
  await context.setOffline(false);
  await page
    .getByRole('button', { name: /^Añadir: / })
    .first()
    .tap();
  await shoot(page, 'registro-fotos', 'cajon');
});

test('fotos desde el teléfono', async ({ page }) => {
  await page.goto(`/#/registro/fotos/frontal-reverso/${'a'.repeat(43)}.${'b'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'relevo', 'vacio');
});
