import { expect, type Page } from '@playwright/test';
import { hiddenStops } from './reach.ts';
import { everyScreen, open } from './screens.ts';
import { signInHome } from './trip.ts';

export const INFORMATION = '#/app/configuraciones/informacionPersonal';
export const editors = ['información básica', 'cónyuge', 'contacto', 'domicilio', 'información financiera'];

async function openEditor(page: Page, editor: string): Promise<boolean> {
  const edit = page.getByRole('button', { name: new RegExp(`^(Editar|Añadir) ${editor}`) });
  if ((await edit.count()) === 0) return false;
  await edit.press('Enter');
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible();
  return true;
}

/** Expects that something of every stop of Tab can be seen, forwards and backwards, on every screen and in every editor. */
export async function walkStops(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  await signInHome(page);
  let stops = 0;
  const walk = async (where: string) => {
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      const walked = await hiddenStops(page, key);
      expect.soft(walked.hidden, `${where}, ${key}`).toEqual([]);
      stops += walked.stops;
    }
  };
  for (const [name, hash] of everyScreen) {
    await open(page, hash);
    await walk(name);
  }
  for (const editor of editors) {
    await open(page, INFORMATION);
    if (!(await openEditor(page, editor))) continue;
    await walk(editor);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(stops, 'stops in all').toBeGreaterThan(200);
}
