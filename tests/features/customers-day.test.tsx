// @module-tag depth
import '#tests/page.ts';

import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { payments, policies } from '#mirror/collections.ts';
import { refundTimeline } from '#rules/refund-timeline.ts';
import { ticketDay } from '#rules/tickets.ts';
import { refundFields, refundPapers, send } from '#tests/server/requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { deviceOf, openAt, pageText, sees } from './reading.tsx';

const EMAIL = 'costarica@demo.test';
/** A life policy in arrears, the third one of the customer. */
const BEHIND = '520023';
const HEALTH = '520021';

/** 22:23 on 25 November in Costa Rica. */
const PAID = new Date('2026-11-26T04:23:00Z');
const zoneBefore = process.env.TZ;

/** The zone of the process: the server's and the device's. Only the device may show it. */
const zones = {
  'America/Costa_Rica': { day: 25, hour: '22:23' },
  UTC: { day: 26, hour: '4:23' },
  'Pacific/Auckland': { day: 26, hour: '17:23' },
};

describe.each(Object.entries(zones))('paid at 22:23 in Costa Rica, on a clock of %s', (zone, { day, hour }) => {
  let server: TestApp;
  let device: Device;
  let maria: SignedIn;

  beforeAll(async () => {
    process.env.TZ = zone;
    vi.useFakeTimers({ toFake: ['Date'], now: PAID });
    server = await createTestApp({ seed: [EMAIL] });
    maria = await server.signIn(EMAIL);
    device = await deviceOf(server, EMAIL);
    await device.mirror.pull(policies);
    await device.mirror.pull(payments, BEHIND);
    const order = { PolicyNumber: 'CR-VID-0028733', BillNo: 'F-520023-1', Amount: 412.5, Currency: null };
    const link = await send(
      server.app,
      'paymentLink',
      { fields: { VisualTimeInstance: 'VTUSA', ...order } },
      maria.headers,
    );
    const pay = { method: 'POST', body: new URLSearchParams({ accion: 'pagar' }) };
    await server.app.request(ORIGIN + String(link.body.paymentUrl), pay);
    await device.mirror.pull(policies);
    await device.mirror.pull(payments, BEHIND);
  }, SERVER_START_MS);
  afterEach(cleanup);
  afterAll(async () => {
    await server.close();
    vi.useRealTimers();
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  const act = (fields: Record<string, string>) =>
    server.app.request(`${ORIGIN}/demo/oficina`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN },
      body: new URLSearchParams({ cliente: maria.id, ...fields }),
    });

  test('[D78] the card, Pagos and Novedades say one day, the device’s', async () => {
    await openAt(device, '/app?poliza=2');
    await sees(`Último pago ${day} nov`);
    cleanup();
    await openAt(device, `/app/pagos/${BEHIND}`);
    await sees(/^ORD-S-/);
    const paid = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('ORD-S-'));
    expect(paid?.textContent).toContain(`${day} de noviembre de 2026`);
    cleanup();
    await openAt(device, '/app/novedades');
    await sees(/Recibimos tu pago/);
    expect(pageText()).toContain(hour);
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toContain('Hoy');
  });

  test('[D78] what no device shows says the day of the customer’s country: mails, and the days of the wire', async () => {
    const { body } = await send(
      server.app,
      'policies',
      { fields: { cedula: maria.nif, idUsuario: maria.id } },
      maria.headers,
    );
    const policy = (body as unknown as Policy[]).find((one) => one.Policy === BEHIND);
    expect(policy).toMatchObject({ LastPaidDate: '2026-11-25', LastPaidAt: PAID.toISOString() });
    await server.settled();
    expect(server.notices[0]?.text).toContain('25 de noviembre de 2026, 22:23 (hora de Costa Rica)');
  });

  test('[D78] the desk says the day of the customer’s country, and what it does then has one day at the device', async () => {
    const asked = await send(
      server.app,
      'createRefund',
      { fields: refundFields(maria, HEALTH), files: refundPapers() },
      maria.headers,
    );
    const { id, CaseNumber } = asked.body.reembolso as Refund;
    for (const estado of ['2', '5', '6']) await act({ accion: 'reembolso', id, estado });
    const desk = await (await server.app.request(`${ORIGIN}/demo/oficina?cliente=${EMAIL}`)).text();
    expect(desk).toContain(`<b>${CaseNumber}</b><span>25 nov 2026</span>`);
    const fields = { idUsuario: maria.id, poliza: HEALTH };
    const list = (await send(server.app, 'refunds', { fields }, maria.headers)).body as unknown as Refund[];
    const refund = list.find((one) => one.id === id);
    expect(refund?.fechaPago).toBe('2026-11-25');
    const stops = refund && refundTimeline(refund, '2026-11-27', 'es-CR').map(({ when }) => when);
    expect(stops).toEqual(Array(4).fill(`${day} nov 2026`));

    await act({ accion: 'documento', poliza: HEALTH });
    const papers = await send(server.app, 'documents', { fields: { policyId: HEALTH } }, maria.headers);
    expect(papers.body).toContainEqual(
      expect.objectContaining({ CategoryDescription: 'Carta', CreatedOnDate: '2026-11-25' }),
    );
  });

  test('[D53][D78] a ticket of a version without a zone is dated in the customer’s country, and shown by its instant', async () => {
    const fields = { idUsuario: maria.id, idTipoTicket: '1', descripcion: 'Hola', poliza: HEALTH };
    const { body } = await send(server.app, 'createTicket', { fields }, maria.headers);
    const ticket = body.ticket as Ticket;
    expect(ticket).toMatchObject({ fechaSolicitud: '2026-11-25', created: PAID.toISOString() });
    expect(ticketDay(ticket)).toBe(`2026-11-${day}`);
    expect(ticketDay({ ...ticket, created: undefined })).toBe('2026-11-25');
  });
});
