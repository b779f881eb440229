import { expect, type Page } from '@playwright/test';
import { costaRicaXml } from '../../invoices/papers.ts';
import { looks, phone } from '../harness/looks.ts';
import { attach, choose, handIn, samplePdf, toReview } from '../harness/refund.ts';
import { signIn, test } from '../harness/test.ts';
import { EMAIL } from '../harness/trip.ts';
import { toInvoice } from './to-invoice.ts';

const told = (page: Page) => page.getByText('Esta factura ya está en otro reembolso:');

/** Hands the XML over at the step that asks for the invoice. */
async function readXml(page: Page): Promise<void> {
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  await slot.setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(costaRicaXml()) });
  await expect(page.getByRole('region', { name: 'Leímos tu factura' })).toBeVisible();
}

test('the same invoice on two devices: the second names the refund of the first, leads to it, and lets one go on', async ({
  page: first,
  browser,
  server,
}) => {
  test.setTimeout(240_000);
  await first.setViewportSize(phone);
  await signIn(first, EMAIL);
  // The second device knows every refund of the customer before the first one sends another.
  const context = await browser.newContext({ baseURL: server.url, viewport: phone, locale: 'es-CR' });
  const second = await context.newPage();
  await signIn(second, EMAIL);
  await expect(second.getByText(/Todo en tu teléfono/)).toBeVisible({ timeout: 60_000 });

  await toInvoice(first, 'Costa Rica');
  await readXml(first);
  await attach(first, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await expect(told(first)).toBeHidden();
  await choose(first, 'Tipo de gasto', 3);
  await toReview(first);
  await handIn(first);
  await expect(first.getByText(/R-\d{4}-\d{6}/).first()).toBeVisible({ timeout: 30_000 });
  const number =
    (
      await first
        .getByText(/R-\d{4}-\d{6}/)
        .first()
        .innerText()
    ).match(/R-\d{4}-\d{6}/)?.[0] ?? '';

  await toInvoice(second, 'Costa Rica');
  await readXml(second);
  await expect(told(second)).toBeVisible({ timeout: 30_000 });
  await expect(second.getByText(number, { exact: true })).toBeVisible();
  await expect(second.getByText(/, recibido hoy/)).toBeVisible();
  await expect(second.getByText('Puedes seguir: solo te avisamos.')).toBeVisible();
  await looks(second, 'factura-repetida');
  await second.getByRole('link', { name: 'Ver ese reembolso' }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  await expect(second.getByText(number).first()).toBeVisible();
  await second.goBack();
  await expect(told(second)).toBeVisible();
  await attach(second, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await choose(second, 'Tipo de gasto', 3);
  await toReview(second);
  await context.close();
});
