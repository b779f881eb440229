import type { Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import type { Fault, Line } from '../harness/line.ts';
import { nextPicker } from '../harness/picker.ts';
import { expect, test } from '../harness/test.ts';
import { begin, fill, fillAll, goOn, touch, type Walk, walkOf } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const ana = {
  nif: '1710345677',
  email: 'ana@correo.test',
  emailConfirmacion: 'ana@correo.test',
  estadoCivil: 'Soltero',
};

const firstStep = ({ country }: Walk) => {
  const [step] = country.steps;
  if (!step) throw new Error('no step');
  return step;
};

test('[V4.2][V8.2] a registered email is reported at its field, which takes the focus, until it is changed', async ({
  page,
}) => {
  const walk = await walkOf(page, touch, 'Ecuador', {
    ...ana,
    email: 'ecuador@demo.test',
    emailConfirmacion: 'ecuador@demo.test',
  });
  await begin(walk);
  await fill(walk, firstStep(walk));
  await goOn(walk);
  await expect(page.getByText('El correo electrónico ya está registrado')).toBeVisible();
  const email = page.getByLabel('Correo electrónico', { exact: true });
  await expect(email).toBeFocused();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  await email.fill('otra@correo.test');
  await expect(page.getByText('El correo electrónico ya está registrado')).toBeHidden();
  await email.fill('ecuador@demo.test');
  await goOn(walk);
  await page.getByRole('link', { name: 'Iniciar sesión o recuperar la contraseña' }).click();
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
});

/** Presses Continuar on the first step, and lets the email's check meet this fault. */
async function emailMeets(page: Page, line: Line, fault: Fault): Promise<Walk> {
  const walk = await walkOf(page, touch, 'Ecuador', ana);
  await begin(walk);
  await fill(walk, firstStep(walk));
  line.fault = (_, path) => (path.includes('getUserByEmail') ? fault : null);
  await goOn(walk);
  return walk;
}

for (const [what, fault] of [
  ["the page of a café's network", 'portal'],
  ['an overloaded server', { status: 503 }],
  ['too many tries', { status: 429, headers: { 'retry-after': '1' } }],
] as const satisfies readonly (readonly [string, Fault])[]) {
  test(`[D30] ${what} to the email's check is not shown as 'ya está registrado', and trying again works`, async ({
    page,
    line,
  }) => {
    const walk = await emailMeets(page, line, fault);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByText('ya está registrado')).toBeHidden();
    await expect(page.getByLabel('Correo electrónico', { exact: true })).toHaveValue('ana@correo.test');
    line.fault = () => null;
    await goOn(walk);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Cuándo naciste?');
  });
}

test("[D30][D29] after no answer to the email's check the step waits, and goes on by itself once it is answered", async ({
  page,
  line,
}) => {
  await emailMeets(page, line, 'drop');
  await expect(page.getByRole('button', { name: 'Seguir cuando vuelva la conexión' })).toBeVisible();
  await expect(page.getByText('Para seguir necesitamos comprobar tu correo')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(page.getByText('ya está registrado')).toBeHidden();
  line.fault = () => null;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Cuándo naciste?', { timeout: 20_000 });
});

test("[D30][V4.1][V2.40][F2] a network lost at the number's check and at sending is waited for, and one lost at the policies is told", async ({
  page,
  line,
}) => {
  test.setTimeout(150_000);
  const walk = await walkOf(page, touch, 'Ecuador', ana);
  await begin(walk);
  // The fault lasts until it is lifted. Chromium itself repeats a request on a reused connection, which would hide a
  // single fault.
  line.fault = (_, path) => (path.includes('getUserByNif') ? 'drop' : null);
  const [first, second, third, fourth] = walk.country.steps;
  for (const step of [first, second, third, fourth]) {
    if (!step) throw new Error('no step');
    await fill(walk, step);
    await goOn(walk);
  }
  await expect(page.getByText('Para seguir necesitamos comprobar tu documento')).toBeVisible();
  await expect(page.getByLabel('Número de documento')).toHaveValue('1710345677');
  line.fault = () => null;
  const [, , , , fifth] = walk.country.steps;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fifth?.title ?? '', { timeout: 20_000 });
  await fillAll({ ...walk, country: { ...walk.country, steps: walk.country.steps.slice(4) } });

  // The server creates the account, and its answer is lost.
  line.fault = (_, path) => (path.includes('/usuarios/create') ? 'lose-answer' : null);
  await goOn(walk);
  await expect(page.getByRole('button', { name: 'Crearla cuando vuelva la conexión' })).toBeVisible();
  await expect(page.getByText('Error registrando usuario')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Por último');
  await expect(page.getByRole('radio', { name: 'No' })).toBeChecked();

  // Sending again creates no second account. Then the policies do not arrive.
  line.fault = (_, path) => (path.includes('individualPolicyDetail') ? { status: 503 } : null);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Cuenta creada/, { timeout: 20_000 });
  await expect(page.getByText('No pudimos cargar tus pólizas')).toBeVisible();
  line.fault = () => null;
  await page.getByRole('button', { name: 'Reintentar' }).tap();
  // The pressed button disappears, and the focus moves to what it led to.
  await expect(page.getByRole('button', { name: 'Ir a mi cuenta' })).toBeFocused();
  await page.getByRole('button', { name: 'Ir a mi cuenta' }).tap();
  await expect(page).toHaveURL(/#\/app/);
  // There are two tries, the second by the app itself, and one by Chromium if it reused a connection. A second account would make the
  // number count as taken.
  expect(line.seen.filter((one) => one === 'POST /api/usuarios/create').length).toBeGreaterThanOrEqual(2);
});

test('[V2.18][V8.6] the offline banner of the registration closes on a press and returns at the next loss of connection', async ({
  page,
  context,
}) => {
  await begin(await walkOf(page, touch, 'Ecuador', ana));
  const banner = page.getByText(
    'Parece que no tienes conexión a internet. Verifica que está activa para poder hacer uso de tu app.',
  );
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await banner.tap();
  await expect(banner).toBeHidden();
  await context.setOffline(false);
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
});

test('[F27][D45] a tab ended while a photo is taken returns to its step with everything but the password', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const walk = await walkOf(page, touch, 'Ecuador', ana);
  await begin(walk);
  for (const step of walk.country.steps.slice(0, 4)) {
    await fill(walk, step);
    if (step.id !== 'documentacion') await goOn(walk);
  }
  // Opening the picker first stores what was typed.
  await page.getByRole('button', { name: 'Ampliar: Reverso' }).tap();
  const { opened } = await nextPicker(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Repetir/ })
    .tap();
  await opened;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verificación de identidad', { timeout: 10_000 });
  await expect(page.getByLabel('Número de documento')).toHaveValue('1710345677');
  await expect(page.getByRole('button', { name: 'Ampliar: Frontal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ampliar: Reverso' })).toBeVisible();
  await goOn(walk);
  await fillAll({ ...walk, country: { ...walk.country, steps: walk.country.steps.slice(4) } });
  await expect(page.getByRole('button', { name: 'Crear mi cuenta' })).toBeDisabled();
  await page.getByLabel('Escribe de nuevo tu contraseña').fill('Secreta2026');
  await page.getByLabel('Confirma tu contraseña').fill('Secreta2026');
  await goOn(walk);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Cuenta creada/);
  // No draft of the form is left.
  expect(await rowsOnDevice(page, 'drafts')).toBe(0);
});

test("[D45] a closed tab's registration is offered to the next tab, to resume or restart; a second tab has its own", async ({
  page,
  context,
}) => {
  const walk = await walkOf(page, touch, 'Guatemala', {
    email: 'eva@correo.test',
    emailConfirmacion: 'eva@correo.test',
  });
  await begin(walk);
  await fill(walk, firstStep(walk));
  await goOn(walk);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('¿Cuándo naciste?');

  const second = await context.newPage();
  await second.goto('/#/registro/residencia');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('¿Cuál es tu país de residencia fiscal?');
  await second.close();
  await page.close();

  const next = await context.newPage();
  await next.goto('/#/registro/residencia');
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Tienes un registro sin terminar');
  await expect(next.getByText('Paso 2 de 11: ¿Cuándo naciste?')).toBeVisible();
  await next.getByRole('button', { name: 'Continuar tu registro' }).tap();
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('¿Cuándo naciste?', { timeout: 10_000 });
  await next.close();

  const last = await context.newPage();
  await last.goto('/#/registro');
  await last.getByRole('button', { name: 'Empezar de nuevo' }).tap();
  await last.getByRole('dialog').getByRole('button', { name: 'Empezar de nuevo' }).tap();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('¿Cuál es tu país de residencia fiscal?');
  await last.reload();
  await expect(last.getByRole('heading', { level: 1 })).toHaveText('¿Cuál es tu país de residencia fiscal?');
});
