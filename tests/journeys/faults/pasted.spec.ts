import type { Page } from '@playwright/test';
import { choose } from '../harness/refund.ts';
import { expect, test } from '../harness/test.ts';
import { signInHome } from '../harness/trip.ts';

/** What Word, Excel and web pages put on the clipboard: a text, the same as HTML, and a picture of it. */
async function copyFromOffice(page: Page, text: string): Promise<void> {
  await page.evaluate(async (words) => {
    const canvas = new OffscreenCanvas(200, 60);
    canvas.getContext('2d')?.fillText(words, 10, 30);
    const kinds = {
      'text/plain': new Blob([words], { type: 'text/plain' }),
      'text/html': new Blob([`<b>${words}</b>`], { type: 'text/html' }),
      'image/png': await canvas.convertToBlob({ type: 'image/png' }),
    };
    await navigator.clipboard.write([new ClipboardItem(kinds)]);
  }, text);
}

test('[S35] what is copied in Word goes as text into a field of text, and its picture is attached nowhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInHome(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Accidente', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill('Esguince');
  await page.getByRole('button', { name: 'Continuar' }).click();
  const details = page.getByLabel('Detalles del accidente');
  await expect(details).toBeVisible();
  const slots = page.locator('input[type="file"]');
  const empty = await slots.count();
  expect(empty).toBeGreaterThan(0);

  await copyFromOffice(page, 'Me caí de una escalera.');
  await details.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(details).toHaveValue('Me caí de una escalera.');
  await expect(page.getByText('Listo', { exact: true })).toHaveCount(0);
  await expect(slots).toHaveCount(empty);

  // Where no text goes, the picture is what was meant.
  await page.getByRole('heading', { level: 1 }).first().click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText('Listo', { exact: true })).toHaveCount(1);
  await expect(details).toHaveValue('Me caí de una escalera.');
});
