import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { addDays, shortDate } from '#rules/dates.ts';
import { auditTrail, refunds } from '#server/database/schema.ts';
import { demoToday } from '#server/demo/demo-day.ts';
import { CLERK } from '#server/demo/office.ts';
import { deviceKeys, opened, openPushService, type PushService } from '../push-service.ts';
import { refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const EMAIL = 'costarica@demo.test';
const device = deviceKeys();
let server: TestApp;
let service: PushService;
let maria: SignedIn;
/** The server's time; null is the present. */
let now: Date | null = null;

beforeAll(async () => {
  service = await openPushService();
  server = await createTestApp({
    clock: () => now ?? new Date(),
    seed: [EMAIL, 'colombia@demo.test'],
    pushService: service.url,
  });
  maria = await server.signIn(EMAIL);
  const fields = { idUsuario: maria.id, endpoint: `${service.url}/maria`, ...device.keys };
  await send(server.app, 'subscribePush', { fields }, maria.headers);
}, 60_000);
beforeEach(() => {
  service.arrived.length = 0;
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const page = async (email = EMAIL) =>
  (await server.app.request(`${ORIGIN}/demo/oficina?cliente=${encodeURIComponent(email)}`)).text();
const act = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.request(`${ORIGIN}/demo/oficina`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN, ...headers },
    body: new URLSearchParams({ cliente: maria.id, ...fields }),
  });
const told = async () => {
  await server.settled();
  return service.arrived.map(({ body }) => JSON.parse(opened(body, device)));
};

test('[D63] the desk moves a refund to a new state, and the push about it names only ids', async () => {
  const asked = await send(
    server.app,
    'createRefund',
    { fields: refundFields(maria, '520021'), files: refundPapers() },
    maria.headers,
  );
  const { id } = asked.body.reembolso as { id: string };
  const moved = await act({ accion: 'reembolso', id, estado: '5' });
  expect(moved.status).toBe(303);
  const said = await (await server.app.request(ORIGIN + moved.headers.get('location'))).text();
  expect(said).toContain('pasó a Aprobado');
  const { body } = await send(
    server.app,
    'refunds',
    { fields: { idUsuario: maria.id, poliza: '520021' } },
    maria.headers,
  );
  expect(body).toContainEqual(expect.objectContaining({ id, idEstado: 5, estado: 'Aprobado' }));
  expect(await told()).toEqual([{ tema: 'solicitudes', poliza: '520021', reembolso: id }]);
});

test('the desk shows whom a refund is for, for what, how much and with which papers, and never the diagnosis', async () => {
  const fields = { ...refundFields(maria, '520021'), importe: '1234.50', diagnostico: 'Secreto médico' };
  await send(server.app, 'createRefund', { fields, files: refundPapers() }, maria.headers);
  const desk = await page();
  expect(desk).toMatch(/Maria Fernanda Rojas Mora\s· Honorarios médicos\s· Ambulatorio\s· US\$1.234,50/);
  expect(desk).toContain('historia.pdf y factura.pdf');
  expect(desk).not.toContain('Secreto médico');
});

test('[D50] a refund tells since when it is in each state, the expected days, and what was paid', async () => {
  const asked = await send(
    server.app,
    'createRefund',
    { fields: refundFields(maria, '520021'), files: refundPapers() },
    maria.headers,
  );
  const { id } = asked.body.reembolso as { id: string };
  for (const estado of ['2', '5', '6']) await act({ accion: 'reembolso', id, estado });
  const { body } = await send(
    server.app,
    'refunds',
    { fields: { idUsuario: maria.id, poliza: '520021' } },
    maria.headers,
  );
  const found = (body as unknown as Refund[]).find((one) => one.id === id);
  expect(found?.estados?.map(({ idEstado }) => idEstado)).toEqual([1, 2, 5, 6]);
  for (const { desde } of found?.estados ?? []) expect(Date.parse(desde)).toBeGreaterThan(0);
  expect(found).toMatchObject({ diasEsperados: 15, importePagado: found?.importe });
  await server.settled();
  expect(found?.fechaPago).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('[D50] the desk answers a ticket, and the answer names its author', async () => {
  const fields = { idUsuario: maria.id, idTipoTicket: '1', descripcion: '¿Me cubre <b>esto</b>?', poliza: '520021' };
  const asked = await send(server.app, 'createTicket', { fields }, maria.headers);
  const { id } = asked.body.ticket as { id: string };
  expect(await page()).toContain('¿Me cubre &lt;b&gt;esto&lt;/b&gt;?');
  await act({ accion: 'consulta', id, respuesta: 'Sí, en consulta.' });
  const { body } = await send(server.app, 'tickets', { fields: { idUsuario: maria.id } }, maria.headers);
  expect(body).toContainEqual(
    expect.objectContaining({
      id,
      notas: '¿Me cubre <b>esto</b>?',
      respuestas: [{ texto: 'Sí, en consulta.', autor: CLERK, fecha: expect.stringMatching(/^\d{4}-.*Z$/) }],
    }),
  );
  expect(await told()).toEqual([{ tema: 'solicitudes', consulta: id }]);
});

test('the desk issues a bill and publishes a document', async () => {
  const bills = () =>
    send(
      server.app,
      'pendingBills',
      { fields: { VisualTimeInstance: 'VTUSA', Policy: '520021', PendingBills: 1 } },
      maria.headers,
    );
  const before = (await bills()).body as unknown as unknown[];
  await act({ accion: 'factura', poliza: '520021' });
  await act({ accion: 'factura', poliza: '520021' });
  expect((await bills()).body as unknown as unknown[]).toHaveLength(before.length + 2);
  await act({ accion: 'documento', poliza: '520021' });
  const { body } = await send(server.app, 'documents', { fields: { policyId: '520021' } }, maria.headers);
  expect(body).toContainEqual(expect.objectContaining({ CategoryDescription: 'Carta' }));
  expect((await told()).map(({ tema }) => tema).sort()).toEqual(['documentos', 'facturas', 'facturas']);
});

test('[D63][D78] the desk reports as the insurer’s systems do: counted, noted, and dated by the day at the customer’s', async () => {
  // Half past six in the evening in Costa Rica, yesterday.
  const here = demoToday(() => new Date());
  const day = addDays(here, -1);
  now = new Date(`${here}T00:30:00Z`);
  const sent = { fields: refundFields(maria, '520021'), files: refundPapers() };
  const asked = await send(server.app, 'createRefund', sent, maria.headers);
  const { id, CaseNumber } = asked.body.reembolso as Refund;
  expect(await page()).toContain(`<b>${CaseNumber}</b><span>${shortDate(day)}</span>`);
  await act({ accion: 'reembolso', id, estado: '5' });
  await act({ accion: 'reembolso', id, estado: '6' });
  now = null;
  await server.settled();
  const [row] = await server.db.select().from(refunds).where(eq(refunds.id, id));
  expect(row).toMatchObject({ reported: 2, paid: { importe: 86.4, fecha: `${here}T00:30:00.000Z` } });
  const list = await send(server.app, 'refunds', { fields: { idUsuario: maria.id, poliza: '520021' } }, maria.headers);
  const paid = { id, fechaPago: day, instantePago: `${here}T00:30:00.000Z` };
  expect(list.body).toContainEqual(expect.objectContaining(paid));
  const trail = await server.db.select().from(auditTrail).where(eq(auditTrail.about, id));
  expect(trail.map(({ actor, event }) => `${actor} ${event}`)).toEqual(['insurer reported', 'insurer reported']);
});

test('[S10] a request from another site or without sense changes nothing', async () => {
  const bill = { accion: 'factura', poliza: '520021' };
  expect((await act(bill, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await act(bill, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await act({ accion: 'nada' })).status).toBe(400);
  expect((await act({ ...bill, cliente: 'nobody' })).status).toBe(400);
  // A policy of another customer.
  expect((await act({ accion: 'factura', poliza: '550051' })).status).toBe(404);
  expect((await act({ accion: 'reembolso', id: 'none', estado: '5' })).status).toBe(404);
  expect((await act({ accion: 'reembolso', id: 'none', estado: '9' })).status).toBe(400);
  expect((await act({ accion: 'consulta', id: 'none', respuesta: '   ' })).status).toBe(400);
  expect(await told()).toEqual([]);
});

test('the page of the desk names no diagnosis, runs no script and is closed to search engines', async () => {
  const answer = await server.app.request(`${ORIGIN}/demo/oficina?cliente=${EMAIL}&hecho=<script>`);
  const html = await answer.text();
  expect(html).not.toContain('Faringitis');
  expect(html).not.toContain('<script');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(html).toContain('noindex');
  expect(await page('colombia@demo.test')).toContain('Este cliente no ha hecho consultas.');
});

test('[S11] NUL in the desk’s address or form is refused, never a failure of the server', async () => {
  expect((await server.app.request(`${ORIGIN}/demo/oficina?cliente=%00`)).status).toBe(200);
  const asked = { accion: 'consulta', id: '1', respuesta: 'Sí', cliente: maria.id };
  for (const odd of [{ id: '\0' }, { respuesta: 'a\0' }, { cliente: '\0' }]) {
    expect((await act({ ...asked, ...odd })).status, JSON.stringify(odd)).toBe(400);
  }
});
