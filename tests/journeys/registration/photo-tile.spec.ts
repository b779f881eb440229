import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { photographOf } from './pictures.ts';
import { begin, expectAccessible, fill, stepOf, touch, walkOf, walkTo } from './walk.ts';

const SHOTS = process.env.AMPARO_SHOTS;
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const settled = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));

for (const [width, height, hasTouch, colorScheme] of [
  [390, 844, true, 'light'],
  [390, 844, true, 'dark'],
  [1280, 800, false, 'light'],
] as const) {
  const name = `${width}-${colorScheme}`;
  test.describe(`${width} ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, hasTouch, colorScheme });

    test('[V2.29][D10][V1.4] a photo tile is one button for camera, gallery or files, then for the photo; a blurred photo can be used', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const one = { email: 'f@correo.test', emailConfirmacion: 'f@correo.test' };
      const walk = await walkOf(page, touch, 'Costa Rica', one);
      const press = (label: string | RegExp) => {
        const button = page.getByRole('button', { name: label });
        return hasTouch ? button.tap() : button.click();
      };
      if (!hasTouch)
        walk.hand = { ...touch, press: (control) => control.click(), type: (field, text) => field.fill(text) };
      if (!hasTouch) {
        walk.hand.pick = async (_, select, option) => {
          await select.click();
          await page.getByRole('option', { name: option, exact: true }).click();
        };
      }
      await begin(walk);
      await walkTo(walk, 'documentacion');
      const step = stepOf(walk, 'documentacion');
      await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
      await shot(page, `tile-${name}-empty`);
      await expectAccessible(page, 'empty tiles');

      const blurred = await photographOf(page, 'Costa Rica\nAna María', { blur: 12 });
      const file = { name: 'frontal.jpg', mimeType: 'image/jpeg', buffer: blurred };
      if (hasTouch) {
        await press('Añadir: Frontal');
        await settled(page);
        await shot(page, `tile-${name}-drawer`);
        await expectAccessible(page, 'drawer of a tile');
      }
      const chooser = page.waitForEvent('filechooser');
      await press(hasTouch ? 'Tomar foto' : 'Añadir: Frontal');
      await (await chooser).setFiles(file);
      await expect(page.getByText('Se ve borrosa:')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Ampliar: Frontal' })).toBeFocused();
      await shot(page, `tile-${name}-blurred`);
      await expectAccessible(page, 'advice');

      // The advice blocks nothing: with the other side there, Continuar is enabled.
      const sharp = await photographOf(page, 'Costa Rica\nReverso');
      await page
        .locator('[data-field="reverso"] input[type=file]')
        .last()
        .setInputFiles({ ...file, buffer: sharp });
      await expect(page.getByRole('button', { name: 'Ampliar: Reverso' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continuar' })).toBeEnabled();
      await expect(page.getByRole('button', { name: /^Usarla así/ })).toHaveCount(1);
      await press(/^Usarla así/);
      await expect(page.getByText('Se ve borrosa:')).toBeHidden();

      await press('Ampliar: Reverso');
      const picture = page.getByRole('dialog').locator('img');
      await expect(picture).toBeVisible();
      await settled(page);
      await shot(page, `tile-${name}-whole`);
      // No part of the photo lies beyond its frame.
      const [whole, frame] = [await picture.boundingBox(), await page.getByRole('dialog').boundingBox()];
      if (!whole || !frame) throw new Error('not shown');
      expect(whole.x).toBeGreaterThanOrEqual(frame.x);
      expect(whole.x + whole.width).toBeLessThanOrEqual(frame.x + frame.width);
      await press('Ver a tamaño real');
      await expect(page.getByRole('button', { name: 'Ver a tamaño real' })).toHaveAttribute('aria-pressed', 'true');
      expect((await picture.boundingBox())?.width).toBe(
        await picture.evaluate((node: HTMLImageElement) => node.naturalWidth),
      );
      // By keyboard too, in every engine, although it lies within a button.
      await page.getByRole('button', { name: 'Ver a tamaño real' }).focus();
      await page.keyboard.press('ArrowRight');
      const moved = () => picture.evaluate((node) => node.parentElement?.scrollLeft ?? 0);
      await expect.poll(moved, 'how far the photo was moved').toBeGreaterThan(0);
      await expectAccessible(page, 'the photo');
      await press(/^Quitar/);
      await expect(page.getByRole('button', { name: 'Añadir: Reverso' })).toBeFocused();
    });
  });
}
