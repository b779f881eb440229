import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import type { AnyReceipt } from '#contract/receipts.ts';
import { type CommandName, commandNames, requestKinds } from '#contract/requests.ts';
import { commandKinds } from '#outbox/commands.ts';
import { requests } from '#requests/requests.ts';
import { outgoingEvents } from '#server/database/schema.ts';
import { readDesk } from '#server/demo/office.ts';
import { eventBodies } from '#server/insurer/events.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { pdf, refundFields, refundPapers, type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
const keys = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? expect.fail('no keys');
let server: TestApp;
let maria: SignedIn;
beforeAll(async () => {
  server = await createTestApp({ seed: [EMAIL], receiver: { url: 'https://insurer.example', keys } });
  maria = await server.signIn(EMAIL);
}, 60_000);
afterAll(() => server.close());

type Row = { id: string; CaseNumber: string } & Record<string, unknown>;
const handedIn = (endpoint: (typeof requestKinds)[CommandName]['endpoint'], sent: Sent) =>
  send(server.app, endpoint, sent, { ...maria.headers, 'Idempotency-Key': randomUUID() });
const listed = async (list: 'refunds' | 'tickets') =>
  (await send(server.app, list, { fields: { idUsuario: maria.id, poliza: POLICY } }, maria.headers))
    .body as unknown as Row[];

/** A good request of each kind, and the refund or ticket that it is or belongs to. */
const samples: Record<CommandName, () => Promise<{ sent: Sent; of(answer: Record<string, unknown>): string }>> = {
  'refund.create': async () => ({
    sent: { fields: refundFields(maria, POLICY), files: refundPapers() },
    of: ({ reembolso }) => (reembolso as Row).id,
  }),
  'refund.addDocument': async () => {
    const refund = { fields: refundFields(maria, POLICY), files: refundPapers() };
    const { id } = (await handedIn('createRefund', refund)).body.reembolso as Row;
    return {
      sent: { fields: { idUsuario: maria.id, idReembolso: id }, files: { documento: pdf('más.pdf') } },
      of: () => id,
    };
  },
  'ticket.create': async () => ({
    sent: { fields: { idUsuario: maria.id, idTipoTicket: '1', descripcion: '¿Me cubre?', poliza: POLICY } },
    of: ({ ticket }) => (ticket as Row).id,
  }),
};
/** What the insurer says of it, and what the customer then reads. */
const reports: Record<(typeof requestKinds)[CommandName]['report'], [data: object, read: object]> = {
  'reembolso.actualizado': [{ secuencia: 1, idEstado: 5 }, { idEstado: 5 }],
  'reembolso.adjunto': [
    { documento: { tipo: 'Carta', nombre: 'carta.pdf', contenido: btoa('%PDF-1.4\n%%EOF\n') } },
    { documentos: expect.arrayContaining([expect.objectContaining({ tipo: 'Carta' })]) },
  ],
  'consulta.respondida': [
    { secuencia: 1, respuesta: 'Sí.', idEstado: 2 },
    { respuestas: [expect.objectContaining({ texto: 'Sí.' })] },
  ],
};

test('every queued endpoint is that of one kind of request', () => {
  const queued = Object.entries(endpoints as Record<string, Endpoint>).filter(([, row]) => row.queued);
  const declared = commandNames.map((name) => requestKinds[name].endpoint);
  expect(queued.map(([name]) => name).sort()).toEqual(declared.sort());
});

describe.each(commandNames)('a request of the kind %s', (name) => {
  const { endpoint, list, letter, event, report } = requestKinds[name];

  test('goes from the device to the insurer and back', async () => {
    const { sent, of } = await samples[name]();
    const before = await listed(list);
    const { body } = await handedIn(endpoint, sent);
    const id = of(body);
    const recibo = body.recibo as AnyReceipt;
    expect(recibo).toMatchObject({
      tipo: name,
      numero: expect.stringMatching(new RegExp(`^${letter}-\\d{4}-\\d{6}$`)),
    });

    // The device shows at once what it would read.
    const change = commandKinds[name]?.applyTo(body, { policy: POLICY, owner: EMAIL }) ?? expect.fail('no change');
    let shown: readonly unknown[] = [];
    await change({
      prepareChange: async (part, policy, make, owner) => {
        expect([part, policy, owner]).toEqual([list, list === 'refunds' ? POLICY : undefined, EMAIL]);
        shown = make(v.parse(endpoints[list].answer as v.GenericSchema<unknown, unknown[]>, before));
        return null;
      },
    });
    expect(shown).toEqual(v.parse(endpoints[list].answer as v.GenericSchema, await listed(list)));
    expect(requests[name].kind).not.toBe('');

    const [told] = await server.db.select().from(outgoingEvents).orderBy(desc(outgoingEvents.seq)).limit(1);
    expect(told).toMatchObject({ type: event, data: { numero: recibo.numero } });
    v.parse(eventBodies[event], told?.data);

    const desk = await readDesk(server.db, EMAIL);
    expect(desk[list].map((one) => one.id)).toContain(id);

    const [data, read] = reports[report];
    const said = JSON.stringify({ type: report, timestamp: new Date().toISOString(), data: { id, ...data } });
    const length = String(Buffer.byteLength(said));
    const headers = { 'Content-Length': length, ...signed({ id: randomUUID(), at: new Date(), body: said }, keys[0]) };
    const taken = await server.app.request(`${ORIGIN}/aseguradora/reportes`, { method: 'POST', headers, body: said });
    expect(await taken.json()).toEqual({ resultado: 'hecho' });
    expect((await listed(list)).find((one) => one.id === id)).toMatchObject(read);
  });
});

test('what a queued refund lends is what a document for it takes', () => {
  for (const name of commandNames) {
    const { lends } = requestKinds[name];
    const takers = commandNames.filter((other) => requestKinds[other].fills.length > 0);
    if (Object.keys(lends).length === 0) continue;
    for (const taker of takers) expect([...requestKinds[taker].fills].sort()).toEqual(Object.keys(lends).sort());
  }
});
