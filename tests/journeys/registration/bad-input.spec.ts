import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { begin, fill, goOn, goOnAndKeep, stepOf, tapBack, touch, walkOf } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** The pasted texts, each with the field's problem, or null where the text is accepted. */
type Tries = readonly (readonly [pasted: string, problem: string | null])[];

const EMAIL = 'Ingresa un correo electrónico válido';
const DATE = 'Ingresa una fecha de nacimiento válida';
const NUMBER = 'El número de documento no es válido';
const PHONE = 'El teléfono no es válido';
const TEXT = 'Por favor, introduce un valor válido';

/** One field of each kind, by its step: too long, with blanks and hyphens, emoji, right to left, full-width digits. */
const tries: Readonly<Record<string, { name: string; tries: Tries; keeps?: string }>> = {
  credenciales: {
    name: 'email',
    tries: [
      [`${'a'.repeat(250)}@correo.test`, EMAIL],
      ['ana lopez@correo.test', EMAIL],
      ['😀', EMAIL],
      ['مرحبا', EMAIL],
      // Invisible marks that programs add to copied text are dropped, because nobody could type them again.
      ['\u202Aana@correo.test\u202C', null],
      ['１２３', EMAIL],
      ['  ana-maria@correo.test ', null],
    ],
  },
  nacimiento: {
    name: 'fechaNacimiento',
    tries: [
      ['😀', DATE],
      ['مرحبا', DATE],
      ['１２０４１９８６', DATE],
      ['99-99-9999', DATE],
      ['1986-04-12', null],
      [' 12 04 1986 ', null],
    ],
    keeps: '12-04-1986',
  },
  documentacion: {
    name: 'nif',
    tries: [
      ['1710345677'.repeat(9), NUMBER],
      ['😀', NUMBER],
      ['مرحبا', NUMBER],
      ['１７１０３４５６７７', NUMBER],
      [' 17 1034.567-7 ', null],
    ],
  },
  domicilio: {
    name: 'domicilio',
    tries: [
      ['  -  ', TEXT],
      ['😀😀', TEXT],
      ['Calle larga '.repeat(40), 'Escribe como mucho 160 caracteres: sobran 319'],
      ['شارع السلام ٥', null],
      ['Calle １２ ‑ 😀', null],
    ],
  },
  telefono: {
    name: 'telefono',
    tries: [
      ['1'.repeat(40), PHONE],
      ['😀', PHONE],
      ['مرحبا', PHONE],
      ['９９１２３４５６７', PHONE],
      [' 99 123-45.67 ', null],
    ],
    keeps: '99 123 4567',
  },
};

test('[V5.1][V5.10][V5.13][V5.2][V5.15][V5.16][D6] pasted text is either accepted as it was meant or refused with a reason at its field', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const walk = await walkOf(page, touch, 'Ecuador', {
    nif: '1710345677',
    email: 'ana-maria@correo.test',
    emailConfirmacion: 'ana-maria@correo.test',
  });
  await begin(walk);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  for (const step of walk.country.steps.slice(0, 8)) {
    const pasting = tries[step.id];
    await fill(walk, step);
    if (pasting) await pasteAll(page, pasting);
    // The last paste emptied one field, so this fills it in again.
    if (pasting) await page.locator(`[data-field="${pasting.name}"] input`).fill(String(walk.person[pasting.name]));
    if (step.id !== 'telefono') await goOn(walk);
  }
  expect(problems).toEqual([]);
});

async function pasteAll(page: Page, { name, tries: all, keeps }: (typeof tries)[string]): Promise<void> {
  const box = page.locator(`[data-field="${name}"]`);
  const input = box.locator('input');
  for (const [pasted, problem] of all) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await input.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+V');
    await input.blur();
    if (problem === null) await expect(input, pasted).not.toHaveAttribute('aria-invalid', 'true');
    else {
      await expect(box.getByText(problem), `${name}: ${pasted.slice(0, 40)}`).toBeVisible();
      await expect(input).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
    }
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways, `${name}: ${pasted.slice(0, 40)}`).toBe(0);
  }
  if (keeps !== undefined) await expect(input).toHaveValue(keeps);
  await input.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await input.blur();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
}

test('[D45] two tabs that register at the same time keep their own country, step and answers over a reload', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const names = ['ana', 'eva'] as const;
  const [ana, eva] = [
    await walkOf(page, touch, 'Ecuador', { email: 'ana@correo.test', emailConfirmacion: 'ana@correo.test' }),
    await walkOf(await context.newPage(), touch, 'Guatemala', {
      email: 'eva@correo.test',
      emailConfirmacion: 'eva@correo.test',
      fechaNacimiento: '03-02-1979',
    }),
  ];
  await begin(ana);
  await begin(eva);
  // The tabs take turns, so that either could overwrite the other.
  for (const tab of ['credenciales', 'nacimiento']) {
    for (const walk of [ana, eva]) {
      await walk.page.bringToFront();
      await fill(walk, stepOf(walk, tab));
      await goOnAndKeep(walk);
    }
  }
  for (const { page: tab } of [eva, ana]) {
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('¿Cuál es tu sexo?');
    await tab.bringToFront();
    await tab.reload();
  }
  for (const [index, { page: tab, person, country }] of [ana, eva].entries()) {
    await tab.bringToFront();
    await expect(tab.locator(`img[src="${country.picture}"]`).first()).toBeAttached();
    const back = async (title: string) => {
      await tapBack(tab);
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title);
    };
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('¿Cuál es tu sexo?', { timeout: 10_000 });
    await back('¿Cuándo naciste?');
    await expect(tab.getByLabel('Fecha de nacimiento')).toHaveValue(String(person.fechaNacimiento));
    await back('Empecemos');
    await expect(tab.getByLabel('Correo electrónico', { exact: true })).toHaveValue(`${names[index]}@correo.test`);
  }
});
