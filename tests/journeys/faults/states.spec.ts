import type { BrowserContext, Page } from '@playwright/test';
import { inFirefox, leaveOut, PAPER } from '../harness/engine.ts';
import type { Fault } from '../harness/line.ts';
import { looks, phone, SHOTS } from '../harness/looks.ts';
import { onDevice } from '../harness/on-device.ts';
import { attach, choose, samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { fillTicket, handInRefused, handInTicket, openTicketForm, TICKETS } from '../harness/ticket.ts';
import { revokeTokens } from '../harness/tokens.ts';
import { askOffline, DIAGNOSIS, pressSignOut, signInHome } from '../harness/trip.ts';

const PENDING = '/#/app/configuraciones/pendientes';
const REFUNDS = '/api/reembolsos/create';

const posts =
  (path: string, fault: Fault) =>
  (method: string, called: string): Fault | null =>
    method === 'POST' && called.startsWith(path) ? fault : null;

const step = (page: Page, number: number) =>
  expect(page.getByText(`Paso ${number} de 4 · Accidente`).first()).toBeVisible();
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();

test('[D73][H2.41][H2.45] every step of a new refund fits and is accessible, with a connection and without', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await looks(page, 'nuevo-0');
  await page.getByText('Accidente', { exact: true }).click();
  await looks(page, 'nuevo-0-elegido');
  await goOn(page);
  await step(page, 1);
  await choose(page, 'Paciente', 0);
  await page.getByLabel('Diagnóstico').fill(DIAGNOSIS);
  await looks(page, 'nuevo-1');
  await goOn(page);
  await step(page, 2);
  await looks(page, 'nuevo-2-vacio');
  await page.getByLabel('Tipo de accidente').fill('Caída');
  await page.getByLabel('Fecha del accidente', { exact: true }).fill('01-11-2025');
  await page.getByText('Trabajo', { exact: true }).click();
  await page.getByLabel('Detalles del accidente').fill('Me caí de una escalera.');
  await page.getByLabel('No hubo reporte').check();
  await looks(page, 'nuevo-2');
  await page.getByLabel('No hubo reporte').uncheck();
  await attach(page, 'reportePolicial', 'parte.pdf', 'application/pdf', samplePdf(60_000));
  await goOn(page);
  await step(page, 3);
  await page.getByLabel('Inicio de los síntomas', { exact: true }).fill('02-11-2025');
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('01-11-2025');
  await page.getByLabel('Inicio de los síntomas', { exact: true }).click();
  await expect(page.getByText('El diagnóstico no puede ser anterior')).toBeVisible();
  await attach(page, 'documentoHistoriaClinica', 'historia.jpg', 'image/jpeg', await samplePhoto(page));
  await looks(page, 'nuevo-3-error');
  await page.getByLabel('Fecha del diagnóstico', { exact: true }).fill('03-11-2025');
  await page.getByLabel('Ciudad').fill('San José');
  await page.getByRole('textbox', { name: 'Hospital o centro médico' }).fill('Clínica Bíblica');
  await page.getByRole('textbox', { name: 'Médico tratante' }).fill('Dra. Elena Mora');
  await choose(page, 'País', 0);
  await looks(page, 'nuevo-3');
  await goOn(page);
  await step(page, 4);
  await choose(page, 'Tipo de gasto', 3);
  await page.getByLabel('Importe').fill('1286,40');
  await choose(page, 'Divisa', 0);
  await attach(page, 'documentoFactura', 'factura.pdf', 'application/pdf', samplePdf(60_000));
  await looks(page, 'nuevo-4');
  await goOn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa y envía' })).toBeVisible();
  await looks(page, 'revision');
  await context.setOffline(true);
  await expect(page.getByText(/^Sin conexión: se guarda aquí y sale (sola|al abrir Amparo)\.$/)).toBeVisible();
  await looks(page, 'revision-sin-conexion');
  await page.getByRole('button', { name: 'Volver' }).click();
  await step(page, 4);
  await page.goto('/#/app');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await page.getByRole('link', { name: 'Solicitar reembolso' }).click();
  await expect(page.getByText('Seguimos donde lo dejaste.')).toBeVisible();
  await looks(page, 'nuevo-reanudado');
});

test('[F9][F28][F29] a queued refund is shown in each state: waiting, with a document, sending, unclear, refused, corrected, received', async ({
  page,
  context,
  line,
}) => {
  test.setTimeout(240_000);
  await watchBadge(context);
  await askOffline(page, context, 900_000);
  await looks(page, 'recibida-en-cola');
  await page.getByRole('link', { name: 'Ver mis reembolsos' }).click();
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  await looks(page, 'historial-con-cola');
  await page.getByRole('button', { name: 'Exámenes de laboratorio', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  await attach(page, 'documento', 'receta.pdf', 'application/pdf', samplePdf(40_000));
  await page.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(page.getByText('Saldrá en cuanto se envíe la solicitud')).toBeVisible();
  await looks(page, 'detalle-en-cola');
  await page.getByRole('button', { name: 'Cambiar archivo' }).click();
  await expect(page.getByText('Cambiar el documento', { exact: true })).toBeVisible();
  await looks(page, 'detalle-cambiar');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(PENDING);
  await expect(page.getByText('Pendiente de envío')).toHaveCount(2);
  await badgeShows(page, 2);
  await looks(page, 'pendientes-en-cola');
  await page.getByRole('button', { name: 'Descartar' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await looks(page, 'pendientes-descartar');
  await page.getByRole('button', { name: 'Conservar' }).click();

  // Half of the body is on the line and stays there.
  line.fault = posts(REFUNDS, 'hold-body');
  await context.setOffline(false);
  await expect(page.getByText(/^Enviando/).first()).toBeVisible({ timeout: 30_000 });
  await looks(page, 'pendientes-enviando');
  line.fault = posts(REFUNDS, 'lose-answer');
  line.cutHeld();
  await expect
    .poll(() => line.seen.filter((one) => one === `POST ${REFUNDS}`).length, { timeout: 40_000 })
    .toBeGreaterThan(1);
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Puede que ya la hayamos recibido')).toBeVisible();
  await looks(page, 'pendientes-incierta');
  line.fault = () => null;
  await context.setOffline(false);
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible({ timeout: 40_000 });
  await badgeShows(page, 0);
  await looks(page, 'pendientes-vacio-con-comprobantes');
  await page.getByText(/^N\.º R-/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Comprobante' })).toBeVisible();
  await looks(page, 'comprobante');
  await prints(page, 'comprobante');
});

test('[F6][F9][F21] a ticket is shown in each state: form, received, parked, refused, of another version, with its receipt', async ({
  page,
  context,
  server,
  line,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  await page.goto(PENDING);
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible();
  await looks(page, 'pendientes-vacio');
  await openTicketForm(page);
  await looks(page, 'consulta-vacia');
  await fillTicket(page, '¿Cuándo vence mi factura?');
  await context.setOffline(true);
  await expect(page.getByText('Puedes escribirla ahora')).toBeVisible();
  await looks(page, 'consulta');
  await handInTicket(page);
  await looks(page, 'consulta-en-cola');
  await page.goto('/#/app/configuraciones/ayuda');
  await expect(page.getByText('Pendiente de envío')).toBeVisible();
  await looks(page, 'ayuda-con-cola');

  await revokeTokens(server);
  await context.setOffline(false);
  await page.goto(PENDING);
  await expect(page.getByText('Saldrá cuando ingreses de nuevo.')).toBeVisible({ timeout: 30_000 });
  await looks(page, 'pendientes-sin-sesion');
  await markAsNewer(page);
  await page.reload();
  await expect(page.getByText('Es una solicitud de otra versión de la app.')).toBeVisible();
  await looks(page, 'pendientes-otra-version');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText('No tienes nada pendiente')).toBeVisible();

  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  await signInHome(page);
  const text = 'Escribe un poco más, por favor';
  const refusal = { code: 'invalid', message: 'Revisa los datos', fields: { descripcion: text } };
  line.fault = posts(TICKETS, { status: 422, body: JSON.stringify(refusal) });
  await openTicketForm(page);
  await fillTicket(page, 'Hola');
  await handInRefused(page);
  await expect(page.getByText(text).first()).toBeVisible({ timeout: 30_000 });
  await looks(page, 'consulta-rechazada');
  await page.goto(PENDING);
  await expect(page.getByText('Necesita tu atención')).toBeVisible();
  await looks(page, 'pendientes-rechazada');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir consulta' })).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  await looks(page, 'consulta-corregir');
  line.fault = () => null;
  await page.getByLabel('Cuéntanos un poco más').fill('No entiendo mi factura de octubre');
  await handInTicket(page);
  await expect(page.getByText('Comprobante')).toBeVisible({ timeout: 30_000 });
  await looks(page, 'consulta-comprobante');
  await prints(page, 'consulta-comprobante');
});

/** Makes the rows look written by another version, which this one can neither read nor send. */
const markAsNewer = (page: Page) =>
  onDevice(page, ({ write }) =>
    write(['outbox'], (storeOf) => {
      const rows = storeOf('outbox').getAll();
      rows.onsuccess = () => {
        for (const row of rows.result) storeOf('outbox').put({ ...row, iv: new Uint8Array(12) });
      };
    }),
  );

test('[F9] one of 500 refunds is shown in its history, its detail, and with a refused document', async ({
  page,
  line,
}) => {
  test.setTimeout(240_000);
  await signInHome(page, 'grande@demo.test');
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de reembolsos' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await looks(page, 'historial-500');
  if (SHOTS) await page.pdf({ path: `${SHOTS}/historial-500.pdf`, format: 'A4' });
  await page.getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Detalle del reembolso' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Información médica' })).toBeVisible();
  await looks(page, 'detalle');
  line.fault = posts('/api/reembolsos/uploadNewDocument', {
    status: 413,
    body: '<h1>413</h1>',
    headers: { 'content-type': 'text/html' },
  });
  await attach(page, 'documento', 'escaneo.pdf', 'application/pdf', samplePdf(300_000));
  await page.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(page.getByText('Elige uno más pequeño')).toBeVisible({ timeout: 30_000 });
  await looks(page, 'detalle-rechazado');
  await page.getByRole('button', { name: 'Cambiar archivo' }).click();
  const fileField = page.locator('[data-field="documento"]').first();
  await expect(fileField).toContainText('escaneo.pdf');
  await expect(fileField).toContainText('Elige uno más pequeño');
  await looks(page, 'detalle-cambiar-rechazado');
});

/** Writes the badge's number on the page, because no test sees the icon of an installed app. */
async function watchBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const tell = async (count = 0) => void document.documentElement.setAttribute('data-badge', String(count));
    Object.assign(Navigator.prototype, { setAppBadge: tell, clearAppBadge: () => tell(0) });
  });
}

const badgeShows = (page: Page, count: number) =>
  expect(page.locator('html')).toHaveAttribute('data-badge', String(count));

/** Checks that the receipt prints alone on one A4 page, without navigation, notices or controls. */
async function prints(page: Page, name: string): Promise<void> {
  if (inFirefox(page)) return leaveOut(test.info(), PAPER);
  const paper = await page.pdf({ format: 'A4', ...(SHOTS && { path: `${SHOTS}/${name}.pdf` }) });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g), name).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-print.png`, fullPage: true });
  for (const control of await page.locator('nav, button, a[href]').all()) await expect(control).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(phone);
}
