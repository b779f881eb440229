import { rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import { oneByOne } from '../harness/line.ts';
import { attach, fillRefund, handIn, samplePdf, samplePhoto } from '../harness/refund.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket, openTicketForm, ticketArrivedOnce } from '../harness/ticket.ts';
import { DIAGNOSIS, EMAIL, signInHome } from '../harness/trip.ts';

const PENDING = '/#/app/configuraciones/pendientes';
/** The editors of personal information. */
const cards = ['información básica', 'contacto', 'información financiera', 'domicilio'];
const TICKET = 'Escrita sin haber abierto nunca este formulario';

test('[D29][F4] after one visit to home every form opens offline: requests are queued, other forms say that they need a connection', async ({
  page,
  context,
  line,
  server,
}) => {
  test.setTimeout(240_000);
  await signInHome(page);
  await readyOffline(page);
  for (const table of ['ticketTypes', 'cards', 'refunds', 'personalInformation'] as const)
    await expect.poll(() => rowsOnDevice(page, table)).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.reload();

  // This is a refund.
  await page.getByRole('link', { name: 'Reembolsos' }).first().click();
  await fillRefund(page, { diagnosis: DIAGNOSIS, photo: await samplePhoto(page), pdf: samplePdf(60_000) });
  await handIn(page);

  // This is a document for a refund that was never opened on this device.
  await page.getByRole('link', { name: 'Ver mis reembolsos' }).click();
  const refundCard = page.getByRole('button', { name: /Caso R-/ }).first();
  const [caseNumber = ''] = /R-[\d-]+/.exec((await refundCard.textContent()) ?? '') ?? [];
  // The list draws only what is near the window, so another card may be first by the time of the press.
  await page.getByRole('button', { name: caseNumber }).click();
  await expect(page.getByRole('main')).toContainText(caseNumber);
  const paper = samplePdf(40_000);
  await attach(page, 'documento', 'receta.pdf', 'application/pdf', paper);
  await page.getByRole('button', { name: 'Enviar documento' }).click();
  await expect(page.getByText('Pendiente de envío')).toBeVisible();

  // This is a ticket.
  await askTicket(page, TICKET);
  await page.goto(PENDING);
  await expect(page.getByText('Pendiente de envío')).toHaveCount(3);

  // Forms that cannot wait say so first, and keep what is typed.
  await page.goto('/#/app/configuraciones/password');
  await expect(page.getByText('Para cambiar tu contraseña necesitas conexión')).toBeVisible();
  await expect(page.getByLabel('Contraseña actual')).toBeEditable();
  await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click();
  await expect(page.getByText('Para pedir el enlace necesitas conexión a internet')).toBeVisible();
  await page.goto('/#/app/configuraciones/informacionPersonal');
  for (const card of cards) {
    await page.getByRole('button', { name: new RegExp(`^(Editar|Añadir) ${card}`) }).click();
    await expect(page.getByText('Para guardar necesitas conexión')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible();
    if (card === 'domicilio') break;
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByLabel('Dirección exacta').fill('Avenida Sin Red');
  // The draft is written a moment after the last key. An earlier reload could lose it.
  await expect.poll(() => rowsOnDevice(page, 'drafts')).toBe(1);
  await page.reload();
  await expect(page.getByLabel('Dirección exacta')).toHaveValue('Avenida Sin Red');

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Información actualizada con éxito')).toBeVisible();
  await ticketArrivedOnce(page, server.url, TICKET);
  const office = await insurer(server.url, EMAIL);
  const found = await Promise.all(office.polizas.map(({ Policy }) => office.refunds(Policy)));
  const refunds = found.flat();
  expect(refunds.filter(({ diagnostico }) => diagnostico === DIAGNOSIS)).toHaveLength(1);
  const added = refunds.find(({ CaseNumber }) => CaseNumber === caseNumber);
  const papers = added?.documentos.filter(({ filename }) => filename === 'receta.pdf') ?? [];
  expect(papers).toHaveLength(1);
  expect(await office.file(added?.id ?? '', papers[0]?.idDocumento ?? '')).toEqual(paper);
  expect(line.seen.filter((one) => one === 'POST /api/reembolsos/create')).toHaveLength(1);
});

test('[D29][D70] what never came says so without a connection, and comes by itself once there is one', async ({
  page,
  context,
  line,
}) => {
  // The first visit ends before the lists arrive.
  line.fault = oneByOne((_, path) => (/getTiposTickets|getPolicyCards/.test(path) ? 'drop' : null));
  await signInHome(page);
  await readyOffline(page);
  expect(await rowsOnDevice(page, 'ticketTypes')).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/#/app/carnet/520021');
  const main = page.getByRole('main');
  await expect(main).toContainText('Esto aún no está en este teléfono');
  await expect(main).toContainText('Llegará cuando vuelva la conexión.');
  await expect(main).not.toContainText(/No tenemos|Reintentar/);
  line.fault = () => null;
  await context.setOffline(false);
  // It comes without a tap.
  await expect(main).toContainText(/María Fernanda/i);
  await expect(main).not.toContainText('Esto aún no está');
  await expect.poll(() => rowsOnDevice(page, 'ticketTypes')).toBeGreaterThan(0);
  await expect.poll(() => rowsOnDevice(page, 'cards')).toBeGreaterThan(0);
  await context.setOffline(true);
  await openTicketForm(page);
  await page.getByRole('radio', { name: 'Reembolsos' }).check();
});
