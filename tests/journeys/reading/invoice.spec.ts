import { expect, type Page } from '@playwright/test';
import { costaRicaXml } from '../../invoices/papers.ts';
import { attach, choose, samplePdf } from '../harness/refund.ts';
import { share } from '../harness/share.ts';
import { readyOffline, test } from '../harness/test.ts';
import { EMAIL, signInHome } from '../harness/trip.ts';
import { photoWith } from './photo-with.ts';
import { toInvoice } from './to-invoice.ts';

const STAMP =
  'https://fc.dgii.gov.do/eCF/ConsultaTimbreFC?RncEmisor=131246796&ENCF=E320000012345&MontoTotal=4850.00&CodigoSeguridad=ARB%2BUx';

const SHOTS = process.env.AMPARO_SHOTS;

const card = (page: Page) => page.getByRole('region', { name: 'Leímos tu factura' });

test('without a connection a photo with a code fills in the form, once a first paper has brought the reader', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|trusted ?types/i.test(message.text())) violations.push(message.text());
  });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await signInHome(page, EMAIL);
  await readyOffline(page);
  expect(asked.some((url) => /zxing|paper\.worker/.test(url))).toBe(false);
  await toInvoice(page, 'República Dominicana');
  const photo = await photoWith(page, STAMP);
  await attach(page, 'documentoFactura', 'factura.jpg', 'image/jpeg', photo);
  await expect(card(page)).toContainText('4');
  await expect(card(page).getByText('RNC 1-31-24679-6')).toBeVisible();
  await page.getByRole('button', { name: /^Quitar.*factura/ }).click();
  await expect(card(page)).toBeHidden();
  // Everything but the form's draft is gone from memory.
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await attach(page, 'documentoFactura', 'factura.jpg', 'image/jpeg', photo);
  await expect(card(page).getByText('RNC 1-31-24679-6')).toBeVisible();
  await expect(card(page).getByText('E320000012345')).toBeVisible();
  await expect(card(page)).toContainText(/4[.,\s {2}]850/);
  await expect(page.getByLabel('Importe')).toBeHidden();
  await expect(card(page)).toContainText('28 de octubre de 2025');
  await choose(page, 'Tipo de gasto', 3);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa y envía' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/4[.,\s {2}]850/);
  expect(violations).toEqual([]);
  expect(asked.filter((url) => new URL(url).hostname.endsWith('dgii.gov.do'))).toEqual([]);
});

test('[D75] an XML that is shared with Amparo leads to the refund that it fills in', async ({ page }) => {
  test.setTimeout(120_000);
  await signInHome(page, EMAIL);
  await readyOffline(page);
  await page.reload();
  const buffer = Buffer.from(costaRicaXml());
  await share(page, [
    { name: 'factura.xml', mimeType: 'text/xml', buffer },
    { name: 'nota.xml', mimeType: 'application/xml', buffer: Buffer.from('<?xml version="1.0"?><nota/>') },
    { name: 'dibujo.xml', mimeType: 'text/xml', buffer: Buffer.from('<svg onload="alert(1)"/>') },
  ]);
  await expect(page.getByText('Un archivo no se pudo guardar')).toContainText('el XML de una factura');
  await expect(page.getByText('factura.xml')).toBeVisible();
  await expect(page.getByText('dibujo')).toHaveCount(0);
  await page.goto('/#/app');
  await toInvoice(page, 'Costa Rica');
  const use = page.getByRole('button', { name: /^Usar factura\.xml/ });
  const other = page.getByRole('button', { name: /^Usar nota\.xml/ });
  await other.press('Enter');
  await expect(page.getByText('No pudimos leer este XML como una factura.')).toBeVisible();
  await expect(use).toHaveCount(1);
  await use.press('Enter');
  await expect(card(page).getByText('Hospital La Sabana S.A.')).toBeVisible();
  // What it says is in the draft, so the file is not offered again. The other one may still serve.
  await expect(use).toHaveCount(0);
  await expect(other).toHaveCount(1);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/xml-shared-${page.viewportSize()?.width}.png`, fullPage: true });
  await page.reload();
  await expect(card(page).getByText('Hospital La Sabana S.A.')).toBeVisible();
  await page.goto('/#/app/compartido');
  await expect(page.getByText('nota.xml')).toBeVisible();
  await expect(page.getByText('factura.xml')).toHaveCount(0);
});

test('an XML from the picker fills in the form and asks for the paper too', async ({ page }) => {
  test.setTimeout(120_000);
  await signInHome(page, EMAIL);
  await toInvoice(page, 'Costa Rica');
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  const buffer = Buffer.from(costaRicaXml());
  await slot.setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer });
  await expect(card(page).getByText('Hospital La Sabana S.A.')).toBeVisible();
  await expect(page.getByText('Adjunta también la factura en PDF o en foto: es lo que se envía.')).toBeVisible();
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await expect(page.getByText('Adjunta también la factura')).toBeHidden();
  await expect(card(page)).toContainText('28 de octubre de 2025');
  await choose(page, 'Tipo de gasto', 3);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('main')).toContainText(/100[.,]13/);
});
