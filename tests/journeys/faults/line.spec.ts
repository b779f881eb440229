import { queuedOnDevice, rowsOnDevice, withoutBackgroundSync } from '../harness/device.ts';
import type { Fault } from '../harness/line.ts';
import { attach, handIn, samplePdf } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import {
  askTicket,
  fillTicket,
  handInRefused,
  handInTicket,
  openTicketForm,
  TICKETS,
  ticketArrivedOnce,
  ticketsNamed,
} from '../harness/ticket.ts';
import { arrivedOnce, askOffline, signInHome } from '../harness/trip.ts';

const REFUNDS = '/api/reembolsos/create';
const PENDING = '/#/app/configuraciones/pendientes';

/** Makes the first requests to an address meet a fault, and counts them. */
function meeting(path: string, times: number, fault: Fault) {
  const met = { count: 0 };
  const fails = (method: string, called: string): Fault | null => {
    if (method !== 'POST' || !called.startsWith(path) || met.count >= times) return null;
    met.count += 1;
    return fault;
  };
  return { met, fails };
}

test("[F8] an item stays pending while a café's sign-in page answers for the server, and is sent later", async ({
  page,
  context,
  server,
  line,
}) => {
  const queued = await askOffline(page, context);
  let portal = true;
  let met = 0;
  line.fault = (_, path) => {
    if (!portal || !path.startsWith('/api/')) return null;
    met += path.startsWith(REFUNDS) ? 1 : 0;
    return 'portal';
  };
  await context.setOffline(false);
  await expect.poll(() => met).toBeGreaterThan(0);
  await page.goto(PENDING);
  await expect(page.getByText('Pendiente de envío').first()).toBeVisible();
  expect((await queuedOnDevice(page)).map(({ key, files }) => ({ key, files }))).toEqual([
    { key: queued.key, files: queued.files },
  ]);
  portal = false;
  await page.getByRole('button', { name: 'Enviar ahora' }).click();
  await arrivedOnce(server.url, queued);
});

test("[F9] a ticket refused by the server shows its words in 'Pendientes' and in the form, and is sent once corrected", async ({
  page,
  server,
  line,
}) => {
  await signInHome(page);
  const text = 'Cuéntanos qué documento te falta.';
  const refusal = { code: 'invalid', message: 'Revisa tu consulta', fields: { descripcion: text } };
  const { fails } = meeting(TICKETS, 1, { status: 422, body: JSON.stringify(refusal) });
  line.fault = fails;
  await openTicketForm(page);
  await fillTicket(page, 'No entiendo mi factura');
  await handInRefused(page);
  await expect(page.getByText(text).first()).toBeVisible();
  await page.goto(PENDING);
  await expect(page.getByRole('heading', { level: 1, name: 'Pendientes' })).toBeVisible();
  await expect(page.getByText('Necesita tu atención')).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  expect(await ticketsNamed(server.url, 'No entiendo mi factura')).toBe(0);

  await page.getByRole('button', { name: 'Editar' }).click();
  const ticketText = page.getByLabel('Cuéntanos un poco más');
  await expect(ticketText).toHaveValue('No entiendo mi factura');
  await expect(page.getByText(text)).toBeVisible();
  await ticketText.fill('No entiendo mi factura de octubre');
  await handInTicket(page);
  await ticketArrivedOnce(page, server.url, 'No entiendo mi factura de octubre');
  expect(await ticketsNamed(server.url, 'No entiendo mi factura')).toBe(0);
});

test('[F9] a file refused as too large opens its step with the reason, keeps all files, and is sent once replaced', async ({
  page,
  context,
  server,
  line,
}) => {
  test.setTimeout(120_000);
  const queued = await askOffline(page, context);
  const text = 'El archivo supera lo permitido. Comprímelo o elige otro.';
  const refusal = { code: 'too-large', message: text, fields: { documentoFactura: text } };
  line.fault = meeting(REFUNDS, 1, { status: 413, body: JSON.stringify(refusal) }).fails;
  await context.setOffline(false);
  await page.goto(PENDING);
  await expect(page.getByText('Necesita tu atención')).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa y envía' })).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  // The refund can be sent only after its refused file was replaced.
  await expect(page.getByRole('button', { name: 'Enviar solicitud' })).toBeDisabled();
  await page.getByRole('button', { name: /^Factura/ }).click();
  await expect(page.getByText('Paso 4 de 4 · Ambulatorio').first()).toBeVisible();
  await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.locator('[data-field="documentoFactura"]')).toContainText('factura.pdf');
  const [held] = await queuedOnDevice(page);
  expect(held?.files).toEqual(queued.files);

  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  const smaller = samplePdf(90_000);
  await attach(page, 'documentoFactura', 'factura-menor.pdf', 'application/pdf', smaller);
  await handIn(page);
  await arrivedOnce(server.url, {
    ...queued,
    files: { ...queued.files, documentoFactura: smaller.toString('base64') },
  });
});

test('[F28] a large upload on a breaking line shows its progress, delays no ticket, and arrives by trying again', async ({
  page,
  context,
  server,
  line,
}) => {
  test.setTimeout(150_000);
  // The open page must send it, because a page cannot follow what the worker sends.
  await context.addInitScript(withoutBackgroundSync);
  const queued = await askOffline(page, context, 2_900_000);
  const { fails, met } = meeting(REFUNDS, 1, 'hold-body');
  line.fault = fails;
  await context.setOffline(false);
  await expect.poll(() => met.count, { timeout: 30_000 }).toBe(1);
  // Three megabytes are held on the line, and a new ticket does not wait for them.
  await askTicket(page, 'Mientras sube lo grande');
  await expect.poll(() => ticketsNamed(server.url, 'Mientras sube lo grande'), { timeout: 30_000 }).toBe(1);
  await page.goto(PENDING);
  await expect(page.getByRole('progressbar', { name: /^Enviando: \d+ %$/ }).first()).toBeVisible();
  expect((await queuedOnDevice(page)).map(({ key, state }) => ({ key, state }))).toEqual([
    { key: queued.key, state: 'sending' },
  ]);
  line.cutHeld();
  await arrivedOnce(server.url, queued, 60_000);
  expect(line.seen.filter((one) => one === `POST ${REFUNDS}`).length).toBe(2);
});

test('[F29] editing a ticket after a lost answer finds that it arrived, and shows its receipt', async ({
  page,
  server,
  line,
}) => {
  await signInHome(page);
  // Every answer is lost, so only the question for the receipt can settle the item.
  line.fault = (method, path) => (method === 'POST' && path.startsWith(TICKETS) ? 'lose-answer' : null);
  await askTicket(page, 'Ya llegó');
  await expect.poll(() => ticketsNamed(server.url, 'Ya llegó')).toBe(1);
  await page.goto(PENDING);
  const edit = page.getByRole('button', { name: 'Editar' });
  await expect(edit).toBeEnabled();
  await edit.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta recibida' })).toBeVisible();
  await expect(page.getByText('Comprobante').first()).toBeVisible();
  expect(await rowsOnDevice(page, 'outbox')).toBe(0);
  expect(await ticketsNamed(server.url, 'Ya llegó')).toBe(1);
});

test('[F29] a late copy is refused when the customer discarded a ticket that had not reached the server', async ({
  page,
  server,
  line,
}) => {
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  await fillTicket(page, 'Mejor no');
  line.fault = (method, path) => (method === 'POST' && path.startsWith(TICKETS) ? 'swallow' : null);
  await handInTicket(page);
  await expect.poll(() => line.swallowed.length).toBeGreaterThan(0);
  await page.goto(PENDING);
  // While it is being sent once more it stays, and says so.
  await expect(async () => {
    await page.getByRole('button', { name: 'Descartar' }).click({ timeout: 2_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click({ timeout: 2_000 });
    await expect(page.getByText('No tienes nada pendiente')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  expect(await rowsOnDevice(page, 'outbox')).toBe(0);

  line.fault = () => null;
  const [late] = line.swallowed;
  if (!late) throw new Error('nothing was swallowed');
  const { 'content-length': _, connection: __, ...headers } = late.headers;
  const answer = await fetch(`${server.url}${late.path}`, {
    method: 'POST',
    headers: { ...headers, host: new URL(server.url).host, origin: server.url },
    body: new Uint8Array(late.body),
  });
  expect(answer.ok).toBe(false);
  expect(await answer.json()).toMatchObject({ code: 'withdrawn' });
  expect(await ticketsNamed(server.url, 'Mejor no')).toBe(0);
});
