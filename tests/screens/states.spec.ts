import type { Page } from '@playwright/test';
import { costaRicaXml } from '../invoices/papers.ts';
import { awayFor } from '../journeys/harness/device.ts';
import { oneByOne } from '../journeys/harness/line.ts';
import { phone } from '../journeys/harness/looks.ts';
import { choose, fillRefund, handIn, samplePdf, samplePhoto, toReview } from '../journeys/harness/refund.ts';
import { search } from '../journeys/harness/search.ts';
import { expect, PASSWORD, readyOffline, test } from '../journeys/harness/test.ts';
import { fillTicket, openTicketForm, queueTicket } from '../journeys/harness/ticket.ts';
import { signInHome } from '../journeys/harness/trip.ts';
import { toInvoice } from '../journeys/reading/to-invoice.ts';
import { desk, shootDrawn } from './shoot.ts';

/** States that the design names besides the drawn one, and that no other picture shows, each at the size of its drawing. */

const main = (page: Page) => page.getByRole('main');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/#/app/${path}`);
  await expect(
    main(page)
      .getByText(/Actualizado/)
      .first(),
  ).toBeVisible();
  await expect(main(page).getByText(/^Cargando/)).toHaveCount(0);
}

async function atReview(page: Page): Promise<void> {
  await signInHome(page);
  await readyOffline(page);
  await open(page, 'reembolsos/520021');
  await fillRefund(page, { diagnosis: 'Migraña', photo: await samplePhoto(page), pdf: samplePdf() });
  await toReview(page);
}

test('revisa: vuelve, se envía', async ({ page, line }) => {
  test.setTimeout(300_000);
  await atReview(page);
  await page
    .getByRole('button', { name: /Cambiar/ })
    .first()
    .click();
  await page.getByLabel('Importe').fill('96,40');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa y envía' })).toBeVisible();
  await shootDrawn(page, 'revisa', 'vuelve', phone);
  line.fault = (_, path) => (/reembolsos|refunds/i.test(path) && path.includes('create') ? { delayMs: 60_000 } : null);
  await page.getByRole('button', { name: 'Enviar solicitud' }).click();
  await shootDrawn(page, 'revisa', 'enviando', phone);
});

test('revisa: se corrige desde la cola', async ({ page, context }) => {
  test.setTimeout(300_000);
  await atReview(page);
  await context.setOffline(true);
  await handIn(page);
  await page.goto('/#/app/configuraciones/pendientes');
  await page.getByRole('button', { name: 'Editar' }).first().click();
  await expect(page.getByText('Estás corrigiendo')).toBeVisible();
  await shootDrawn(page, 'revisa', 'corrige', phone);
});

async function lock(page: Page): Promise<void> {
  await awayFor(page, 11 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Usar otra cuenta').filter({ visible: true })).toBeVisible();
}

test('bloqueado: espera, contraseña mala, con el teclado', async ({ page, context }) => {
  test.setTimeout(240_000);
  await queueTicket(page, context, 'Espera en la puerta');
  await lock(page);
  await shootDrawn(page, 'bloqueado', 'espera', phone);
  await page.setViewportSize({ width: 390, height: 430 });
  await shootDrawn(page, 'bloqueado', 'teclado', { width: 390, height: 430 });
  const password = page.getByLabel('Contraseña', { exact: true });
  await password.fill(`${PASSWORD}x`);
  await password.press('Enter');
  await expect(page.getByText('La contraseña no es correcta.').filter({ visible: true })).toBeVisible();
  await shootDrawn(page, 'bloqueado', 'clave-mala', phone);
});

const paid = (year: number, month: number, Total: number, Currency = 'USD', Status = 'Aceptado') => ({
  ID: `${year}-${month}-${Currency}`,
  ParsedCompletedDate: `${year}-${String(month).padStart(2, '0')}-05`,
  Total,
  Currency,
  OrderNumber: `ORD-${year}-${month}`,
  Status,
});

test('pagos: un año, tres monedas, solo fallidos, sin resultado', async ({ page, line }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  const year = new Date().getFullYear();
  const answer = async (payments: ReturnType<typeof paid>[]) => {
    line.fault = oneByOne((_, address) =>
      address.includes('getInternetPayments')
        ? { status: 200, body: JSON.stringify(payments.length > 0 ? [{ year, payments }] : []) }
        : null,
    );
    line.seen.length = 0;
    await main(page).getByRole('button', { name: 'Actualizar' }).first().click();
    await expect.poll(() => line.seen.some((one) => one.includes('getInternetPayments'))).toBe(true);
    await page.waitForLoadState('networkidle');
  };
  await open(page, 'pagos/520022');
  await search(page, 'nada que coincida');
  await expect(page.getByText('No encontramos pagos con esa búsqueda')).toBeVisible();
  await shootDrawn(page, 'pagos', 'sin-resultado', phone);
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
  await open(page, 'pagos/520022?ano=1999');
  await expect(page.getByText('No tenemos pagos de 1999')).toBeVisible();
  await shootDrawn(page, 'pagos', 'otro-ano', phone);
  await open(page, 'pagos/520022');
  await answer([paid(year, 1, 86.4), paid(year, 2, 86.4)]);
  await shootDrawn(page, 'pagos', 'un-ano', phone);
  await answer([paid(year, 1, 86.4), paid(year, 1, 12_500, 'CRC'), paid(year, 2, 40, 'EUR')]);
  await page.goto(`/#/app/pagos/520022/resumen/${year}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Resumen anual');
  await shootDrawn(page, 'resumen', 'tres-monedas', phone);
  await open(page, 'pagos/520022');
  await answer([paid(year, 1, 86.4, 'USD', 'Rechazado')]);
  await shootDrawn(page, 'pagos', 'solo-fallidos', phone);
  await page.goto(`/#/app/pagos/520022/resumen/${year}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Resumen anual');
  await shootDrawn(page, 'resumen', 'sin-pagos', phone);
});

test.describe('en un escritorio', () => {
  test.use({ viewport: desk, hasTouch: false });

  test('documentos: sin resultado, una clase, sin conexión', async ({ page, context, line }) => {
    await signInHome(page);
    await open(page, 'documentos/520021');
    await page.getByRole('searchbox').fill('nada que coincida');
    await expect(page.getByText('Nada coincide con lo que buscas')).toBeVisible();
    await shootDrawn(page, 'documentos', 'sin-resultado', desk);
    await page.getByRole('button', { name: 'Ver todo' }).click();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Abrir este documento' }).click();
    await expect(page.getByText(/conexión/).first()).toBeVisible();
    await shootDrawn(page, 'documentos', 'no-esta-aqui', desk);
    await context.setOffline(false);
    line.fault = oneByOne((_, address) =>
      address.includes('getDocuments')
        ? {
            status: 200,
            body: JSON.stringify([{ CategoryDescription: 'Carta', CreatedOnDate: '2026-10-05', PhysicalPath: 'x' }]),
          }
        : null,
    );
    await main(page).getByRole('button', { name: 'Actualizar' }).first().click();
    await expect(main(page).getByText('1 en 2026')).toBeVisible();
    await shootDrawn(page, 'documentos', 'una-clase', desk);
  });

  test('consulta: con un caso, sin conexión', async ({ page, context }) => {
    await signInHome(page);
    await readyOffline(page);
    await openTicketForm(page);
    await choose(page, 'Póliza', 0);
    await page.getByRole('group', { name: 'Tema' }).getByRole('radio', { name: 'Reembolsos' }).check();
    await shootDrawn(page, 'consulta-nueva', 'con-un-caso', desk);
    await context.setOffline(true);
    await fillTicket(page, 'Necesito una copia de mi póliza');
    await shootDrawn(page, 'consulta-nueva', 'sin-conexion', desk);
  });
});

test('factura: no leída, nota de crédito, difiere de lo escrito', async ({ page }) => {
  test.setTimeout(300_000);
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  const attach = (xml: string) =>
    slot.setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await signInHome(page);
  await toInvoice(page, 'Costa Rica');
  await slot.setInputFiles({ name: 'factura.pdf', mimeType: 'application/pdf', buffer: samplePdf() });
  await expect(page.locator('[data-field="documentoFactura"]').getByText('Listo')).toBeVisible();
  await shootDrawn(page, 'factura', 'nada-leido', phone);
  await page.getByLabel('Importe').fill('99,00');
  await attach(costaRicaXml());
  await expect(page.getByRole('region', { name: 'Leímos tu factura' })).toBeVisible();
  await shootDrawn(page, 'factura', 'difiere', phone);
  await attach(
    costaRicaXml({
      FacturaElectronica: 'NotaCreditoElectronica',
      facturaElectronica: 'notaCreditoElectronica',
      '00100004010': '00100004030',
    }),
  );
  await expect(page.getByText(/nota de crédito/)).toBeVisible();
  await shootDrawn(page, 'factura', 'nota-de-credito', phone);
});
