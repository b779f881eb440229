import { costaRicaXml } from '../invoices/papers.ts';
import { insurer } from '../journeys/harness/insurer.ts';
import { attach, choose, fillRefund, handIn, samplePdf, samplePhoto, toReview } from '../journeys/harness/refund.ts';
import { expect, readyOffline, test } from '../journeys/harness/test.ts';
import { askTicket, fillTicket, handInTicket, openTicketForm } from '../journeys/harness/ticket.ts';
import { EMAIL, openNewRefund, signInHome } from '../journeys/harness/trip.ts';
import { toInvoice } from '../journeys/reading/to-invoice.ts';
import { shoot } from './shoot.ts';

const POLICY = '520021';

test('reembolso nuevo', async ({ page, context }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  await readyOffline(page);
  await page.goto(`/#/app/reembolsos/${POLICY}`);
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'tipo');
  await page.getByText('Ambulatorio', { exact: true }).click();
  await shoot(page, 'reembolso-nuevo', 'tipo-elegido');
  await page.goto('/#/app');
  await openNewRefund(page);
  await shoot(page, 'reembolso-nuevo', 'paso-1');
  const on = page.getByRole('button', { name: 'Continuar' });
  await page.getByLabel('Diagnóstico').fill('Migraña');
  await on.click();
  await expect(page.getByText('Paso 2 de 4').first()).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'paso-2-vacio');
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('01-11-2025');
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('03-11-2025');
  await page.getByLabel('Fecha del servicio', { exact: true }).fill('05-11-2029');
  await attach(page, 'documentoHistoriaClinica', 'historia.jpg', 'image/jpeg', await samplePhoto(page));
  await shoot(page, 'reembolso-nuevo', 'paso-2-fecha-mala');
  await page.getByLabel('Fecha del servicio', { exact: true }).fill('05-11-2025');
  await on.click();
  await expect(page.getByText('Paso 3 de 4').first()).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'paso-3');
  await page.getByLabel('Ciudad').fill('San José');
  await page.getByRole('textbox', { name: 'Hospital o centro médico' }).fill('Clínica Bíblica');
  await page.getByRole('textbox', { name: 'Médico tratante' }).fill('Dra. Elena Mora');
  await choose(page, 'País', 0);
  await on.click();
  await expect(page.getByText('Paso 4 de 4').first()).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'paso-4-vacio');
  await choose(page, 'Tipo de gasto', 3);
  await page.getByLabel('Importe').fill('86,40');
  await choose(page, 'Divisa', 0);
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await page.goto('/#/app');
  await expect(page.getByText('Lo que sigue')).toBeVisible();
  await shoot(page, 'inicio', 'con-borrador');
  await page.goBack();
  await toReview(page);
  await shoot(page, 'revisa', 'lleno');
  await context.setOffline(true);
  await expect(page.getByText(/^Sin conexión: se guarda aquí y sale (sola|al abrir Amparo)\.$/)).toBeVisible();
  await shoot(page, 'revisa', 'sin-conexion');
  await handIn(page);
  await expect(page.getByText('En cola: se enviará cuando vuelva la conexión')).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'guardada');
  await page.goto('/#/app');
  await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
  await shoot(page, 'inicio', 'en-cola');
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'pendientes', 'en-cola');
  await page.goto(`/#/app/reembolsos/${POLICY}`);
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  await shoot(page, 'reembolsos', 'en-cola');
});

test('factura leída y repetida', async ({ page }) => {
  test.setTimeout(300_000);
  const slot = page.locator('[data-field="documentoFactura"] input[type="file"]').first();
  const xml = { name: 'factura.xml', mimeType: 'text/xml', buffer: Buffer.from(costaRicaXml()) };
  await signInHome(page);
  await toInvoice(page, 'Costa Rica');
  await slot.setInputFiles(xml);
  await expect(page.getByRole('region', { name: 'Leímos tu factura' })).toBeVisible();
  await shoot(page, 'factura', 'leida');
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf());
  await choose(page, 'Tipo de gasto', 3);
  await toReview(page);
  await handIn(page);
  await expect(page.getByText(/R-\d{4}-\d{6}/).first()).toBeVisible({ timeout: 30_000 });
  await page.goto('/#/app');
  await toInvoice(page, 'Costa Rica');
  await slot.setInputFiles(xml);
  await expect(page.getByText('Esta factura ya está en otro reembolso:')).toBeVisible({ timeout: 30_000 });
  await shoot(page, 'factura', 'repetida');
});

test('reembolso enviado y rechazado', async ({ page, line }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  await page.goto(`/#/app/reembolsos/${POLICY}`);
  await fillRefund(page, { diagnosis: 'Migraña', photo: await samplePhoto(page), pdf: samplePdf() });
  await handIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Solicitud recibida' })).toBeVisible();
  await shoot(page, 'reembolso-nuevo', 'recibida');
  line.fault = (_, path) =>
    path.includes('tickets/create')
      ? { status: 422, body: '{"code":"rejected","mensaje":"Elige otro tema","errores":{"tema":"Elige otro tema"}}' }
      : null;
  await askTicket(page, 'Una consulta');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'consulta-nueva', 'no-aceptada');
  await page.goto('/#/app/configuraciones/pendientes');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shoot(page, 'pendientes', 'no-aceptada');
  await page.goto('/#/app');
  await expect(page.getByText('Lo que sigue')).toBeVisible();
  await shoot(page, 'inicio', 'no-aceptada');
});

test('caso', async ({ page, context, server }) => {
  await signInHome(page);
  await readyOffline(page);
  for (const state of [/En trámite/, /Aprobado/, /Negado/]) {
    await page.goto(`/#/app/reembolsos/${POLICY}`);
    const one = page.getByRole('listitem').getByRole('button', { name: state }).first();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    if ((await one.count()) === 0) continue;
    await one.click();
    await expect(page.getByRole('region', { name: 'Estado' })).toBeVisible();
    await shoot(page, 'caso', state.source.toLowerCase().replace(' ', '-'));
  }
  await context.setOffline(true);
  await shoot(page, 'caso', 'sin-conexion');
  await context.setOffline(false);

  const maria = await insurer(server.url, EMAIL);
  const refund = (await maria.refunds(POLICY)).find((one) => (one as unknown as { idEstado: number }).idEstado === 2);
  await page.goto('/#/app/novedades');
  await expect(page.getByText('No tienes novedades')).toBeVisible();
  await shoot(page, 'novedades', 'vacio');
  await page.goto(`/#/app/documentos/${POLICY}`);
  await expect(page.getByText(/^Actualizado/)).toBeVisible();
  const done: Record<string, string>[] = [
    { accion: 'reembolso', id: refund?.id ?? '', estado: '5' },
    { accion: 'documento', poliza: POLICY },
  ];
  for (const what of done) {
    await fetch(`${server.url}/demo/oficina`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ cliente: maria.usuario.id, ...what }),
    });
  }
  for (const path of ['reembolsos', 'documentos']) {
    await page.goto(`/#/app/${path}/${POLICY}`);
    const answered = page.waitForResponse((answer) => /getByPolicy|getDocuments/.test(answer.url()));
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await answered;
  }
  await openTicketForm(page);
  await shoot(page, 'consulta-nueva', 'vacio');
  await fillTicket(page, 'Necesito una copia de mi póliza');
  await shoot(page, 'consulta-nueva', 'lleno');
  await handInTicket(page);
  await shoot(page, 'consulta-nueva', 'recibida');
  await page.goto('/#/app');
  await expect(page.getByText('Lo que sigue')).toBeVisible();
  await shoot(page, 'inicio', 'con-novedades');
  await page.goto('/#/app/novedades');
  await expect(page.getByText('Documento añadido')).toBeVisible();
  await shoot(page, 'novedades', 'lleno');
  await context.setOffline(true);
  await shoot(page, 'novedades', 'sin-conexion');
});
