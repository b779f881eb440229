import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** A one-page PDF of about this size in bytes. It cannot be compressed, so storage and network carry its full size. */
export function samplePdf(bytes = 20_000): Buffer {
  const noise = createHash('shake256', { outputLength: bytes }).update('amparo').digest('base64');
  const text = `%PDF-1.4\n%âãÏÓ\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n4 0 obj<</Length ${noise.length}>>stream\n${noise}\nendstream endobj
trailer<</Root 1 0 R>>\n%%EOF\n`;
  return Buffer.from(text, 'latin1').subarray(0, Math.max(bytes, 600));
}

/** A photo as a camera delivers it: a real JPEG of 2000 by 1500 pixels, drawn by the browser. */
export async function samplePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2000, 1500);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    for (let stripe = 0; stripe < 60; stripe += 1) {
      pen.fillStyle = `hsl(${stripe * 6} 60% ${40 + (stripe % 5) * 8}%)`;
      pen.fillRect(stripe * 34, 0, 34, 1500);
    }
    pen.fillStyle = '#111';
    pen.font = '64px sans-serif';
    for (let line = 0; line < 18; line += 1) pen.fillText(`Historia clínica, renglón ${line + 1}`, 80, 120 + line * 76);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return Buffer.from(base64, 'base64');
}

export interface RefundAnswers {
  diagnosis: string;
  photo: Buffer;
  pdf: Buffer;
  /** As it is typed, with its place among the currencies. */
  amount?: readonly [text: string, currency: number];
  /** Called with each step once it is filled in. */
  onStep?: (step: number) => Promise<void>;
}

/** Fills in an outpatient request from the history of refunds to the last step, as a customer would. */
export async function fillRefund(page: Page, answers: RefundAnswers): Promise<void> {
  const { diagnosis, photo, pdf, amount = ['86,40', 0], onStep = async () => undefined } = answers;
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await page.getByText('Ambulatorio', { exact: true }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();

  await expect(page.getByText('Paso 1 de 4 · Ambulatorio').first()).toBeVisible();
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill(diagnosis);
  await onStep(1);
  await goOn(page);

  await expect(page.getByText('Paso 2 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-11-2025');
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('03-11-2025');
  await page.getByLabel('Fecha del servicio', { exact: true }).fill('05-11-2025');
  await attach(page, 'documentoHistoriaClinica', 'historia.jpg', 'image/jpeg', photo);
  await onStep(2);
  await goOn(page);

  await expect(page.getByText('Paso 3 de 4 · Ambulatorio').first()).toBeVisible();
  await page.getByLabel('Ciudad').fill('San José');
  await page.getByRole('textbox', { name: 'Hospital o centro médico' }).fill('Clínica Bíblica');
  await page.getByRole('textbox', { name: 'Médico tratante' }).fill('Dra. Elena Mora');
  await choose(page, 'País', 0);
  await onStep(3);
  await goOn(page);

  await expect(page.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await choose(page, 'Tipo de gasto', 3);
  await page.getByLabel('Importe').fill(amount[0]);
  await choose(page, 'Divisa', amount[1]);
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', pdf);
  await onStep(4);
}

/** Goes from the last step to the review (D73). */
export async function toReview(page: Page): Promise<void> {
  await goOn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa y envía' })).toBeVisible();
  // The review takes no press that may be the second one on 'Continuar'.
  await asFastAsAPerson(page);
}

/** Sends what `fillRefund` filled in, from the last step or the review, and waits until the screen confirms it. */
export async function handIn(page: Page): Promise<void> {
  if (await page.getByRole('button', { name: 'Continuar' }).isVisible()) await toReview(page);
  const send = page.getByRole('button', { name: 'Enviar solicitud' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^(Solicitud (guardada|recibida)|Revisa tu solicitud)$/ }),
  ).toBeVisible();
  // The receipt takes no press that may be the second one on 'Enviar'.
  await asFastAsAPerson(page);
}

async function goOn(page: Page): Promise<void> {
  const on = page.getByRole('button', { name: 'Continuar' });
  await expect(on).toBeEnabled();
  await on.click();
}

/** Opens a select by its label and takes the option with this index. */
export async function choose(page: Page, label: string, index: number): Promise<void> {
  const select = page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('button', { name: label }))
    .first();
  await select.click();
  const option = page.getByRole('option').nth(index);
  await expect(option).toBeVisible();
  await asFastAsAPerson(page);
  await option.click();
}

/** Nobody presses as fast as this. A press at once, at the same place, would count as the second of a double press. */
export const asFastAsAPerson = (page: Page): Promise<void> => page.waitForTimeout(400);

export async function attach(page: Page, field: string, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const slot = page.locator(`[data-field="${field}"]`);
  const add = page.getByRole('button', { name: /^Añadir un documento/ });
  // The detail of a refund opens the slot for another document on a press.
  if (field === 'documento') await expect(add.or(slot).first()).toBeVisible();
  if (await add.isVisible()) {
    await add.click();
    await asFastAsAPerson(page);
  }
  // The picker belongs to the system, so files go straight to the input behind it.
  await slot.locator('input[type="file"]').first().setInputFiles({ name, mimeType, buffer });
  await expect(slot.getByText('Listo')).toBeVisible();
}
