import { readFile } from 'node:fs/promises';
import { accessible } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';

test('a document kept on the device opens offline as a file', {
  tag: '@download',
}, async ({ page, context }) => {
  await signIn(page, 'costarica@demo.test');
  await readyOffline(page);
  await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
  await page
    .getByRole('button', { name: /Condiciones generales/ })
    .first()
    .click();
  await page.getByRole('switch', { name: 'Tener sin conexión' }).click();
  await expect(page.getByRole('switch', { name: 'Tener sin conexión' })).toBeChecked();
  await accessible(page, 'a document');
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByText(/^1 guardado en este teléfono/)).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /Condiciones generales.*En este teléfono/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Condiciones generales.*\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('[H2.59] the filter drawer is used by keyboard alone, and Back closes it first', async ({ page }) => {
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
  await page.getByRole('button', { name: 'Todos' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await accessible(page, 'the filter');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/documentos/);
  await page.getByRole('button', { name: 'Todos' }).press('Enter');
  await page.getByRole('radio', { name: 'Recibo' }).check();
  await expect(page.getByText(/^\d en \d{4}$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recibo', exact: true })).toBeVisible();
});

test('a link inside an open drawer works, and Back returns to the page beneath the drawer', async ({ page }) => {
  await signIn(page, 'costarica@demo.test');
  await page.getByRole('link', { name: 'Documentos', exact: true }).first().click();
  await page.getByRole('button', { name: 'Todos' }).click();
  // No drawer of the app has such a link today, but one may get it at any time.
  await page.getByRole('dialog').evaluate((dialog) => {
    const link = Object.assign(document.createElement('a'), { href: '#/app/configuraciones', textContent: 'Cuenta' });
    dialog.append(link);
  });
  await page.getByRole('link', { name: 'Cuenta', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestiona tu cuenta');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus Documentos');
  await page.goBack();
  await expect(page).toHaveURL(/#\/app(\?|$)/);
});

test('a customer who follows a link right after closing a drawer reaches its screen', async ({ page }) => {
  await signIn(page, 'costarica@demo.test');
  for (const soon of [0, 1, 2, 4, 8, 16, 32]) {
    await page.goto('/#/app/documentos/520021');
    await page.getByRole('button', { name: 'Todos' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    // Closing takes a step back in the history, which the browser does a few milliseconds later.
    await page.evaluate(async (ms) => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      while (document.querySelector('[role=dialog]:not([data-ending-style])')) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, ms));
      window.location.hash = '#/app/configuraciones';
    }, soon);
    await expect(page.getByRole('heading', { level: 1 }), `${soon} ms later`).toHaveText('Gestiona tu cuenta');
    await page.waitForTimeout(100);
    await expect(page.getByRole('heading', { level: 1 }), `${soon} ms later`).toHaveText('Gestiona tu cuenta');
    await expect(page).toHaveURL(/configuraciones/);
  }
});
