// @module-tag depth
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { rowsOf, STEP_ROWS } from '#server/database/rows.ts';
import { auditTrail, customers, mailQueue, outgoingEvents, tickets } from '#server/database/schema.ts';
import { type EventType, eventBodies } from '#server/insurer/events.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { MAX_TRIES, openDelivery } from '#server/outgoing/deliver.ts';
import { drop, listUndelivered, sendAgain } from '#server/outgoing/desk.ts';
import { readSettings } from '#server/settings.ts';
import { jpeg, livingIn } from '../countries/people.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { pdf, refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const keys = readSigningKeys(SECRET) ?? [];
const clock = () => new Date();

let receiver: Receiver;
let server: TestApp;
let maria: SignedIn;
let luis: SignedIn;
beforeAll(async () => {
  receiver = await startReceiver(SECRET);
  server = await createTestApp({
    seed: ['costarica@demo.test', 'dominicana@demo.test'],
    receiver: { url: receiver.url, keys },
  });
  maria = await server.signIn('costarica@demo.test');
  luis = await server.signIn('dominicana@demo.test');
}, 60_000);
afterAll(async () => {
  await server.close();
  await receiver.close();
});
afterEach(async () => {
  await server.db.delete(outgoingEvents);
  receiver.reply = () => 200;
  receiver.tries.length = 0;
  receiver.effects.length = 0;
});

const ask = (who: SignedIn, descripcion: string) =>
  send(
    server.app,
    'createTicket',
    { fields: { idUsuario: who.id, idTipoTicket: '1', descripcion, poliza: who === maria ? '520021' : '530031' } },
    { ...who.headers, 'Idempotency-Key': crypto.randomUUID() },
  );
const linesOf = (event: string) => server.db.select().from(auditTrail).where(eq(auditTrail.event, event));
const descriptions = () => receiver.effects.map(({ data }) => data.descripcion);
const waiting = () => server.db.select().from(outgoingEvents).orderBy(outgoingEvents.seq);
/** Makes waiting events due as if so much time had passed. The time in a signature stays real. */
const pass = (milliseconds: number) =>
  server.db.update(outgoingEvents).set({ due: sql`${outgoingEvents.due} - ${`${milliseconds} ms`}::interval` });

describe('[F39] events for the insurer', () => {
  test('match their schemas, and their signatures satisfy the reference library', async () => {
    const made = await send(
      server.app,
      'createRefund',
      { fields: { ...refundFields(maria, '520021'), facturaNumero: 'F-77' }, files: refundPapers() },
      { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() },
    );
    const refund = made.body.reembolso as { id: string; CaseNumber: string };
    await send(
      server.app,
      'addRefundDocument',
      { fields: { idReembolso: refund.id, idUsuario: maria.id }, files: { documento: pdf('más.pdf') } },
      { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() },
    );
    await ask(maria, '¿Cubre lentes?');
    const change = { fields: { id: maria.id, domicilio: 'Avenida 9, casa 4' } };
    expect((await send(server.app, 'updatePersonalInformation', change, maria.headers)).status).toBe(200);
    const { country, person, around } = await livingIn('Costa Rica');
    const { wireFieldsOf, photosOnPath } = await import('#rules/wizard-wire.ts');
    const photos = Object.fromEntries(photosOnPath(country, person).map((side) => [side, jpeg(`${side}.jpg`)]));
    const fields = { ...wireFieldsOf(country, person, around.lists), email: 'nueva@demo.test' };
    expect((await send(server.app, 'register', { fields, files: photos })).status).toBe(200);

    await server.deliver();
    expect(receiver.effects.map(({ type }) => type).sort()).toEqual(
      ['cliente.cambiado', 'cliente.registrado', 'consulta.creada', 'reembolso.creado', 'reembolso.documento'].sort(),
    );
    for (const { type, data } of receiver.effects) v.parse(eventBodies[type as EventType], data);
    const told = receiver.effects.find(({ type }) => type === 'reembolso.creado')?.data;
    expect(told).toMatchObject({
      id: refund.id,
      numero: refund.CaseNumber,
      poliza: '520021',
      cliente: { id: maria.id, documento: { pais: 'Costa Rica', numero: maria.nif } },
      solicitud: { diagnostico: refundFields(maria, '520021').diagnostico, facturaNumero: 'F-77' },
      archivos: [{ campo: 'documentoHistoriaClinica' }, { campo: 'documentoFactura' }],
    });
    expect(receiver.effects.find(({ type }) => type === 'cliente.cambiado')?.data.datos).toEqual({
      domicilio: 'Avenida 9, casa 4',
    });
    expect(receiver.forged).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test('are stored in the same transaction as what they tell', async () => {
    // A command writes its receipt last, so this fails after the event was written.
    await server.db.execute(sql`alter table commands add constraint broken check (answer is null) not valid`);
    expect((await ask(maria, 'nunca guardada')).status).toBe(500);
    await server.db.execute(sql`alter table commands drop constraint broken`);
    await server.settled();
    expect(await server.db.select().from(tickets).where(eq(tickets.notas, 'nunca guardada'))).toEqual([]);
    expect(await waiting()).toEqual([]);
    // Nothing is delivered here, as if the process had died right after the commit.
    await ask(maria, 'guardada');
    expect((await waiting()).map(({ type, data }) => [type, data.descripcion])).toEqual([
      ['consulta.creada', 'guardada'],
    ]);
  });

  test('[F2] a command that comes twice makes one event', async () => {
    const key = { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() };
    const fields = { idUsuario: maria.id, idTipoTicket: '1', descripcion: 'una vez', poliza: '520021' };
    for (const _ of [1, 2]) expect((await send(server.app, 'createTicket', { fields }, key)).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
  });

  test('none is stored when no receiver is set', async () => {
    const alone = await createTestApp({ seed: ['costarica@demo.test'] });
    const who = await alone.signIn('costarica@demo.test');
    const fields = { idUsuario: who.id, idTipoTicket: '1', descripcion: 'a nadie', poliza: '520021' };
    const headers = { ...who.headers, 'Idempotency-Key': crypto.randomUUID() };
    expect((await send(alone.app, 'createTicket', { fields }, headers)).status).toBe(200);
    expect(await alone.db.$count(outgoingEvents)).toBe(0);
    expect((await alone.app.request(`${ORIGIN}/aseguradora/archivos/x`)).status).toBe(404);
    await alone.close();
  });
});

describe('[F39] a receiver that is down, slow or says no', () => {
  test('later gets each customer’s events in order under their first ids; other customers do not wait', async () => {
    for (const text of ['uno', 'dos', 'tres']) await ask(maria, text);
    await ask(luis, 'de otro');
    const down = maria.id;
    receiver.reply = ({ data }) => (data.cliente.id === down ? 503 : 200);
    await server.deliver();
    await server.deliver();
    expect(descriptions()).toEqual(['de otro']);
    expect(receiver.tries).toHaveLength(2);
    receiver.reply = ({ data }) => (data.descripcion === 'dos' && receiver.tries.length < 5 ? 'silent' : 200);
    for (let round = 0; round < 3; round += 1) {
      await pass(HOUR_MS * 2);
      await server.deliver();
    }
    expect(descriptions()).toEqual(['de otro', 'uno', 'dos', 'tres']);
    const tries = receiver.tries.filter(({ body }) => body.includes('"dos"'));
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ id, body }) => id + body)).size).toBe(1);
  });

  test('is tried again after growing waits, and no sooner than its Retry-After', async () => {
    await ask(maria, 'luego');
    receiver.reply = () => 500;
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await server.deliver();
      const [event] = await waiting();
      waits.push(Math.round(((event?.due.getTime() ?? 0) - Date.now()) / 1000));
      await pass(7 * HOUR_MS);
    }
    expect(waits).toEqual([5, 30, 120, 600, 1800, 3600, 3600, 3600]);
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await server.deliver();
    const [event] = await waiting();
    expect(Math.round(((event?.due.getTime() ?? 0) - Date.now()) / 1000)).toBe(7200);
  });

  test('[F60] a refused event is set aside and holds back only its customer, until an operator decides', async () => {
    await ask(maria, 'mala');
    await ask(luis, 'sin esperar');
    receiver.reply = ({ data }) => (data.descripcion === 'mala' ? 422 : 200);
    await server.deliver();
    for (const text of ['siguiente', 'última']) await ask(maria, text);
    await pass(HOUR_MS);
    await server.deliver();
    expect(descriptions()).toEqual(['sin esperar']);
    const left = await listUndelivered(server.db);
    expect(left.map(({ state, problem }) => [state, problem])).toEqual([
      ['refused', '422'],
      ['held', ''],
      ['held', ''],
    ]);
    receiver.reply = () => 200;
    // At a computer whose clock is ahead of the database's.
    const ahead = class extends Date {
      constructor() {
        super(Date.now() + HOUR_MS);
      }
    };
    vi.stubGlobal('Date', ahead);
    expect(await sendAgain(server.db).finally(() => vi.unstubAllGlobals())).toBe(1);
    await server.deliver();
    expect(descriptions()).toEqual(['sin esperar', 'mala', 'siguiente', 'última']);
    // The tries before and after carry the same id.
    expect(new Set(receiver.tries.filter(({ body }) => body.includes('"mala"')).map(({ id }) => id)).size).toBe(1);
  });

  test('[F61] a long outage is listed in pages, the oldest first, without reading what was to be told', async () => {
    const many = STEP_ROWS + 3;
    const row = sql`'waiting', 0, now(), '', now() - n * interval '1 hour'`;
    await server.db.execute(sql`insert into outgoing_events (id, seq, customer_id, type, data, state, attempts, due, problem, created)
      select md5(n::text), ${many} - n, ${maria.id}, 'consulta.creada', '{}', ${row} from generate_series(1, ${many}) n`);
    await server.db.update(outgoingEvents).set({ state: 'refused' }).where(eq(outgoingEvents.seq, 1));
    await server.db.execute(sql`insert into mail_queue (id, recipient, subject, text, html, expires, state, attempts, due, problem, created)
      select md5(n::text), 'a@demo.test', '', '', '', now(), ${row} from generate_series(1, ${many}) n`);
    const asked = vi.spyOn((server.db as unknown as { $client: PGlite }).$client, 'query');
    const left = await listUndelivered(server.db);
    const texts = asked.mock.calls.map(([text]) => text);
    asked.mockRestore();
    await server.db.delete(mailQueue);
    for (const text of texts) expect(text).toMatch(/limit \$\d+$/);
    for (const content of ['data', 'html', 'text', 'subject', 'recipient', 'bytes']) {
      expect(texts.join(), content).not.toContain(`"${content}"`);
    }
    expect(left.map(({ kind }) => kind)).toEqual([...Array(many).fill('event'), ...Array(many).fill('mail')]);
    expect(new Set(left.map(({ kind, id }) => kind + id)).size).toBe(2 * many);
    expect(left.slice(0, 3).map(({ state }) => state)).toEqual(['waiting', 'refused', 'held']);
    for (const some of [left.slice(0, many), left.slice(many)]) {
      const times = some.map(({ created }) => Number(created));
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  test('[F61] what was refused in a long outage goes again in steps, and nothing else does', async () => {
    const many = 2 * STEP_ROWS + 7;
    await server.db.execute(sql`insert into mail_queue (id, recipient, subject, text, html, expires, state, attempts, due, problem, created)
      select md5(n::text), 'a@demo.test', '', '', '', now(), case when n = 1 then 'waiting' else 'refused' end, 3, now(), '', now()
      from generate_series(1, ${many}) n`);
    await server.db.execute(sql`create table steps (rows int)`);
    await server.db.execute(sql`create function count_step() returns trigger language plpgsql as $$
      begin insert into steps select count(*) from gone; return null; end $$`);
    await server.db.execute(sql`create trigger counted after update on mail_queue
      referencing old table as gone for each statement execute function count_step()`);
    const count = await sendAgain(server.db);
    const steps = await rowsOf<{ rows: number }>(server.db, sql`select rows from steps`);
    const left = await server.db.$count(mailQueue, eq(mailQueue.attempts, 3));
    await server.db.execute(sql`drop function count_step cascade`);
    await server.db.execute(sql`drop table steps`);
    await server.db.delete(mailQueue);
    expect([count, left]).toEqual([many - 1, 1]);
    expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThanOrEqual(STEP_ROWS);
  });

  test('dropping a refused event lets the next one go', async () => {
    for (const text of ['fuera', 'dentro']) await ask(maria, text);
    receiver.reply = ({ data }) => (data.descripcion === 'fuera' ? 410 : 200);
    await server.deliver();
    const [refused] = await listUndelivered(server.db);
    expect(await drop(server.db, refused?.id ?? '', clock)).toBe(true);
    expect(await drop(server.db, refused?.id ?? '', clock)).toBe(false);
    await server.deliver();
    expect(descriptions()).toEqual(['dentro']);
    expect(await linesOf('event-dropped')).toMatchObject([
      { actor: 'operator', customerId: maria.id, about: refused?.id },
    ]);
  });

  test('an event without an answer is set aside after the last try, about three days later', async () => {
    await ask(maria, 'nunca');
    await server.db.update(outgoingEvents).set({ attempts: MAX_TRIES - 1 });
    receiver.reply = () => 'silent';
    await server.deliver();
    expect(await listUndelivered(server.db)).toMatchObject([
      { state: 'refused', problem: 'no answer', attempts: MAX_TRIES },
    ]);
  });

  test('a redirection is not followed', async () => {
    await ask(maria, 'aquí');
    receiver.reply = () => ({ status: 302, headers: { location: receiver.url } });
    await server.deliver();
    expect(receiver.tries).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ state: 'waiting', problem: '302' }]);
  });
});

describe('[F39] several processes', () => {
  const another = () => openDelivery({ random: () => 0, db: server.db, clock, receiver: { url: receiver.url, keys } });

  test('send each event once, also when they deliver at the same time', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await ask(maria, text);
    await Promise.all([server.deliver(), another()(), another()()]);
    expect(descriptions()).toEqual(['a', 'b', 'c', 'd']);
    expect(receiver.tries).toHaveLength(4);
  });

  test('resend under the same id what a dead process was sending', async () => {
    await ask(maria, 'a medias');
    let end = (_: number) => {};
    receiver.reply = () => new Promise((answer) => (end = answer));
    const dying = another()();
    await expect.poll(() => receiver.tries.length).toBe(1);
    receiver.reply = () => 200;
    await another()();
    expect(receiver.tries).toHaveLength(1);
    await pass(3 * MINUTE_MS);
    await another()();
    const [first, second] = receiver.tries.map(({ id }) => id);
    expect(second).toBe(first);
    end(200);
    await dying;
    expect([descriptions(), await waiting()]).toEqual([['a medias'], []]);
  });
});

describe('[F39] keys and addresses', () => {
  test('both keys sign while one replaces the other', async () => {
    await ask(maria, 'con dos llaves');
    const both = readSigningKeys(`${OLD_SECRET},${SECRET}`) ?? [];
    await openDelivery({ random: () => 0, db: server.db, clock, receiver: { url: receiver.url, keys: both } })();
    expect(descriptions()).toEqual(['con dos llaves']);
    expect(receiver.tries[0]?.signatures).toBe(2);
  });

  test('[S32] what is read or changed past the calls of customers leaves a line in the trail too', () => {
    const events: Record<string, string | null> = {
      '/archivos/:token': 'file-opened',
      '/aseguradora/archivos/:id': 'file-fetched',
      '/aseguradora/reportes': 'reported',
      '/restablecer/:token': 'password-reset',
      // Nothing of a person is read or changed, or the page is the demo's, which stands in for another system.
      ...Object.fromEntries(
        ['/health', '/ready', '/.well-known/change-password', '/compartir'].map((path) => [path, null]),
      ),
      ...Object.fromEntries(['/pagar/:token', '/demo/oficina'].map((path) => [path, null])),
    };
    const calls = new Set((Object.keys(endpoints) as EndpointName[]).map(pathOf));
    const others = server.app.routes.filter(({ method, path }) => method !== 'ALL' && !calls.has(path));
    expect(new Set(others.map(({ path }) => path))).toEqual(new Set(Object.keys(events)));
    const source = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join('server', name), 'utf8'))
      .join();
    for (const event of Object.values(events))
      expect([event, event === null || source.includes(`event: '${event}'`)]).toEqual([event, true]);
  });

  test('the receiver fetches files with its key as often as it needs; nobody else can', async () => {
    await send(
      server.app,
      'createRefund',
      { fields: refundFields(maria, '520021'), files: refundPapers() },
      { ...maria.headers, 'Idempotency-Key': crypto.randomUUID() },
    );
    await server.deliver();
    const [file] = (receiver.effects[0]?.data.archivos ?? []) as { direccion: string; sha256: string; bytes: number }[];
    const path = new URL(file?.direccion ?? '').pathname;
    const fetched = (key = keys[0], body = path, at = new Date()) =>
      server.app.request(file?.direccion ?? '', { headers: signed({ id: 'x1', at, body }, key as Buffer) });
    for (const _ of [1, 2]) {
      const answer = await fetched();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = await answer.arrayBuffer();
      const { sha256 } = await import('#contract/fingerprint.ts');
      expect([await sha256(bytes), bytes.byteLength]).toEqual([file?.sha256, file?.bytes]);
    }
    // Each time with a line: it is as much a look at the person's papers as a customer's own.
    await server.settled();
    const line = { actor: 'insurer', customerId: maria.id, about: path.split('/').at(-1) };
    expect(await linesOf('file-fetched')).toMatchObject([line, line]);
    expect((await fetched(readSigningKeys(OLD_SECRET)?.[0])).status).toBe(401);
    expect((await fetched(keys[0], '/aseguradora/archivos/otro')).status).toBe(401);
    expect((await fetched(keys[0], path, new Date(Date.now() - HOUR_MS))).status).toBe(401);
    expect((await server.app.request(file?.direccion ?? '')).status).toBe(401);
    expect((await server.app.request(file?.direccion ?? '', { headers: maria.headers })).status).toBe(401);
  });

  test.each([
    { AMPARO_WEBHOOK_URL: 'https://nucleo.example/amparo' },
    { AMPARO_WEBHOOK_SECRET: SECRET },
    { AMPARO_WEBHOOK_URL: 'https://nucleo.example/amparo', AMPARO_WEBHOOK_SECRET: 'secreto' },
    { AMPARO_WEBHOOK_URL: 'http://nucleo.example/amparo', AMPARO_WEBHOOK_SECRET: SECRET },
    { AMPARO_WEBHOOK_URL: 'ftp://nucleo.example/amparo', AMPARO_WEBHOOK_SECRET: SECRET },
    { AMPARO_WEBHOOK_URL: 'https://a:b@nucleo.example/amparo', AMPARO_WEBHOOK_SECRET: SECRET },
  ])('incomplete, invalid or unencrypted settings end the start: %o', (env) => {
    expect(() => readSettings({ AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://a.example', ...env })).toThrow(
      /AMPARO_WEBHOOK/,
    );
  });

  test('the receiver may be anywhere under https, and under http on this machine or in the demo', () => {
    const read = (url: string, demo = '0') =>
      readSettings({
        AMPARO_DEMO: demo,
        AMPARO_ADDRESS: 'https://a.example',
        AMPARO_WEBHOOK_URL: url,
        AMPARO_WEBHOOK_SECRET: `${SECRET}, ${OLD_SECRET}`,
      }).receiver;
    expect(read('https://nucleo.example/amparo')).toMatchObject({ url: 'https://nucleo.example/amparo' });
    expect(read('http://localhost:9/x')?.keys).toHaveLength(2);
    expect(read('http://nucleo:8080/x', '1')).not.toBeNull();
    expect(readSettings({ AMPARO_DEMO: '1' }).receiver).toBeNull();
  });
});

test('[S14] an account whose claim becomes proved makes an event', async () => {
  const { customers: table } = { customers };
  const [before] = await server.db.select().from(table).where(eq(table.id, luis.id));
  await server.db.update(table).set({ claim: 'branch' }).where(eq(table.id, luis.id));
  // The demo insurer answers yes the next time the server asks.
  await send(server.app, 'personalInformation', { fields: { id: luis.id } }, luis.headers);
  await server.deliver();
  expect(receiver.effects).toMatchObject([
    { type: 'cliente.comprobado', data: { correo: before?.email, reclamo: 'yes' } },
  ]);
});
