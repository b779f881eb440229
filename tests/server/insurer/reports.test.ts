// @module-tag depth
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { statusRuns } from '#rules/refunds.ts';
import { after } from '#server/clock.ts';
import { auditTrail, customers, files, insurerReports, refunds } from '#server/database/schema.ts';
import type { Report } from '#server/insurer/reports.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { sweep } from '#server/sweep.ts';
import { deviceKeys, opened, openPushService, type PushService } from '../../push-service.ts';
import { refundFields, refundPapers, send } from '../requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from '../test-app.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
const PATH = `${ORIGIN}/aseguradora/reportes`;
const keys = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? expect.fail('no keys');
const [stranger] = readSigningKeys(`whsec_${Buffer.alloc(32, 9).toString('base64')}`) ?? expect.fail('no keys');
const device = deviceKeys();
let service: PushService;
let server: TestApp;
let maria: SignedIn;
beforeAll(async () => {
  service = await openPushService();
  const receiver = { url: 'https://insurer.example', keys };
  server = await createTestApp({ seed: [EMAIL], receiver, pushService: service.url });
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

type Of<T extends Report['type']> = Extract<Report, { type: T }>['data'];
const bodyOf = <T extends Report['type']>(type: T, data: Of<T>, timestamp = new Date().toISOString()) =>
  JSON.stringify({ type, timestamp, data });

/** Posts the body as the insurer's systems do. */
async function post(body: string, { id = randomUUID() as string, at = new Date(), key = keys[0] } = {}) {
  const length = String(Buffer.byteLength(body));
  const headers = { 'Content-Type': 'application/json', 'Content-Length': length, ...signed({ id, at, body }, key) };
  const answer = await server.app.request(PATH, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const result = async (body: string, id?: string) => (await post(body, id === undefined ? {} : { id })).body.resultado;

async function newRefund(): Promise<string> {
  const sent = { fields: refundFields(maria, POLICY), files: refundPapers() };
  const { body } = await send(server.app, 'createRefund', sent, { ...maria.headers, 'Idempotency-Key': randomUUID() });
  return (body.reembolso as { id: string }).id;
}
async function refundNow(id: string): Promise<Refund | undefined> {
  const { body } = await send(
    server.app,
    'refunds',
    { fields: { idUsuario: maria.id, poliza: POLICY } },
    maria.headers,
  );
  return (body as unknown as Refund[]).find((one) => one.id === id);
}
async function newTicket(): Promise<string> {
  const fields = { idUsuario: maria.id, idTipoTicket: '1', descripcion: '¿Me cubre?', poliza: POLICY };
  const { body } = await send(
    server.app,
    'createTicket',
    { fields },
    { ...maria.headers, 'Idempotency-Key': randomUUID() },
  );
  return (body.ticket as { id: string }).id;
}
async function ticketNow(id: string): Promise<Ticket | undefined> {
  const { body } = await send(server.app, 'tickets', { fields: { idUsuario: maria.id } }, maria.headers);
  return (body as unknown as Ticket[]).find((one) => one.id === id);
}
const paperOf = (id: string, bytes: Buffer) =>
  bodyOf('reembolso.adjunto', {
    id,
    documento: { tipo: 'Carta de resolución', nombre: 'carta.pdf', contenido: bytes.toString('base64') },
  });
const told = async () => {
  await server.settled();
  return service.arrived.map(({ body }) => JSON.parse(opened(body, device)));
};

describe('[F39] [D50] a report of the insurer', () => {
  test('about a refund changes its state, payment, promised days and note, and pushes to the devices of the customer', async () => {
    const id = await newRefund();
    const pago = { importe: 80.5, fecha: '2026-11-21' };
    const since = '2026-11-20T10:00:00.000Z';
    const moved = { id, secuencia: 1, idEstado: 2, diasEsperados: 10 };
    expect(await result(bodyOf('reembolso.actualizado', moved))).toBe('hecho');
    const paid = { id, secuencia: 2, idEstado: 6, estado: 'Liquidado', pago, notas: 'Se descontó el deducible.' };
    expect(await result(bodyOf('reembolso.actualizado', paid, since))).toBe('hecho');
    const found = await refundNow(id);
    expect(found).toMatchObject({
      ...{ idEstado: 6, estado: 'Liquidado', importePagado: 80.5, fechaPago: '2026-11-21', diasEsperados: 10 },
      ...{ notas: 'Se descontó el deducible.' },
    });
    expect(found?.estados).toContainEqual({ idEstado: 6, desde: since, secuencia: 2 });
    expect(await told()).toEqual(new Array(2).fill({ tema: 'solicitudes', poliza: POLICY, reembolso: id }));
  });

  test('[D78] says when it paid by an instant, of which the device makes the day; a day alone stays one', async () => {
    const id = await newRefund();
    const paid = (secuencia: number, fecha: string) =>
      bodyOf('reembolso.actualizado', { id, secuencia, idEstado: 6, pago: { importe: 80, fecha } });
    expect(await result(paid(1, '2026-11-25T22:23:00-06'))).toBe('hecho');
    const instantePago = '2026-11-26T04:23:00.000Z';
    expect(await refundNow(id)).toMatchObject({ fechaPago: '2026-11-25', instantePago });
    expect(await result(paid(2, '2026-11-24'))).toBe('hecho');
    const dated = await refundNow(id);
    expect([dated?.fechaPago, dated?.instantePago]).toEqual(['2026-11-24', undefined]);
    await server.settled();
    for (const none of ['2026-11-31', '2026-11-24T10:00:00', 'ayer'])
      expect((await post(paid(3, none))).status).toBe(422);
  });

  test('[D78] says when by an instant in any form of ISO 8601, also with a zone of hours alone', async () => {
    const [refund, ticket] = [await newRefund(), await newTicket()];
    const moved = { id: refund, secuencia: 1, idEstado: 2 };
    const answered = { id: ticket, secuencia: 1, idEstado: 2, respuesta: 'Sí' };
    expect(await result(bodyOf('reembolso.actualizado', moved, '2026-11-20T10:00:00-05'))).toBe('hecho');
    expect(await result(bodyOf('consulta.respondida', answered, '2026-11-20 10:00:00,5 -0500'))).toBe('hecho');
    const desde = '2026-11-20T15:00:00.000Z';
    expect((await refundNow(refund))?.estados).toContainEqual(expect.objectContaining({ idEstado: 2, desde }));
    expect((await ticketNow(ticket))?.respuestas).toMatchObject([{ fecha: '2026-11-20T15:00:00.500Z' }]);
    await server.settled();
  });

  test.each([
    ['NUL', '\0'],
    ['half a sign', '\ud800'],
  ])(
    '[S11] with %s in a text or an id is refused as malformed, so that it is not sent again for ever',
    async (_, text) => {
      const id = await newTicket();
      const answered = { id, secuencia: 1, idEstado: 2, respuesta: `Sí${text}` };
      expect((await post(bodyOf('consulta.respondida', answered))).status).toBe(422);
      const moved = { id: text, secuencia: 1, idEstado: 2 };
      expect((await post(bodyOf('reembolso.actualizado', moved))).status).toBe(422);
    },
  );

  test('about a ticket adds the answer with author and instant, beside what the customer wrote', async () => {
    const id = await newTicket();
    const respuesta = 'Sí, en <b>consulta</b>.';
    const since = '2026-11-20T10:00:00Z';
    await post(bodyOf('consulta.respondida', { id, secuencia: 1, idEstado: 2, respuesta, autor: 'Ana Mora' }, since));
    await post(bodyOf('consulta.respondida', { id, secuencia: 2, idEstado: 5, estado: 'Resuelta' }));
    expect(await ticketNow(id)).toMatchObject({
      ...{ notas: '¿Me cubre?', idEstado: 5, estado: 'Resuelta' },
      respuestas: [{ texto: respuesta, autor: 'Ana Mora', fecha: '2026-11-20T10:00:00.000Z' }],
    });
    expect(await told()).toEqual(new Array(2).fill({ tema: 'solicitudes', consulta: id }));
  });

  test('[H2.49] with a document for a refund adds it once to the documents, and it opens with the same bytes', async () => {
    const id = await newRefund();
    const before = (await refundNow(id))?.documentos ?? [];
    const bytes = Buffer.from('%PDF-1.4\nLa carta\n%%EOF\n');
    const body = paperOf(id, bytes);
    const message = randomUUID();
    const answers = await Promise.all([result(body, message), result(body, message)]);
    expect(answers.sort()).toEqual(['hecho', 'repetido']);
    expect(await told()).toEqual([{ tema: 'solicitudes', poliza: POLICY, reembolso: id }]);
    const documents = (await refundNow(id))?.documentos ?? [];
    expect(documents).toHaveLength(before.length + 1);
    const paper = documents.find(({ tipo }) => tipo === 'Carta de resolución') ?? expect.fail('no paper');
    expect(paper.filename).toBe('carta.pdf');
    const fields = { idUsuario: maria.id, idReembolso: id, idDocumento: paper.idDocumento };
    const address = await send(server.app, 'downloadRefundDocument', { fields }, maria.headers);
    const opened = await server.app.request(new URL(String(address.body.url), ORIGIN));
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(bytes);
  });

  test('[S4] with a document that is no PDF, too large or for an unknown refund leaves no file', async () => {
    const rows = await server.db.$count(files);
    const id = await newRefund();
    const since = await server.db.$count(files);
    for (const [bytes, why] of [
      [Buffer.from('<html>'), 'unsupported-type'],
      [
        Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(6 * 1024 * 1024), Buffer.from('\n%%EOF\n')]),
        'too-large',
      ],
    ] as const) {
      const { status, body } = await post(paperOf(id, bytes));
      expect([status, body.message]).toEqual([422, `not as the contract says: data.documento.contenido (${why})`]);
    }
    expect((await post(paperOf('none', Buffer.from('%PDF-1.4\n%%EOF')))).status).toBe(404);
    expect((await post(paperOf(id, Buffer.from('%PDF-1.4\n')).replace(/"contenido":"/, '$&*'))).status).toBe(422);
    expect(since).toBeGreaterThan(rows);
    expect(await server.db.$count(files)).toBe(since);
  });

  test('about a policy pushes to its owner only, and its answer does not tell who has an account', async () => {
    const documento = { pais: 'Costa Rica', tipo: 'Cédula de Identidad', numero: maria.nif };
    const news = (numero: string) =>
      bodyOf('poliza.novedad', { documento: { ...documento, numero }, poliza: POLICY, tema: 'documentos' });
    expect(await post(news(maria.nif))).toEqual(await post(news('999999999')));
    expect(await told()).toEqual([{ tema: 'documentos', poliza: POLICY }]);
    service.arrived.length = 0;
    await post(news(maria.nif.replace(/^(.)(.{4})(.{4})$/, '$1-$2-$3')));
    expect(await told()).toEqual([{ tema: 'documentos', poliza: POLICY }]);
    await server.db.update(customers).set({ claim: 'branch' }).where(eq(customers.id, maria.id));
    await post(news(maria.nif));
    await server.db.update(customers).set({ claim: 'yes' }).where(eq(customers.id, maria.id));
    expect(await told()).toHaveLength(1);
  });
});

describe('[F39] a report takes effect once, and an older one never overwrites a newer', () => {
  test('the same report again, also at the same time, has no further effect', async () => {
    const id = await newRefund();
    const body = bodyOf('reembolso.actualizado', { id, secuencia: 1, idEstado: 5 });
    const message = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => result(body, message)));
    expect(answers.sort()).toEqual(['hecho', ...new Array(4).fill('repetido')]);
    expect((await refundNow(id))?.estados).toHaveLength(2);
    expect(await told()).toHaveLength(1);
    const trail = await server.db.select().from(auditTrail).where(eq(auditTrail.about, id));
    expect(trail).toEqual([expect.objectContaining({ actor: 'insurer', event: 'reported', customerId: maria.id })]);
  });

  test('another body under the same id is refused and changes nothing', async () => {
    const id = await newRefund();
    const message = randomUUID();
    await result(bodyOf('reembolso.actualizado', { id, secuencia: 1, idEstado: 5 }), message);
    const other = await post(bodyOf('reembolso.actualizado', { id, secuencia: 2, idEstado: 7 }), { id: message });
    expect([other.status, other.body.code]).toEqual([409, 'key-reused']);
    expect(await refundNow(id)).toMatchObject({ idEstado: 5 });
  });

  test('a refused report may come again, corrected, under the same id', async () => {
    const id = await newRefund();
    const message = randomUUID();
    const wrong = await post(bodyOf('reembolso.actualizado', { id: 'none', secuencia: 1, idEstado: 5 }), {
      id: message,
    });
    expect([wrong.status, wrong.body.code]).toEqual([404, 'not-found']);
    expect(await result(bodyOf('reembolso.actualizado', { id, secuencia: 1, idEstado: 5 }), message)).toBe('hecho');
  });

  test.each([[[1, 2]], [[2, 1]]])(
    '[D50] keeps the instant of a decision that lies before what it decides, reported as %j',
    async (order) => {
      const id = await newRefund();
      const sent = { 1: [2, '2026-11-11T00:00:00.000Z'], 2: [5, '2026-11-10T00:00:00.000Z'] } as const;
      for (const secuencia of order) {
        const [idEstado, at] = sent[secuencia as 1 | 2];
        await post(bodyOf('reembolso.actualizado', { id, secuencia, idEstado }, at), { id: `${id}-${secuencia}` });
      }
      const runs = statusRuns((await refundNow(id)) ?? expect.fail('gone'));
      expect(runs.map(({ status }) => status)).toEqual(['Nuevo', 'En trámite', 'Aprobado']);
      expect(runs.slice(1).map(({ since }) => since)).toEqual([sent[1][1], sent[2][1]]);
    },
  );

  test('[D50] in any order and with repetitions, the newest report decides the state, and all answers stay in order', async () => {
    const report = fc.integer({ min: 1, max: 5 });
    const stateOf = (secuencia: number) => [2, 5, 5, 2, 5][secuencia - 1] ?? 2;
    const dayOf = (secuencia: number) =>
      new Date(Date.parse('2026-11-01T00:00:00Z') + secuencia * DAY_MS).toISOString();
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 8 }), async (order) => {
        const [refund, ticket] = [await newRefund(), await newTicket()];
        for (const secuencia of order) {
          const [idEstado, at] = [stateOf(secuencia), dayOf(secuencia)];
          const notas = `Nota ${secuencia}`;
          await post(bodyOf('reembolso.actualizado', { id: refund, secuencia, idEstado, notas }, at), {
            id: `${refund}-${secuencia}`,
          });
          const respuesta = `Respuesta ${secuencia}`;
          await post(bodyOf('consulta.respondida', { id: ticket, secuencia, idEstado, respuesta }, at), {
            id: `${ticket}-${secuencia}`,
          });
        }
        const newest = Math.max(...order);
        const idEstado = stateOf(newest);
        const [moved, answered] = [await refundNow(refund), await ticketNow(ticket)];
        expect(moved).toMatchObject({ idEstado, notas: `Nota ${newest}` });
        const days = (moved?.estados ?? []).map(({ desde }) => desde);
        expect(days).toEqual([...days].sort());
        const asked = (moved?.estados ?? []).filter((one) => one.idEstado === 1);
        const inOrder = [...new Set(order)].map((one) => ({
          idEstado: stateOf(one),
          desde: dayOf(one),
          secuencia: one,
        }));
        expect(statusRuns(moved ?? expect.fail('gone'))).toEqual(
          statusRuns({ idEstado, estados: [...asked, ...inOrder] }),
        );
        expect(answered?.idEstado).toBe(idEstado);
        const said = [...new Set(order)].sort().map((one) => `Respuesta ${one}`);
        expect(answered?.respuestas?.map(({ texto }) => texto)).toEqual(said);
      }),
      { numRuns: 12, examples: [[[2, 5, 4]]] },
    );
  }, 60_000);

  test('what only a late report says is kept: payment, promised days and note', async () => {
    const pago = { importe: 80, fecha: '2026-11-20' };
    const said = { 1: { diasEsperados: 10 }, 2: { pago, notas: 'Pagado a tu cuenta' }, 3: {}, 4: { diasEsperados: 3 } };
    const seen = [];
    for (const order of [
      [1, 2, 3, 4],
      [4, 3, 1, 2],
      [3, 4, 2, 1],
    ] as const) {
      const id = await newRefund();
      for (const secuencia of order) {
        await result(bodyOf('reembolso.actualizado', { id, secuencia, idEstado: secuencia, ...said[secuencia] }));
      }
      const now = await refundNow(id);
      seen.push([now?.idEstado, now?.importePagado, now?.fechaPago, now?.notas, now?.diasEsperados]);
    }
    expect(seen).toEqual(new Array(3).fill([4, 80, '2026-11-20', 'Pagado a tu cuenta', 3]));
  });

  test('what a late report says takes the place of what an older one said, and never of what a newer one did', async () => {
    const first = { pago: { importe: 80, fecha: '2026-11-20' }, notas: 'Falta la factura', diasEsperados: 10 };
    const second = { pago: { importe: 90, fecha: '2026-11-21' }, notas: 'Ya la recibimos', diasEsperados: 5 };
    const said = { 1: first, 2: second, 3: {} };
    for (const order of [
      [1, 3, 2],
      [3, 1, 2],
      [3, 2, 1],
      [2, 3, 1],
    ] as const) {
      const id = await newRefund();
      const results = [];
      for (const secuencia of order) {
        const body = bodyOf('reembolso.actualizado', { id, secuencia, idEstado: secuencia, ...said[secuencia] });
        results.push(await result(body));
      }
      expect(results, String(order)).toEqual(['hecho', 'hecho', order[2] === 2 ? 'hecho' : 'superado']);
      const now = await refundNow(id);
      const seen = [now?.idEstado, now?.importePagado, now?.fechaPago, now?.notas, now?.diasEsperados];
      expect(seen, String(order)).toEqual([3, 90, '2026-11-21', 'Ya la recibimos', 5]);
    }
  });

  test('one that is told again under another id after a newer one adds nothing', async () => {
    const id = await newRefund();
    const report = (secuencia: number) =>
      result(bodyOf('reembolso.actualizado', { id, secuencia, idEstado: secuencia }));
    expect([await report(1), await report(2), await report(1)]).toEqual(['hecho', 'hecho', 'superado']);
    expect((await refundNow(id))?.estados).toHaveLength(3);
  });

  test('[F43] what an earlier release took beside this one is as new as its newest report', async () => {
    const id = await newRefund();
    const paid = (importe: number) => ({ importe, fecha: `2026-11-${importe}` });
    const report = (secuencia: number, more = {}) =>
      result(bodyOf('reembolso.actualizado', { id, secuencia, idEstado: 6, pago: paid(20 + secuencia), ...more }));
    await report(1, { notas: 'Falta la factura' });
    // That release knows no numbers.
    await server.db
      .update(refunds)
      .set({ reported: 3, paid: paid(23) })
      .where(eq(refunds.id, id));
    const seen = [];
    for (const secuencia of [2, 5, 4]) {
      const taken = await report(secuencia, secuencia === 5 ? { pago: undefined } : { notas: `Nota ${secuencia}` });
      const now = await refundNow(id);
      seen.push([secuencia, taken, now?.importePagado, now?.notas]);
    }
    expect(seen).toEqual([
      [2, 'superado', 23, 'Falta la factura'],
      [5, 'hecho', 23, 'Falta la factura'],
      [4, 'hecho', 24, 'Nota 4'],
    ]);
  });

  test('of what an earlier release took, only what is newer than its newest report takes the place', async () => {
    const id = await newRefund();
    await result(bodyOf('reembolso.actualizado', { id, secuencia: 3, idEstado: 2, notas: 'Falta la factura' }));
    await server.db.update(refunds).set({ saidBy: {} }).where(eq(refunds.id, id));
    const notes = [];
    for (const secuencia of [2, 4]) {
      await result(bodyOf('reembolso.actualizado', { id, secuencia, idEstado: 2, notas: `Nota ${secuencia}` }));
      notes.push((await refundNow(id))?.notas);
    }
    expect(notes).toEqual(['Falta la factura', 'Nota 4']);
  });

  test('ids are forgotten after 91 days, when a copy would be refused as too old', async () => {
    await server.db
      .insert(insurerReports)
      .values({ id: 'old', digest: '', received: after(() => new Date(), -91 * DAY_MS) });
    await sweep(server.db, () => new Date());
    const left = await server.db.select().from(insurerReports);
    expect(left.map(({ id }) => id)).not.toContain('old');
    expect(left.length).toBeGreaterThan(0);
  });
});

describe('[F39] [S8] who may report', () => {
  test('a caller without the key, with an old copy or with a changed body gets 401 and changes nothing', async () => {
    const id = await newRefund();
    const body = bodyOf('reembolso.actualizado', { id, secuencia: 1, idEstado: 6 });
    const old = new Date(Date.now() - 6 * MINUTE_MS);
    const answers = [
      [await post(body, { key: stranger }), 'signature: forged'],
      [await post(body, { at: old }), 'signature: stale'],
    ] as const;
    for (const [answer, message] of answers) {
      expect(answer).toEqual({ status: 401, body: { code: 'unauthorised', message } });
    }
    const headers = signed({ id: 'm', at: new Date(), body }, keys[0]);
    const changed = await server.app.request(PATH, { method: 'POST', headers, body: body.replace('6', '7') });
    expect(changed.status).toBe(401);
    expect((await server.app.request(PATH, { method: 'POST', body })).status).toBe(401);
    expect(await refundNow(id)).toMatchObject({ idEstado: 1 });
    const [row] = await server.db.select().from(refunds).where(eq(refunds.id, id));
    expect(row?.reported).toBe(0);
  });

  test.each([
    'no JSON',
    '{}',
    '[]',
    JSON.stringify({ type: 'reembolso.creado', timestamp: new Date().toISOString(), data: {} }),
    bodyOf('reembolso.actualizado', { id: 'r', secuencia: 0, idEstado: 5 }),
    bodyOf('reembolso.actualizado', { id: 'r', secuencia: 1, idEstado: 8 }),
    bodyOf('reembolso.actualizado', { id: 'r', secuencia: 1, idEstado: 6, pago: { importe: -1, fecha: '2026-11-21' } }),
    bodyOf('reembolso.actualizado', { id: 'r', secuencia: 1, idEstado: 6, pago: { importe: 1, fecha: '2026-02-30' } }),
    bodyOf('reembolso.actualizado', { id: 'r', secuencia: 1, idEstado: 5, customerId: 'x' } as never),
    bodyOf('consulta.respondida', { id: 'c', secuencia: 1, idEstado: 2, respuesta: ' ' }),
    bodyOf('consulta.respondida', { id: 'c', secuencia: 1, idEstado: 2, respuesta: 'x'.repeat(4001) }),
    bodyOf('poliza.novedad', {
      documento: { pais: 'x', tipo: 'y', numero: 'z' },
      poliza: '1',
      tema: 'seguridad' as never,
    }),
    ...['ayer', '2026-11-31T10:00:00Z', '2026-11-29T10:00:00', '9999-12-31T23:59:59-05'].map((timestamp) =>
      bodyOf('reembolso.actualizado', { id: 'r', secuencia: 1, idEstado: 5 }, timestamp),
    ),
  ])('a body that breaks the contract is refused, and the answer names the field: %s', async (body) => {
    const { status, body: told } = await post(body);
    expect([status, told.code]).toEqual([422, 'invalid']);
    expect(String(told.message)).toMatch(/^not as the contract says: \w/);
  });

  /** A body in pieces, signed for another: its headers fit, and it is found to be forged once it has come. */
  function forged(megabytes: number, isWhole = false) {
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(sender) {
        sender.enqueue(new Uint8Array(megabytes * 1024 * 1024));
        end = () => sender.close();
        if (isWhole) end();
      },
    });
    const headers = {
      'Transfer-Encoding': 'chunked',
      ...signed({ id: randomUUID(), at: new Date(), body: 'another' }, keys[0]),
    };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return { answer: Promise.resolve(server.app.request(PATH, init)).then(({ status }) => status), end: () => end() };
  }

  test('[S16] bodies whose signature is not checked yet may hold only so many bytes of one network', async () => {
    // Three in their four places: what is refused is refused for its bytes.
    const under = [forged(8.5), forged(8.5), forged(8.5)];
    expect(await forged(8.5, true).answer).toBe(503);
    expect(await forged(6, true).answer).toBe(401);
    for (const { end } of under) end();
    expect(await Promise.all(under.map(({ answer }) => answer))).toEqual([401, 401, 401]);
    expect((await post('{}')).status).toBe(422);
  });

  test('[S16] only so many of them come from one network at the same time', async () => {
    const under = [forged(1), forged(1), forged(1), forged(1)];
    expect(await forged(1, true).answer).toBe(503);
    for (const { end } of under) end();
    expect(await Promise.all(under.map(({ answer }) => answer))).toEqual([401, 401, 401, 401]);
  });

  test('a body that is too long gets 413, and another path gets 404', async () => {
    expect((await post(`"${'x'.repeat(9 * 1024 * 1024)}"`)).status).toBe(413);
    expect((await server.app.request(`${ORIGIN}/aseguradora/otra`, { method: 'POST' })).status).toBe(404);
  });
});
