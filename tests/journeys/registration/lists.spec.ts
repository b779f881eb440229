import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { begin, expectAccessible, fill, goOn, stepOf, touch, type Walk, walkOf, walkTo } from './walk.ts';

const ana = {
  nif: '1710345677',
  estadoCivil: 'Soltero',
  email: 'ana@correo.test',
  emailConfirmacion: 'ana@correo.test',
};
const box = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).getByRole('combobox');
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Opens a list, searches it and leaves it open. */
async function searched(page: Page, name: string, query: string): Promise<Locator> {
  await box(page, name).click();
  const search = page.getByPlaceholder('Buscar');
  await search.fill(query);
  return search;
}

for (const [where, width, height] of [
  ['a phone', 390, 844],
  ['a desk', 1280, 800],
] as const) {
  test.describe(`on ${where}`, () => {
    test.use({ viewport: { width, height }, hasTouch: true });

    test("[D54][V4.4] a list finds entries by other names, with a typo, in the feminine, and offers 'Otra' where nothing fits", async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const walk: Walk = await walkOf(page, touch, 'Ecuador', ana);
      await begin(walk);
      await walkTo(walk, 'domicilio');
      await choose(page, 'provincia', 'santo domingo de los colorados', 'Santo Domingo de los Tsáchilas');
      await choose(page, 'provincia', 'gauyas', 'Guayas');
      await searched(page, 'canton', 'jujan');
      await expect(options(page)).toHaveText(['Alfredo Baquerizo Moreno']);
      await expectAccessible(page, 'a search by another name');
      await page.keyboard.press('Enter');
      await expect(box(page, 'canton')).toHaveText('Alfredo Baquerizo Moreno');

      const search = await searched(page, 'canton', 'xyzw');
      await expect(page.getByText('Prueba con otra palabra')).toBeVisible();
      await expectAccessible(page, 'nothing found');
      await page.getByRole('button', { name: 'Ver toda la lista' }).click();
      await expect(search).toBeFocused();
      await expect(options(page)).toHaveCount(25);
      await search.fill('guayaqil');
      await page.keyboard.press('Enter');
      await expect(box(page, 'canton')).toHaveText('Guayaquil');

      await fill(walk, stepOf(walk, 'domicilio'));
      await goOn(walk);
      await fill(walk, stepOf(walk, 'telefono'));
      await goOn(walk);
      await expect(page.getByRole('radio', { name: 'Soltera' })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Soltero' })).toHaveCount(0);
      await fill(walk, stepOf(walk, 'estadoCivil'));
      await goOn(walk);
      await choose(page, 'profesion', 'abogda', 'Abogada');
      await searched(page, 'profesion', 'astronauta');
      await expect(options(page)).toHaveText(['Otra']);
      await expect(page.getByText('Puedes elegir «Otra»')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(box(page, 'profesion')).toHaveText('Otra');
      await box(page, 'actEco').click();
      await expect(page.getByRole('group', { name: 'Construcción' })).toHaveCount(1);
      await expectAccessible(page, 'a list in groups');
      await page.getByPlaceholder('Buscar').fill('ama de casa');
      await page.keyboard.press('Enter');
      await expect(box(page, 'actEco')).toHaveText('Sin actividad económica');
    });
  });
}

async function choose(page: Page, name: string, query: string, chosen: string): Promise<void> {
  await searched(page, name, query);
  await page.keyboard.press('Enter');
  await expect(box(page, name)).toHaveText(chosen);
}
