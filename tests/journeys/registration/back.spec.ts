import { expect, test } from '../harness/test.ts';
import { begin, fill, goOn, goOnAndKeep, stepOf, touch, type Walk, walkOf, walkTo } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const heading = ({ page }: Walk) => page.getByRole('heading', { level: 1 });
const choose = ({ page }: Walk, name: string) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name, exact: true }) })
    .tap();
const ana = {
  nif: '1710345677',
  email: 'ana@correo.test',
  emailConfirmacion: 'ana@correo.test',
  estadoCivil: 'Soltero',
};

test('[V2.17][V2.35] Back moves through the steps as the button does, closes a list first, and leaves only from the first step', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const walk = await walkOf(page, touch, 'Ecuador', ana);
  await begin(walk);
  await walkTo(walk, 'financiera');

  // A layer above the step closes first.
  await page.locator('[data-field="profesion"]').getByRole('combobox').tap();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(heading(walk)).toHaveText('Información financiera');

  // The spouse step is skipped in both directions.
  await page.goBack();
  await expect(heading(walk)).toHaveText('¿Cuál es tu estado civil?');
  await expect(heading(walk)).toBeFocused();
  await page.goForward();
  await expect(heading(walk)).toHaveText('Información financiera');
  await page.goBack();
  await choose(walk, 'Casada');
  await goOn(walk);
  await expect(heading(walk)).toHaveText('Necesitamos la información de tu cónyuge');
  await page.getByRole('button', { name: 'Volver' }).tap();
  await expect(heading(walk)).toHaveText('¿Cuál es tu estado civil?');
  // The step is off the path: Forward has no target, and Continuar passes it.
  await choose(walk, 'Soltera');
  await page.goForward();
  await expect(heading(walk)).toHaveText('¿Cuál es tu estado civil?');
  await goOn(walk);
  await expect(heading(walk)).toHaveText('Información financiera');

  const path = walk.country.steps.filter(({ id }) => id !== 'conyuge' && id !== 'financiera' && id !== 'pep');
  for (const step of path.reverse()) {
    await page.goBack();
    await expect(heading(walk)).toHaveText(step.title);
  }
  await expect(page).toHaveURL(/#\/registro$/);
  await expect(page.getByLabel('Correo electrónico', { exact: true })).toHaveValue('ana@correo.test');
  // Forward does not work, because the email would have to be checked again.
  await page.goForward();
  await expect(heading(walk)).toHaveText('Empecemos');
  await page.goBack();
  await expect(page).toHaveURL(/#\/registro\/residencia$/);
  await expect(page.getByRole('radio', { name: 'Ecuador' })).toBeChecked();
});

test('[V2.17][D45] Back goes one step at a time after a reload and in another tab, and to no step after sending', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  const walk = await walkOf(page, touch, 'Ecuador', ana);
  await begin(walk);
  await walkTo(walk, 'nacionalidad');
  await fill(walk, stepOf(walk, 'nacionalidad'));
  await goOnAndKeep(walk);
  await page.reload();
  await expect(heading(walk)).toHaveText('¿Cómo te llamas?', { timeout: 10_000 });
  await page.goBack();
  await expect(heading(walk)).toHaveText('Sobre tu país de nacimiento y nacionalidad');
  await page.goForward();
  await expect(heading(walk)).toHaveText('¿Cómo te llamas?');
  await page.close();

  // This tab never visited the steps, but has the way back all the same.
  const next = { ...walk, page: await context.newPage() };
  await next.page.goto('/#/registro/residencia');
  await next.page.getByRole('button', { name: 'Continuar tu registro' }).tap();
  await expect(heading(next)).toHaveText('¿Cómo te llamas?', { timeout: 10_000 });
  await next.page.goBack();
  await expect(heading(next)).toHaveText('Sobre tu país de nacimiento y nacionalidad');
  await next.page.goForward();
  for (const step of walk.country.steps.filter(({ id }) => id !== 'conyuge').slice(5)) {
    await fill(next, step);
    if (step.id !== 'pep') await goOn(next);
  }
  await next.page.getByLabel('Escribe de nuevo tu contraseña').fill('Secreta2026');
  await next.page.getByLabel('Confirma tu contraseña').fill('Secreta2026');
  await goOn(next);
  await expect(heading(next)).toHaveText(/^Cuenta creada/);
  await next.page.goBack();
  await expect(heading(next)).toHaveText('¿Cuál es tu país de residencia fiscal?');
});
