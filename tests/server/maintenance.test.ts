// @module-tag depth
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import { auditTrail, maintenance, tickets } from '#server/database/schema.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { maintenanceIn } from '#server/maintenance/current.ts';
import { setMaintenance, textFrom } from '#server/maintenance/maintenance.ts';
import { followOrder, leaveOrder } from '#server/maintenance/order.ts';
import { callsOf } from './calls.ts';
import { type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const ANA = 'costarica@demo.test';
const TEXT = 'Mejoramos <nuestros> sistemas. Volvemos el sábado a las 6:00';
const keys = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? expect.fail('no keys');
const clock = () => new Date();
let server: TestApp;
let ana: SignedIn;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA], receiver: { url: 'https://insurer.example', keys } });
  ana = await server.signIn(ANA);
}, 60_000);
afterAll(() => server.close());
afterEach(() => server.db.delete(maintenance));

const begin = (text = TEXT) => setMaintenance(server.db, clock, text);
const end = () => setMaintenance(server.db, clock, null);

/** How many rows each table has, but for those that tell of calls: the trail and the counts of tries. */
async function rowCounts() {
  const { rows } = (await server.db.execute(sql`
    select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
    from pg_class where relkind = 'r' and not relispartition and relnamespace = 'public'::regnamespace
      and relname not in ('audit_trail', 'attempts') order by relname`)) as { rows: unknown[] };
  return rows;
}

describe('in a maintenance', () => {
  /** What goes on beside reading: nobody who closes a door has to wait. */
  const leaving = ['endSessions', 'lock', 'logout', 'removePasskey', 'unsubscribePush'];
  const alsoReading = ['downloadRefundDocument', 'passkeys', 'receipt', 'sessions', 'syncPolicies'];
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  const goesOn = rows.filter(([name, { readsOnly }]) => readsOnly || [...leaving, ...alsoReading].includes(name));
  const refused = rows.filter((row) => !goesOn.includes(row));
  let calls: Record<EndpointName, Sent>;
  beforeAll(async () => {
    calls = await callsOf(server, ana, '520021');
    await server.settled();
  });
  afterAll(async () => {
    // Ending the sessions ended this one as well.
    ana = await server.signIn(ANA);
  });

  test.each(refused)(
    '%s gets 503, the text of the insurer where the app reads it, and when to come again',
    async (name, { errorField }) => {
      await begin();
      const before = await rowCounts();
      for (const headers of [ana.headers, {}]) {
        const { status, body, headers: told } = await send(server.app, name, calls[name], headers);
        expect([status, told.get('Retry-After'), body]).toEqual([
          503,
          '60',
          { code: 'maintenance', [errorField]: TEXT },
        ]);
      }
      expect(await rowCounts()).toEqual(before);
    },
  );

  // What ends the sign-in comes last, each with one of its own.
  const order = (name: EndpointName) => leaving.indexOf(name);
  test.each(goesOn.toSorted(([a], [b]) => order(a) - order(b)))('%s goes on', async (name) => {
    const own = leaving.includes(name) ? await server.signIn(ANA) : ana;
    await begin();
    const { status } = await send(server.app, name, calls[name], own.headers);
    expect(status).toBe(200);
  });

  test('the probes say nothing of it: the server is well', async () => {
    await begin();
    const statuses = ['/health', '/ready'].map(async (path) => (await server.app.request(ORIGIN + path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('a report of the insurer is told to come again, and has its effect then', async () => {
    const body = JSON.stringify({
      type: 'poliza.novedad',
      timestamp: clock().toISOString(),
      data: {
        documento: { pais: 'Costa Rica', tipo: 'Cédula', numero: '112340567' },
        poliza: '520021',
        tema: 'documentos',
      },
    });
    const post = async (key = keys[0]) => {
      const headers = { 'Content-Type': 'application/json', ...signed({ id: 'rep_1', at: clock(), body }, key) };
      const answer = await server.app.request(`${ORIGIN}/aseguradora/reportes`, { method: 'POST', headers, body });
      const { resultado, code } = await answer.json();
      return [answer.status, answer.headers.get('Retry-After'), resultado ?? code];
    };
    await begin();
    expect(await post()).toEqual([503, '60', 'maintenance']);
    // A stranger learns nothing, here too.
    const [other] = readSigningKeys(`whsec_${Buffer.alloc(32, 9).toString('base64')}`) ?? expect.fail('no keys');
    expect(await post(other)).toEqual([401, null, 'unauthorised']);
    await end();
    expect(await post()).toEqual([200, null, 'hecho']);
  });

  test('the page of a forgotten password shows the text, and its link is good afterwards', async () => {
    await send(server.app, 'forgotPassword', { fields: { email: ANA } });
    await server.settled();
    const [link = ''] = /\/restablecer\/[\w-]+/.exec(server.mails.at(-1)?.text ?? '') ?? [];
    const given = { nueva: 'Secreta2027', repetida: 'Secreta2027' };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const shown = async (init: RequestInit = {}) => {
      const page = await server.app.request(ORIGIN + link, init);
      return { status: page.status, text: await page.text() };
    };
    await begin();
    for (const init of [{}, { method: 'POST', headers, body: String(new URLSearchParams(given)) }]) {
      const { status, text } = await shown(init);
      expect([status, text.includes('Mejoramos &lt;nuestros&gt; sistemas.'), text.includes('<form')]).toEqual([
        503,
        true,
        false,
      ]);
    }
    await end();
    const { status, text } = await shown();
    expect([status, text.includes('<form')]).toEqual([200, true]);
  });
});

describe('a body', () => {
  const ticket = (text: string) =>
    JSON.stringify({ idUsuario: ana.id, idTipoTicket: '1', descripcion: text, poliza: '520021' });
  /** Sends a ticket whose body ends once `rest` resolves. */
  const slowTicket = (text: string, rest: Promise<void>) => {
    const bytes = new TextEncoder().encode(ticket(text));
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(bytes.slice(0, 20));
        await rest;
        controller.enqueue(bytes.slice(20));
        controller.close();
      },
    });
    const headers = { ...ana.headers, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    return server.app.request(ORIGIN + pathOf('createTicket'), init);
  };
  const ticketsWith = async (text: string) => server.db.$count(tickets, sql`${tickets.notas} = ${text}`);

  test('that is still to come is not waited for', async () => {
    await begin();
    expect((await slowTicket('nunca', new Promise(() => {}))).status).toBe(503);
  });

  test('that was coming when it began is refused once it has come', async () => {
    const rest = new EventTarget();
    const answer = slowTicket('a medias', new Promise((done) => rest.addEventListener('come', () => done())));
    // The first look is over.
    await new Promise((later) => setTimeout(later, 100));
    await begin();
    rest.dispatchEvent(new Event('come'));
    expect([(await answer).status, await ticketsWith('a medias')]).toEqual([503, 0]);
  });
});

test('a request that was refused is taken once, under its key, when the maintenance is over', async () => {
  const fields = { idUsuario: ana.id, idTipoTicket: '1', descripcion: 'después', poliza: '520021' };
  const headers = { ...ana.headers, 'Idempotency-Key': crypto.randomUUID() };
  const ask = () => send(server.app, 'createTicket', { fields }, headers);
  await begin();
  expect((await ask()).status).toBe(503);
  await end();
  const taken = await ask();
  expect(taken.status).toBe(200);
  expect((await ask()).body).toEqual(taken.body);
  expect(await server.db.$count(tickets, sql`${tickets.notas} = 'después'`)).toBe(1);
});

test('another text takes the place of the first, the beginning stays, and the trail tells each step without a text', async () => {
  await begin('Uno');
  const { since } = (await maintenanceIn(server.db)) ?? expect.fail();
  await new Promise((later) => setTimeout(later, 5));
  await begin('Dos');
  expect(await maintenanceIn(server.db)).toEqual({ text: 'Dos', since });
  await end();
  expect(await maintenanceIn(server.db)).toBeNull();
  const lines = await server.db.select().from(auditTrail).orderBy(desc(auditTrail.id)).limit(3);
  expect(lines.map(({ actor, event, about }) => [actor, event, about])).toEqual([
    ['operator', 'maintenance-ended', ''],
    ['operator', 'maintenance-begun', ''],
    ['operator', 'maintenance-begun', ''],
  ]);
});

test.each([
  ['  Volvemos   a las 6:00 ', 'Volvemos a las 6:00'],
  ['Dos\nlíneas\u200b\u202e', 'Dos líneas'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), null],
  [' \n\u200b', null],
])('the text %j is told as %j', (typed, told) => {
  expect(textFrom(typed)).toBe(told);
});

describe('an order that lies in the folder of a running server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-order-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { timers } = thisMachine;
  const follow = () => followOrder(folder, server.db, clock);

  test('is followed once, and then told as done', async () => {
    const left = leaveOrder(folder, 'Volvemos pronto', timers);
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    await follow();
    expect([await left, readdirSync(folder), (await maintenanceIn(server.db))?.text]).toEqual([
      true,
      [],
      'Volvemos pronto',
    ]);
    const over = leaveOrder(folder, null, timers);
    await follow();
    expect([await over, await maintenanceIn(server.db)]).toEqual([true, null]);
    await follow();
  });

  test('that nobody follows is taken back', async () => {
    expect(await leaveOrder(folder, 'Tarde', timers, 1)).toBe(false);
    await follow();
    expect(await maintenanceIn(server.db)).toBeNull();
  });

  test.each(['{', '{"text":7}', JSON.stringify({ text: 'x'.repeat(301) }), '[]'])(
    '[F10] that says %s changes nothing, does not stay, and is not told as done',
    async (order) => {
      const left = leaveOrder(folder, 'Volvemos pronto', timers);
      writeFileSync(join(folder, 'mantenimiento.json'), order);
      await expect(follow()).rejects.toThrow();
      expect([await left, readdirSync(folder), await maintenanceIn(server.db)]).toEqual([false, [], null]);
    },
  );
});
