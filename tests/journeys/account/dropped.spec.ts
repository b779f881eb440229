import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { choose, samplePdf } from '../harness/refund.ts';
import { expect, signIn, test } from '../harness/test.ts';

/** Drops a file of the system at a point of the page, through the browser's own protocol. */
async function drop(page: Page, path: string, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

/** Pastes a file as a mail program or the system's file manager puts it on the clipboard. */
const paste = (page: Page, name: string, bytes: Buffer) =>
  page.evaluate(
    ([called, base64]) => {
      const data = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([data], called ?? '', { type: 'application/pdf' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, bytes.toString('base64')],
  );

test('[H5.3] a pasted file, or one dropped anywhere on a screen with a file field, is taken; a full field keeps its file', {
  tag: '@devtools',
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-dropped-'));
  for (const name of ['historia.pdf', 'otra.pdf']) writeFileSync(join(folder, name), samplePdf());
  await signIn(page, 'costarica@demo.test');
  await page.goto('/#/app/reembolsos/520021');
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill('Gripe');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  const slot = page.locator('[data-field="documentoHistoriaClinica"]');

  await paste(page, 'pegada.pdf', samplePdf());
  await expect(slot.getByText('Listo')).toBeVisible();
  await expect(slot).toContainText('pegada.pdf');

  // The drop lands far from the field, which is full. Neither its file nor the page may be replaced.
  const address = page.url();
  await drop(page, join(folder, 'otra.pdf'), 200, 40);
  await page.waitForTimeout(500);
  expect(page.url()).toBe(address);
  await expect(slot).toContainText('pegada.pdf');

  await slot.getByRole('button', { name: /^Quitar/ }).click();
  await drop(page, join(folder, 'historia.pdf'), 200, 40);
  await expect(slot).toContainText('historia.pdf');
  await expect(slot.getByText('Listo')).toBeVisible();
  rmSync(folder, { recursive: true });
});
