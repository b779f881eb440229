import type { Locator } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { begin, expectAccessible, fill, goOn, stepOf, tapBack, touch, type Walk, walkOf, walkTo } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const heading = (walk: Walk) => walk.page.getByRole('heading', { level: 1 });

/** Expects that a finger on the option's centre hits it, not the search field or the list's edge. */
const expectUncovered = (option: Locator) =>
  expect
    .poll(() =>
      option.evaluate((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    )
    .toBe(true);

test('[V2.6][V2.13] the wizard without a country leads to the choice of residence; Salir leads to the start', async ({
  page,
}) => {
  await page.goto('/#/registro');
  await expect(page).toHaveURL(/#\/registro\/residencia$/);
  await expectAccessible(page, 'residencia');
  await expect(page.getByRole('button', { name: 'Iniciar' })).toBeDisabled();
  await page.getByRole('button', { name: 'Salir' }).tap();
  await expect(page).toHaveURL(/#\/$/);
});

test('[V2.7][V2.12][V2.14][V9.1] a chosen country shows its picture for 3.5 seconds, with a link back to the choice', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('link', { name: 'Regístrate' }).first().tap();
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Guatemala' }) })
    .tap();
  // From here on time passes only by `runFor`.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Iniciar' }).tap();
  await expect(page.getByRole('heading', { name: 'Trabajando en tu registro' })).toBeFocused();
  await expect(page.locator('img[src="/paises/guatemala.svg"]')).toBeVisible();
  await page.clock.runFor(3400);
  await expect(page.getByRole('heading', { name: 'Trabajando en tu registro' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByRole('heading', { name: 'Empecemos' })).toBeFocused();
  await page.clock.resume();
  await page.goto('/#/registro/residencia');
  await expect(page.getByRole('radio', { name: 'Guatemala' })).toBeChecked();
  await page.getByRole('button', { name: 'Iniciar' }).tap();
  await page.getByRole('link', { name: 'Cambiar país de residencia' }).tap();
  await expect(page).toHaveURL(/#\/registro\/residencia$/);
});

test('[V2.14] reduced motion moves nothing and still shows the picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#/registro/residencia');
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Colombia' }) })
    .tap();
  await page.getByRole('button', { name: 'Iniciar' }).tap();
  await expect(page.locator('img[src="/paises/colombia.svg"]')).toBeVisible();
  const moving = await page.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  );
  expect(moving).toBe(0);
  await expectAccessible(page, 'cargando');
});

test('[V2.15][V2.16][V2.17][V2.35] the first step has a cross, Back and Continuar skip the spouse, and each step starts at its top', async ({
  page,
}) => {
  const walk = await walkOf(page, touch, 'Ecuador', {
    estadoCivil: 'Soltero',
    nif: '1710345677',
    email: 'ana@correo.test',
    emailConfirmacion: 'ana@correo.test',
  });
  await begin(walk);
  // The next step may be prepared behind it.
  await expect(page.locator('progress:visible')).toHaveAttribute('value', '5');
  // The line beside the bar says it; the bar itself is for the eyes.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByText('Paso 1 de 12', { exact: true })).toBeVisible();
  await walkTo(walk, 'financiera');
  await expect(heading(walk)).toHaveText('Información financiera');
  await expect(heading(walk)).toBeFocused();
  await expect(page.getByText('Paso 10 y 11 de 12', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Volver' }).tap();
  await expect(heading(walk)).toHaveText('¿Cuál es tu estado civil?');
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: 'Unión de hecho' }) })
    .tap();
  await goOn(walk);
  await expect(heading(walk)).toHaveText('Necesitamos la información de tu cónyuge');
  for (let step = 0; step < 9; step += 1) await tapBack(page);
  await expect(heading(walk)).toHaveText('Empecemos');
  // Every answer is still there.
  await expect(page.getByLabel('Correo electrónico', { exact: true })).toHaveValue('ana@correo.test');
  await page.getByRole('button', { name: 'Cerrar' }).tap();
  await expect(page).toHaveURL(/#\/registro\/residencia$/);
});

test("[V2.28][V7.16] the legal documents open beside the form, from the app's own files", async ({
  page,
  context,
  request,
  line,
}) => {
  await begin(await walkOf(page, touch, 'Costa Rica', {}));
  for (const [name, file] of [
    ['condiciones generales', 'condiciones-generales'],
    ['política de protección de datos', 'proteccion-de-datos'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('rel', /noopener/);
    const [opened] = await Promise.all([context.waitForEvent('page'), link.tap()]);
    const href = await link.getAttribute('href');
    expect(href).toBe(`/documentos/costa-rica/${file}.pdf`);
    const answer = await request.get(`${line.url}${href}`);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    await opened.close();
  }
  await expect(page.getByRole('checkbox', { name: /condiciones/ })).not.toBeChecked();
});

test('[V4.3][V5.10][V5.11][V9.1] no problem is shown while typing, but 700 ms later, and the next key removes it', async ({
  page,
}) => {
  await begin(await walkOf(page, touch, 'Ecuador', {}));
  await page.clock.install();
  // The clock stands still, because on a busy machine the real time between two checks would count too.
  await page.clock.pauseAt(Date.now() + 10_000);
  const email = page.getByLabel('Correo electrónico', { exact: true });
  await email.pressSequentially('ana@');
  await page.clock.runFor(600);
  await expect(page.getByText('Ingresa un correo electrónico válido')).toBeHidden();
  await page.clock.runFor(150);
  await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await page.clock.resume();
  await expectAccessible(page, 'credenciales con error');
  await email.press('End');
  await email.press('c');
  await expect(page.getByText('Ingresa un correo electrónico válido')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
});

test('[V2.32][V5.13] a birth date is typed as digits, and the hyphens are added; one that is pasted may name its month', async ({
  page,
  context,
}) => {
  const walk = await walkOf(page, touch, 'Ecuador', {
    nif: '1710345677',
    email: 'b@correo.test',
    emailConfirmacion: 'b@correo.test',
  });
  await begin(walk);
  await walkTo(walk, 'nacimiento');
  const field = page.getByLabel('Fecha de nacimiento');
  await field.pressSequentially('31x02a1990');
  await expect(field).toHaveValue('31-02-1990');
  await expect(page.getByText('Ingresa una fecha de nacimiento válida')).toBeVisible();
  await expect(page.getByText('No hay 31 de febrero')).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('12 de abril de 1958'));
  await field.fill('');
  await field.press('ControlOrMeta+V');
  await expect(field).toHaveValue('12-04-1958');
  await field.fill('12-04-2015');
  await expect(page.getByText('Tienes que ser mayor de 18 años')).toBeVisible();
});

test('[V2.29][V3.1][V4.4][V4.8][V8.3] the document step asks for the number after the type, shows photos, and empties both for another type', async ({
  page,
}) => {
  const walk = await walkOf(page, touch, 'Colombia', { email: 'c@correo.test', emailConfirmacion: 'c@correo.test' });
  await begin(walk);
  await walkTo(walk, 'documentacion');
  await expect(page.getByLabel('Número de documento')).toBeDisabled();
  await expect(page.getByText('Frontal')).toBeHidden();
  await expectAccessible(page, 'documento sin tipo');
  await fill(walk, stepOf(walk, 'documentacion'));
  const front = page.locator('[data-field="frontal"]');
  await front.getByRole('button', { name: 'Ampliar: Frontal' }).tap();
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await expectAccessible(page, 'foto ampliada');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(heading(walk)).toHaveText('Verificación de identidad');
  // The picker opened and closed without a choice, so the slot is empty again.
  await front.locator('input[type=file]').last().dispatchEvent('cancel');
  await expect(front.getByRole('button', { name: 'Ampliar: Frontal' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  // A file that is no picture is refused at its slot.
  await front
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') });
  await expect(front.locator('p').last()).not.toBeEmpty();
  await touch.pick(page, page.locator('[data-field="tipoId"]').getByRole('combobox'), 'Pasaporte');
  await expect(page.getByLabel('Número de documento')).toHaveValue('');
  await expect(page.getByText('Reverso')).toBeHidden();
  await expect(page.getByLabel('Fecha de expedición')).toBeHidden();
  await expect(page.getByLabel(/NIT/)).toHaveValue('');
});

test('[V3.13][V4.7] a long list is searched without accents; Back closes it and stays on the step', async ({
  page,
}) => {
  const walk = await walkOf(page, touch, 'Costa Rica', {
    nif: '303450678',
    email: 'd@correo.test',
    emailConfirmacion: 'd@correo.test',
  });
  await begin(walk);
  await walkTo(walk, 'nacionalidad');
  await page.locator('[data-field="paisNacimiento"]').getByRole('combobox').tap();
  await expectUncovered(page.getByRole('option', { name: 'Afganistán' }));
  await page.getByPlaceholder('Buscar').fill('peru');
  await expect(page.getByRole('option', { name: 'Perú' })).toBeVisible();
  await expectAccessible(page, 'lista abierta');
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(heading(walk)).toHaveText('Sobre tu país de nacimiento y nacionalidad');
});

test('[V2.34][V9.8] abroad the phone starts with the United States and takes the prefix of the chosen country', async ({
  page,
}) => {
  const walk = await walkOf(page, touch, 'Internacional', {
    nif: 'PAB123456',
    email: 'e@correo.test',
    emailConfirmacion: 'e@correo.test',
  });
  await begin(walk);
  await walkTo(walk, 'telefono');
  const country = page.locator('[data-field="paisTelefono"]').getByRole('combobox');
  await expect(country).toContainText('Estados Unidos (+1)');
  await country.tap();
  await expectUncovered(page.getByRole('option', { name: 'Estados Unidos (+1)' }));
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();
  await touch.type(page.getByLabel('Número de celular'), '12');
  await expect(page.getByText('El teléfono no es válido')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
});
