import type { Page } from '@playwright/test';
import { costaRicaXml, ecuadorXml } from '../invoices/papers.ts';
import { awayFor } from '../journeys/harness/device.ts';
import { oneByOne } from '../journeys/harness/line.ts';
import { phone } from '../journeys/harness/looks.ts';
import { attach, choose, fillRefund, handIn, samplePdf, samplePhoto, toReview } from '../journeys/harness/refund.ts';
import { fillStorage } from '../journeys/harness/storage.ts';
import { expect, readyOffline, signIn, test } from '../journeys/harness/test.ts';
import { askTicket, fillTicket, openTicketForm, queueTicket } from '../journeys/harness/ticket.ts';
import { signInHome } from '../journeys/harness/trip.ts';
import { toInvoice } from '../journeys/reading/to-invoice.ts';
import { desk, shootDrawn } from './shoot.ts';

/** Further states that the design names, each at the size of its drawing: those that another tab, the insurer or the device brings about. */

const main = (page: Page) => page.getByRole('main');
const review = (page: Page) => page.getByRole('heading', { level: 1, name: 'Revisa y envía' });

async function atReview(page: Page): Promise<void> {
  await page.goto('/#/app/reembolsos/520021');
  await expect(page.getByRole('link', { name: 'Solicitar reembolso' })).toBeVisible();
  await fillRefund(page, { diagnosis: 'Migraña', photo: await samplePhoto(page), pdf: samplePdf() });
  await toReview(page);
}

test('revisa: no aceptada, por encima del límite', async ({ page, line }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  const text = 'Desde la app se piden hasta US$500 000. Para un importe mayor, escríbenos desde Ayuda';
  line.fault = (_, path) =>
    path.includes('reembolsos/create')
      ? { status: 422, body: JSON.stringify({ code: 'invalid', message: text, fields: { importe: text } }) }
      : null;
  await atReview(page);
  await handIn(page);
  await page.goto('/#/app/configuraciones/pendientes');
  await page.getByRole('button', { name: 'Editar' }).first().click();
  await expect(review(page)).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByText('Error al crear el reembolso')).toHaveCount(0, { timeout: 20_000 });
  await shootDrawn(page, 'revisa', 'no-aceptada', phone);
});

test('revisa: falta un papel, otra pestaña la envió', async ({ page, context }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  await atReview(page);
  const other = await context.newPage();
  await other.goto('/#/app/reembolsos/añadir/520021');
  await expect(review(other)).toBeVisible();
  await page.getByRole('button', { name: /^Factura/ }).click();
  await expect(page.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await page
    .locator('[data-field="documentoFactura"]')
    .getByRole('button', { name: /^Quitar/ })
    .click();
  await page.goBack();
  await expect(review(page)).toBeVisible();
  await expect(page.getByText(/^Falta/).first()).toBeVisible();
  await shootDrawn(page, 'revisa', 'falta-un-papel', phone);
  await page.getByRole('button', { name: /^Factura/ }).click();
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await toReview(page);
  await other.reload();
  await expect(review(other)).toBeVisible();
  await handIn(other);
  await expect(page.getByText(/ya se envió o se descartó en otra pestaña/).first()).toBeVisible();
  await expect(page.getByText('Reembolso creado correctamente')).toHaveCount(0);
  await shootDrawn(page, 'revisa', 'otra-pestana', phone);
});

test('bloqueado: dos esperan', async ({ page, context }) => {
  test.setTimeout(240_000);
  await queueTicket(page, context, 'Espera en la puerta');
  await askTicket(page, 'Y otra más');
  await awayFor(page, 11 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Usar otra cuenta').filter({ visible: true })).toBeVisible();
  await expect(page.getByText(/^2 solicitudes/).filter({ visible: true })).toBeVisible();
  await shootDrawn(page, 'bloqueado', 'dos-esperan', phone);
});

test('pagos: doce años', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'grande@demo.test');
  await expect(page.getByText('Próxima factura')).toBeVisible({ timeout: 60_000 });
  const year = new Date().getFullYear() - 10;
  await page.goto(`/#/app/pagos/560001?ano=${year}`);
  await expect(page.getByText(`Pagado en ${year}`)).toBeVisible();
  await shootDrawn(page, 'pagos', 'doce-anos', phone);
});

/** What the insurer says of the customer's policies, changed. */
const policies = (change: (policies: Record<string, unknown>[]) => void) => (_: string, path: string) => {
  if (!path.includes('individualPolicyDetail')) return null;
  return {
    rewrite: (text: string) => {
      const answer = JSON.parse(text);
      change(answer);
      return JSON.stringify(answer);
    },
  };
};

test('inicio: nada sigue; pagos: sin próxima factura', async ({ page, line }) => {
  test.setTimeout(240_000);
  line.fault = oneByOne((_, path) => (/getPendingBills|getByPolicy/.test(path) ? { status: 200, body: '[]' } : null));
  await signInHome(page);
  await expect(page.getByText('Tus datos se abren sin conexión.')).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
  await expect(page.getByText('Lo que sigue')).toHaveCount(0);
  await shootDrawn(page, 'inicio', 'nada-sigue', phone);
  await page.goto('/#/app/pagos/520022');
  await expect(page.getByText(/pagos aceptados/)).toBeVisible();
  await shootDrawn(page, 'pagos', 'sin-proxima', phone);
});

test('inicio y ajustes: trayendo', async ({ page, line }) => {
  test.setTimeout(240_000);
  line.fault = oneByOne((_, path) => (/getDocuments|getByPolicy/.test(path) ? { delayMs: 60_000 } : null));
  await signInHome(page);
  await expect(page.getByText(/^Trayendo todo/)).toBeVisible({ timeout: 60_000 });
  await shootDrawn(page, 'inicio', 'trayendo', phone);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByText(/\d+ de \d+ partes/)).toBeVisible({ timeout: 30_000 });
  await shootDrawn(page, 'ajustes', 'trayendo', phone);
});

test('ajustes: ahorra datos; resumen: faltan meses', async ({ page, context }) => {
  test.setTimeout(240_000);
  const older = new Date().getFullYear() - 3;
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true }),
    }),
  );
  await signIn(page, 'dominicana@demo.test');
  await readyOffline(page);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByText('Traer todo')).toBeVisible({ timeout: 60_000 });
  await shootDrawn(page, 'ajustes', 'ahorra-datos', phone);
  await context.setOffline(true);
  await page.goto(`/#/app/pagos/530031/resumen/${older}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Resumen anual');
  await page.waitForTimeout(1000);
  await shootDrawn(page, 'resumen', 'faltan-meses', phone);
});

test('ajustes: avisos bloqueados', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await signInHome(page);
  await page.goto('/#/app/configuraciones');
  await expect(page.getByText(/bloque/i).first()).toBeVisible();
  await shootDrawn(page, 'ajustes', 'avisos-bloqueados', phone);
});

test('factura: leyendo, de otro país, con fecha futura', async ({ page, line }) => {
  test.setTimeout(300_000);
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  const attachXml = (xml: string) =>
    slot.setInputFiles({ name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await signInHome(page);
  await toInvoice(page, 'Costa Rica');
  line.fault = (_, path) => (/zxing_reader/.test(path) ? { delayMs: 20_000 } : null);
  await slot.setInputFiles({ name: 'factura.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto(page) });
  await expect(page.getByText(/^Leyendo/).first()).toBeVisible();
  await shootDrawn(page, 'factura', 'leyendo', phone);
  line.fault = () => null;
  await attachXml(ecuadorXml());
  await expect(page.getByText(/Ecuador/).first()).toBeVisible({ timeout: 40_000 });
  await shootDrawn(page, 'factura', 'de-otro-pais', phone);
  const year = new Date().getFullYear() + 1;
  await attachXml(costaRicaXml({ '2025-10-28': `${year}-10-28`, '506281025': `5062810${String(year).slice(2)}` }));
  await expect(page.getByText(/fecha que todavía no llega/)).toBeVisible({ timeout: 40_000 });
  await shootDrawn(page, 'factura', 'fecha-futura', phone);
});

test('factura: en una solicitud por enviar', async ({ page, context }) => {
  test.setTimeout(300_000);
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  const xml = { name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(costaRicaXml()) };
  await signInHome(page);
  await readyOffline(page);
  await toInvoice(page, 'Costa Rica');
  await slot.setInputFiles(xml);
  await expect(page.getByRole('region', { name: 'Leímos tu factura' })).toBeVisible();
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await choose(page, 'Tipo de gasto', 3);
  await toReview(page);
  await context.setOffline(true);
  await handIn(page);
  await page.goto('/#/app');
  await toInvoice(page, 'Costa Rica');
  await slot.setInputFiles(xml);
  await expect(page.getByText('Esta factura ya está en una solicitud por enviar:')).toBeVisible({ timeout: 30_000 });
  await shootDrawn(page, 'factura', 'por-enviar', phone);
});

test.describe('en un escritorio', () => {
  test.use({ viewport: desk, hasTouch: false });

  test.describe('sin el worker, cuyas peticiones nadie cambia', () => {
    test.use({ serviceWorkers: 'block' });
    test('documentos: una imagen, sin espacio', async ({ page }) => {
      test.setTimeout(300_000);
      await signInHome(page);
      const png = Buffer.from((await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } })).buffer);
      await page.goto('/#/app/documentos/520021');
      await page.route(/\/archivos\//, (route) =>
        route.fulfill({
          body: png,
          headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="recibo.png"' },
        }),
      );
      await page.getByRole('button', { name: 'Abrir este documento' }).click();
      await expect(page.getByRole('img', { name: 'El documento' })).toBeVisible();
      await shootDrawn(page, 'documentos', 'una-imagen', desk);
      await fillStorage(page);
      await page.getByRole('switch', { name: /sin conexión/i }).click();
      await expect(page.getByText(/^No hay espacio/).first()).toBeVisible();
      await shootDrawn(page, 'documentos', 'sin-espacio', desk);
    });
  });

  test('personas: sin póliza de salud', async ({ page, line }) => {
    line.fault = oneByOne(
      policies((all) => all.splice(0, all.length, ...all.filter(({ Policy }) => Policy !== '520021'))),
    );
    await signIn(page, 'costarica@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/#/app/beneficiarios/520022');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Beneficiarios' })).toBeVisible();
    await expect(
      main(page)
        .getByText(/Actualizado/)
        .first(),
    ).toBeVisible();
    await shootDrawn(page, 'beneficiarios', 'sin-salud', desk);
  });

  test('inicio: tres atrasos y más', async ({ page, line }) => {
    line.fault = oneByOne(
      policies((all) => {
        const late = all.find(({ Policy }) => Policy === '520023');
        for (const index of [1, 2, 3])
          all.push({ ...late, Policy: `52009${index}`, PolicyNumber: `CR-VID-00${index}` });
      }),
    );
    await signIn(page, 'costarica@demo.test');
    await expect(
      page
        .getByText('Ver las 6 pólizas')
        .or(page.getByText(/1 póliza más/))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Personas' })).toBeVisible();
    await shootDrawn(page, 'inicio', 'tres-atrasos', desk);
  });

  test('consulta: borrador guardado', async ({ page }) => {
    await signInHome(page);
    await openTicketForm(page);
    await fillTicket(page, 'Necesito una copia de mi póliza');
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(page.getByLabel('Cuéntanos un poco más')).toHaveValue('Necesito una copia de mi póliza');
    await shootDrawn(page, 'consulta-nueva', 'borrador', desk);
  });

  test('consulta: pólizas de Colombia aparte', async ({ page, line }) => {
    line.fault = oneByOne(
      policies((all) => {
        for (const one of all.slice(0, 2)) one.IssuingCompany = 'AMPARO COLOMBIA';
      }),
    );
    await signIn(page, 'costarica@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openTicketForm(page);
    await page
      .getByRole('combobox', { name: 'Póliza' })
      .or(page.getByRole('button', { name: 'Póliza' }))
      .first()
      .click();
    await shootDrawn(page, 'consulta-nueva', 'sin-colombianas', desk);
  });
});
