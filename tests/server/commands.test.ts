// @module-tag depth
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { type EndpointName, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import { fingerprint, sha256 } from '#contract/fingerprint.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok } from '#contract/result.ts';
import type { Ticket } from '#contract/tickets.ts';
import { thisMachine } from '#ports/machine.ts';
import { type AttemptRule, type AttemptRules, attemptRules } from '#server/accounts/attempts.ts';
import { createApp } from '#server/app.ts';
import { runOnce } from '#server/commands/run-once.ts';
import { DatabaseUnavailable } from '#server/database/outage.ts';
import {
  attempts,
  commands,
  devices,
  files,
  refundDocuments,
  refunds,
  secrets,
  tickets,
} from '#server/database/schema.ts';
import { openFileAddresses } from '#server/files/addresses.ts';
import { type Files, openFiles } from '#server/files/files.ts';
import { StoreUnavailable } from '#server/files/store.ts';
import { openKeyedHash } from '#server/secrets.ts';
import { sweep } from '#server/sweep.ts';
import { pdf, refundFields, refundPapers, requestFor, type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const start = new Date('2026-11-21T15:00:00Z').getTime();
let now = start;
let server: TestApp;
let who: SignedIn;

beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: ['costarica@demo.test', 'colombia@demo.test'] });
  who = await server.signIn('costarica@demo.test');
}, 60_000);
afterAll(() => server.close());

const refund = (changes: Record<string, string> = {}): Sent => ({
  fields: { ...refundFields(who, '520021'), ...changes },
  files: refundPapers(),
});
const keyed = (key: string) => ({ ...who.headers, 'Idempotency-Key': key });
const ofKey = (key: string) => server.db.select().from(commands).where(eq(commands.key, key));
const withdraw = (key: string) => send(server.app, 'withdraw', { fields: { clave: key } }, who.headers);
const receiptOf = (key: string) => send(server.app, 'receipt', { fields: { clave: key } }, who.headers);

async function printOf({ fields, files: sent = {} }: Sent): Promise<string> {
  const sums = await Promise.all(
    Object.entries(sent).map(async ([name, file]) => [name, await sha256(await file.arrayBuffer())]),
  );
  return fingerprint(fields as Record<string, string>, Object.fromEntries(sums));
}

describe('[S18] a request must fit its policy', () => {
  test('the policies tell the limits of a refund, so that a form knows them before it queues', async () => {
    const fields = { cedula: who.nif, idUsuario: who.id };
    const { body } = await send(server.app, 'policies', { fields }, who.headers);
    const told = (body as unknown as Policy[]).map(({ LineOfBusinessType, RefundLimits }) => [
      LineOfBusinessType,
      RefundLimits?.USD,
    ]);
    expect(told).toEqual([
      ['Health', 500_000],
      ['Life', undefined],
      ['Life', undefined],
    ]);
  });

  test.each([
    ['a life policy', { poliza: '520022', patientPolicy: '520022' }, 'poliza'],
    ['a stranger', { paciente: 'OTRA PERSONA, ANA' }, 'paciente'],
    ['somebody of another policy', { patientPolicy: '550053' }, 'paciente'],
    ['money of another country', { divisa: 'DOP' }, 'divisa'],
    ['more than anybody may ask for', { importe: '999999999999' }, 'importe'],
  ])('a refund for %s is refused at its field, and leaves nothing', async (_, changes, field) => {
    const before = await server.db.$count(refunds);
    const key = crypto.randomUUID();
    const { status, body } = await send(server.app, 'createRefund', refund(changes), keyed(key));
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect(body.message).toBe(Object.values(body.fields ?? {})[0]);
    expect(await server.db.$count(refunds)).toBe(before);
    // The corrected refund may use the same key.
    expect((await send(server.app, 'createRefund', refund(), keyed(key))).status).toBe(200);
  });

  test('a ticket about a Colombian policy, or of a type that is not offered, is refused at its field', async () => {
    const paula = await server.signIn('colombia@demo.test');
    const [policy] = paula.polizas;
    const ticket = { idUsuario: paula.id, idTipoTicket: '1', descripcion: 'Hola', poliza: policy?.Policy };
    const colombian = await send(server.app, 'createTicket', { fields: ticket }, paula.headers);
    expect(colombian).toMatchObject({
      status: 422,
      body: { fields: { poliza: expect.stringContaining('no admite') } },
    });
    const mine = { idUsuario: who.id, idTipoTicket: '99', descripcion: 'Hola', poliza: '520021' };
    const unknown = await send(server.app, 'createTicket', { fields: mine }, who.headers);
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['idTipoTicket']]);
  });
});

describe('[F2] a command whose answer was lost', () => {
  test('takes effect once: the same key and content give the first answer again', async () => {
    const key = crypto.randomUUID();
    const before = await server.db.$count(refunds);
    const first = await send(server.app, 'createRefund', refund(), keyed(key));
    now += 5 * MINUTE_MS;
    const again = await send(server.app, 'createRefund', refund(), keyed(key));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(first.body.recibo).toMatchObject({
      clave: key,
      tipo: 'refund.create',
      numero: expect.stringMatching(/^R-2026-\d{6}$/),
    });
    expect(await server.db.$count(refunds)).toBe(before + 1);
    expect((await receiptOf(key)).body).toEqual({
      estado: 'recibido',
      recibo: first.body.recibo,
      resultado: first.body,
    });
  });

  test('takes effect once when it is sent many times at once', async () => {
    const key = crypto.randomUUID();
    const before = await server.db.$count(refunds);
    const all = await Promise.all(
      Array.from({ length: 6 }, () => send(server.app, 'createRefund', refund({ diagnostico: 'Gripe' }), keyed(key))),
    );
    for (const { body } of all) expect(body).toEqual(all[0]?.body);
    expect(all[0]?.status).toBe(200);
    expect(await server.db.$count(refunds)).toBe(before + 1);
  });

  test('two copies that run at once take effect once; one refused midway leaves nothing', async () => {
    const hash = await openKeyedHash(server.db);
    const world = { db: server.db, clock: () => new Date(now), hash };
    const command = { owner: who.id, key: crypto.randomUUID(), fingerprint: 'f', name: 'ticket.create' };
    let effects = 0;
    const run = () =>
      runOnce(world, command, async () => {
        effects += 1;
        return ok({ effects });
      });
    expect(await Promise.all([run(), run()])).toEqual([ok({ effects: 1 }), ok({ effects: 1 })]);

    const refused = { ...command, key: crypto.randomUUID() };
    const mark = crypto.randomUUID();
    const answer = await runOnce(world, refused, async (tx) => {
      await tx.insert(secrets).values({ name: mark, value: 'begun' });
      return fail('not-found');
    });
    expect(answer).toEqual(fail('not-found'));
    expect(await server.db.$count(secrets, eq(secrets.name, mark))).toBe(0);
    expect(await ofKey(refused.key)).toEqual([]);
  });

  test('the same key with other fields or another file is refused', async () => {
    const key = crypto.randomUUID();
    await send(server.app, 'createRefund', refund(), keyed(key));
    const other = await send(server.app, 'createRefund', refund({ importe: '99.00' }), keyed(key));
    expect([other.status, other.body.code]).toEqual([422, 'key-reused']);
    const sent = { ...refund(), files: { ...refundPapers(), documentoFactura: pdf('factura.pdf', 9) } };
    expect((await send(server.app, 'createRefund', sent, keyed(key))).body.code).toBe('key-reused');
  });

  test('two customers may use one key', async () => {
    const key = crypto.randomUUID();
    const juan = await server.signIn('colombia@demo.test');
    const patient = { paciente: 'RESTREPO OCHOA, JUAN CAMILO' };
    const his = { fields: { ...refundFields(juan, '550053'), ...patient }, files: refundPapers() };
    const first = await send(server.app, 'createRefund', refund(), keyed(key));
    const second = await send(server.app, 'createRefund', his, { ...juan.headers, 'Idempotency-Key': key });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((second.body.reembolso as { id: string }).id).not.toBe((first.body.reembolso as { id: string }).id);
  });

  test('a client without a key is served, and each call takes effect', async () => {
    const before = await server.db.$count(tickets);
    const ticket = { fields: { idUsuario: who.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' } };
    for (let times = 0; times < 2; times += 1) await send(server.app, 'createTicket', ticket, who.headers);
    expect(await server.db.$count(tickets)).toBe(before + 2);
    const bad = await send(server.app, 'createTicket', ticket, keyed('no-uuid'));
    expect([bad.status, bad.body.code]).toEqual([400, 'invalid']);
  });

  test('a refused command leaves nothing, and its corrected form may use the same key', async () => {
    const key = crypto.randomUUID();
    const counts = async () => [await server.db.$count(refunds), await server.db.$count(files)];
    const before = await counts();
    const refused = await send(server.app, 'createRefund', refund({ fechaServicio: '2099-01-01' }), keyed(key));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['fechaServicio']);
    expect([await counts(), await ofKey(key)]).toEqual([before, []]);
    expect((await send(server.app, 'createRefund', refund(), keyed(key))).status).toBe(200);
  });

  test('the table of keys holds neither the fields nor their plain fingerprint', async () => {
    const key = crypto.randomUUID();
    await send(
      server.app,
      'createTicket',
      { fields: { idUsuario: who.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' } },
      keyed(key),
    );
    const print = await fingerprint({ idUsuario: who.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' });
    const [row] = await ofKey(key);
    expect(row?.fingerprint).not.toBe(print);
    expect(row?.fingerprint).toMatch(/^[\w-]{43}$/);
  });

  test('a key is remembered for as long as its customer, however late its item comes again, and so is one that was withdrawn', async () => {
    const [sent, withdrawn] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await send(server.app, 'createRefund', refund(), keyed(sent));
    await withdraw(withdrawn);
    const before = await server.db.$count(refunds);
    now += 91 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    who = await server.signIn('costarica@demo.test');
    const again = await send(server.app, 'createRefund', refund(), keyed(sent));
    const late = await send(server.app, 'createRefund', refund(), keyed(withdrawn));
    expect([again.status, again.body, late.status, late.body.code]).toEqual([200, first.body, 409, 'withdrawn']);
    expect(await server.db.$count(refunds)).toBe(before);
    now = start;
    who = await server.signIn('costarica@demo.test');
  });
});

const fewWrites = { free: 5, delay: MINUTE_MS, longest: 60 * MINUTE_MS, memory: 60 * MINUTE_MS };

const clock = () => new Date(now);
const newStorage = () => openFiles({ db: server.db, clock, commonClock: async () => clock, uuid: thisMachine.uuid });

/** The app with so few writes of an hour, or with other rules. */
const appOf = (writesPerCustomer: AttemptRule = fewWrites, more: Partial<AttemptRules> = {}, storage = newStorage()) =>
  createApp({
    machine: thisMachine,
    db: server.db,
    storage,
    clock,
    core: server.core,
    mail: async () => {},
    demo: true,
    publicOrigin: ORIGIN,
    passwordCost: 1024,
    attempts: { writesPerCustomer, ...more },
  });

test('[S16] writes and bytes of one customer are limited per hour; a repeated key does not count', async () => {
  const app = await appOf();
  // Ten days later nothing counted before is remembered.
  now = start + 10 * DAY_MS;
  const juan = await server.signIn('colombia@demo.test');
  const write = (headers: Record<string, string>, padding = 0) => {
    const fields = { idUsuario: juan.id, idReembolso: 'x', CaseNumber: '' };
    return send(app, 'addRefundDocument', { fields, files: { documento: pdf('a.pdf', padding) } }, headers);
  };
  const ask = () => send(app, 'withdraw', { fields: { clave: crypto.randomUUID() } }, juan.headers);
  expect((await write(juan.headers)).status).toBe(404);
  // The 404 above used none, and the access token of a sign-in is counted apart.
  for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
  const { status, body, headers } = await ask();
  expect([status, body.code, Number(headers.get('retry-after'))]).toEqual([429, 'rate-limited', 60]);
  expect((await send(app, 'logout', { fields: { idUsuario: juan.id } }, juan.headers)).status).toBe(200);

  const key = crypto.randomUUID();
  const heavy = await appOf({ ...fewWrites, free: 6 });
  const big = { ...refund(), files: { ...refundPapers(), documentoFactura: pdf('f.pdf', 2.5 * 1024 * 1024) } };
  now += 2 * 60 * MINUTE_MS;
  expect((await send(heavy, 'createRefund', big, keyed(key))).status).toBe(200);
  expect((await send(heavy, 'createRefund', big, keyed(crypto.randomUUID()))).status).toBe(200);
  expect((await send(heavy, 'createRefund', big, keyed(crypto.randomUUID()))).status).toBe(429);
  expect((await send(heavy, 'createRefund', big, keyed(key))).status).toBe(200);
  now = start;
});

describe('[S16] [F10] a request that nobody could judge', () => {
  let days = 30;
  const ask = async (app: Hono) => (await send(app, 'createRefund', refund(), keyed(crypto.randomUUID()))).status;

  test.each([
    [
      'the store of files is away',
      (files: Files) => vi.spyOn(files, 'stage').mockRejectedValue(new StoreUnavailable('')),
    ],
    ['the administration is away', () => vi.spyOn(server.core, 'insuredPersons').mockResolvedValue(fail('core-away'))],
    [
      'the database is away',
      () => vi.spyOn(server.core, 'insuredPersons').mockRejectedValue(new DatabaseUnavailable()),
    ],
  ])('keeps no later one waiting: %s', async (_, away) => {
    // Nothing counted before is remembered.
    days += 1;
    now = start + days * DAY_MS;
    who = await server.signIn('costarica@demo.test');
    const storage = newStorage();
    const app = await appOf(fewWrites, {}, storage);
    const outage = away(storage);
    const refused: number[] = [];
    while (refused.length < 2 * fewWrites.free) refused.push(await ask(app));
    expect(new Set(refused)).toEqual(new Set([503]));
    outage.mockRestore();
    expect(await ask(app)).toBe(200);
    now = start;
    who = await server.signIn('costarica@demo.test');
  });
});

test('[S16] a device that goes on with its queue through a wait gets back the writes of the time that passed', async () => {
  const app = await appOf({ ...fewWrites, delay: MINUTE_MS, longest: 15 * MINUTE_MS });
  now = start + 20 * DAY_MS;
  const maria = await server.signIn('costarica@demo.test');
  const write = async () =>
    (await send(app, 'withdraw', { fields: { clave: crypto.randomUUID() } }, maria.headers)).status;
  const statuses: number[] = [];
  for (let times = 0; times < 4 * fewWrites.free; times += 1, now += HOUR_MS / fewWrites.free + 1)
    statuses.push(await write());
  expect(new Set(statuses)).toEqual(new Set([200]));
  now = start;
});

test('[S16] requests and papers of one customer are limited for years; a known key is still answered', async () => {
  const requestsPerCustomer = { ...attemptRules.requestsPerCustomer, free: 4 };
  const app = await appOf(attemptRules.writesPerCustomer, { requestsPerCustomer });
  now = start + 400 * DAY_MS;
  let maria = await server.signIn('costarica@demo.test');
  const asking = (key: string) => ({ ...maria.headers, 'Idempotency-Key': key });
  const ask = (key = crypto.randomUUID()) => {
    const fields = { idUsuario: maria.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' };
    return send(app, 'createTicket', { fields }, asking(key));
  };
  const [first, refused] = [crypto.randomUUID(), crypto.randomUUID()];
  const sent = refund();
  // One for itself and one for each of its two papers.
  const taken = await send(app, 'createRefund', sent, asking(first));
  expect([taken.status, (await ask()).status]).toEqual([200, 200]);
  const { status, body, headers } = await ask(refused);
  expect([status, body.code, Number(headers.get('retry-after'))]).toEqual([429, 'rate-limited', HOUR_MS / 1000]);
  expect((await send(app, 'createRefund', sent, asking(first))).body).toEqual(taken.body);
  // Four in a year: a quarter of it brings one back, for the key that was refused as for any other.
  now += 92 * DAY_MS;
  maria = await server.signIn('costarica@demo.test');
  expect([(await ask(refused)).status, (await ask()).status]).toEqual([200, 429]);
  // Those that come at once are all asked for before one is counted.
  now += 92 * DAY_MS;
  maria = await server.signIn('costarica@demo.test');
  const atOnce = await Promise.all([ask(), ask(), ask()]);
  expect(atOnce.map((one) => one.status).toSorted()).toEqual([200, 429, 429]);
  now = start;
});

test('[S16] keys that are withdrawn unknown count as requests of the year, and leave nothing once they are spent', async () => {
  const requestsPerCustomer = { ...attemptRules.requestsPerCustomer, free: 4 };
  const app = await appOf(attemptRules.writesPerCustomer, { requestsPerCustomer });
  // Years later nothing counted before is remembered.
  now = start + 800 * DAY_MS;
  const juan = await server.signIn('colombia@demo.test');
  const stored = () => server.db.$count(commands, eq(commands.owner, juan.id));
  const before = await stored();
  const drop = async (clave: string) => (await send(app, 'withdraw', { fields: { clave } }, juan.headers)).status;
  const keys = [...Array(6)].map(() => crypto.randomUUID());
  const statuses = [];
  for (const key of keys) statuses.push(await drop(key));
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect([(await stored()) - before, await drop(keys[0] ?? '')]).toEqual([4, 200]);
  await server.db.delete(attempts);
  now = start;
});

describe('[S16] the writes of a customer whom somebody else spends them for', () => {
  const CUSTOMER = 'colombia@demo.test';
  let app: Hono;
  let juan: SignedIn;
  beforeEach(async () => {
    app = await appOf();
    // Days later nothing counted before is remembered.
    now += 20 * DAY_MS;
    juan = await server.signIn(CUSTOMER);
  });
  afterAll(() => {
    now = start;
  });

  const ask = async (Authorization: string) =>
    (await send(app, 'withdraw', { fields: { clave: crypto.randomUUID() } }, { Authorization })).status;
  /** Writes with the token until no more may be written. @returns how often it could */
  async function spend(token: string): Promise<number> {
    for (let times = 0; ; times += 1) if ((await ask(`Bearer ${token}`)) !== 200) return times;
  }

  test('a copied send-only token spends none of what its owner may write, here or on another device', async () => {
    const other = await server.signIn(CUSTOMER);
    expect(await spend(other.send)).toBe(5);
    expect([await spend(juan.send), await spend(juan.access)]).toEqual([5, 5]);
    expect(await ask(`Bearer ${other.access}`)).toBe(429);
  });

  test('all send-only tokens of one customer have four times the writes of one sign-in together', async () => {
    const spent = [await spend(juan.send)];
    for (let devices = 1; devices < 6; devices += 1) spent.push(await spend((await server.signIn(CUSTOMER)).send));
    expect(spent).toEqual([5, 5, 5, 5, 0, 0]);
  });

  test('whoever closes a door does not wait: a new sign-in, its access, a new password, ending others', async () => {
    expect(await spend(juan.access)).toBe(5);
    const { id, nif, headers } = await server.signIn(CUSTOMER);
    const words = { id, current: 'Amparo2026', new: 'Amparo2027', confirm: 'Amparo2027' };
    const back = { id, current: 'Amparo2027', new: 'Amparo2026', confirm: 'Amparo2026' };
    const endpoint = 'https://fcm.googleapis.com/nadie';
    const closes: [EndpointName, Record<string, string>][] = [
      ['unsubscribePush', { idUsuario: id, endpoint }],
      ['removePasskey', { idUsuario: id, credencial: 'x' }],
      ['endSessions', { idUsuario: id }],
      ['changePassword', words],
      ['changePassword', back],
    ];
    for (const [name, fields] of closes) {
      expect([name, (await send(app, name, { fields }, headers)).status]).toEqual([name, 200]);
    }
    expect(await ask(headers.Authorization ?? '')).toBe(429);
    expect((await send(app, 'accessToken', { fields: { cedula: nif } }, headers)).status).toBe(200);
  });

  test('access is limited for each sign-in by itself', async () => {
    const access = async ({ nif, internal }: SignedIn) =>
      (await send(app, 'accessToken', { fields: { cedula: nif } }, { [INTERNAL_TOKEN_HEADER]: internal })).status;
    // The sign-in itself took the first.
    for (let times = 0; times < 4; times += 1) expect(await access(juan)).toBe(200);
    expect([await access(juan), await access(await server.signIn(CUSTOMER))]).toEqual([429, 200]);
  });

  test('and so is closing, of which each leaves a line in the trail', async () => {
    const end = async ({ id, headers }: SignedIn) =>
      (await send(app, 'removePasskey', { fields: { idUsuario: id, credencial: 'x' } }, headers)).status;
    for (let times = 0; times < 5; times += 1) expect(await end(juan)).toBe(200);
    expect([await end(juan), await end(await server.signIn(CUSTOMER))]).toEqual([429, 200]);
    // Who leaves ends the tokens of that sign-in, and so is let go.
    expect((await send(app, 'logout', { fields: { idUsuario: juan.id } }, juan.headers)).status).toBe(200);
  });

  describe('and their requests of a year', () => {
    const email = 'costarica@demo.test';
    let yearly: Hono;
    let maria: SignedIn;
    beforeEach(async () => {
      const requestsPerCustomer = { ...attemptRules.requestsPerCustomer, free: 2 };
      yearly = await appOf(attemptRules.writesPerCustomer, { requestsPerCustomer });
      // Years later nothing counted before is remembered.
      now += 900 * DAY_MS;
      maria = await server.signIn(email);
    });
    afterAll(async () => {
      now = start;
      // The recovery ended all sign-ins.
      who = await server.signIn(email);
    });
    const bySend = (of: SignedIn) => ({ Authorization: `Bearer ${of.send}` });
    const ask = async (headers: Record<string, string>) => {
      const fields = { idUsuario: maria.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' };
      return (await send(yearly, 'createTicket', { fields }, headers)).status;
    };
    const askThrice = async (by: Record<string, string>) => [await ask(by), await ask(by), await ask(by)];

    test('what a copied token sends is none of its owner’s, nor of another sign-in’s', async () => {
      expect(await askThrice(bySend(maria))).toEqual([200, 200, 429]);
      const other = await server.signIn(email);
      expect([await ask(other.headers), await ask(bySend(other))]).toEqual([200, 200]);
    });

    test('whoever proves the mailbox has all of them again', async () => {
      expect([await askThrice(maria.headers), await askThrice(bySend(maria))]).toEqual(Array(2).fill([200, 200, 429]));
      await send(server.app, 'forgotPassword', { fields: { email } });
      await server.settled();
      const { link = '' } = server.mails.findLast(({ action }) => action) ?? expect.fail('no link');
      const body = new URLSearchParams({ nueva: 'Amparo2026', repetida: 'Amparo2026' });
      expect((await server.app.request(link, { method: 'POST', body })).status).toBe(200);
      await server.settled();
      const again = await server.signIn(email);
      expect([await ask(again.headers), await ask(bySend(again))]).toEqual([200, 200]);
    });
  });
});

describe('[F29] a command the customer wants to edit or discard', () => {
  test('can still arrive after its receipt was asked for', async () => {
    const key = crypto.randomUUID();
    expect(await receiptOf(key)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await ofKey(key)).toEqual([]);
    expect((await send(server.app, 'createRefund', refund(), keyed(key))).status).toBe(200);
    expect((await receiptOf(key)).body).toMatchObject({ estado: 'recibido', recibo: { clave: key } });
    expect((await withdraw(key)).body).toEqual((await receiptOf(key)).body);
  });

  test('is withdrawn when it never arrived, and a late copy is refused', async () => {
    const key = crypto.randomUUID();
    expect((await withdraw(key)).body).toEqual({ estado: 'anulado' });
    expect((await withdraw(key.toUpperCase())).body).toEqual({ estado: 'anulado' });
    expect((await receiptOf(key)).body).toEqual({ estado: 'anulado' });
    const before = await server.db.$count(refunds);
    const late = await send(server.app, 'createRefund', refund(), keyed(key));
    expect([late.status, late.body.code]).toEqual([409, 'withdrawn']);
    expect(await server.db.$count(refunds)).toBe(before);
  });

  test('is either taken or withdrawn, never both, when it arrives during the withdrawal', async () => {
    for (let times = 0; times < 5; times += 1) {
      const key = crypto.randomUUID();
      const before = await server.db.$count(refunds);
      const [sent, asked] = await Promise.all([send(server.app, 'createRefund', refund(), keyed(key)), withdraw(key)]);
      const taken = (await server.db.$count(refunds)) - before;
      expect([sent.status, asked.body.estado, taken]).toEqual(
        sent.status === 200 ? [200, 'recibido', 1] : [409, 'anulado', 0],
      );
    }
  });
});

describe('[F17] a command that lost something on the way', () => {
  test('device and server compute the same fingerprint, also with line breaks', async () => {
    const sent = refund({ diagnostico: 'Dolor\nde cabeza\r\nfuerte' });
    const headers = { ...keyed(crypto.randomUUID()), 'Amparo-Fingerprint': await printOf(sent) };
    expect((await send(server.app, 'createRefund', sent, headers)).status).toBe(200);
  });

  test('a text of many lines may be as long as its form takes it, and is stored as it was written', async () => {
    const detallesAccidente = `${'Caí en la acera.\n'.repeat(235)}Fin.`;
    expect(detallesAccidente.length).toBeLessThan(4000);
    expect(detallesAccidente.replaceAll('\n', '\r\n').length).toBeGreaterThan(4000);
    const { fechaServicio: _, ...fields } = refundFields(who, '520021');
    const of = { tipoReembolso: 'accidente', tipoAccidente: 'Caída', lugarAccidente: 'Otro', detallesAccidente };
    const sent: Sent = {
      fields: { ...fields, ...of, fechaAccidente: '2026-10-01', sinReportePolicial: 'si' },
      files: refundPapers(),
    };
    const { status, body } = await send(server.app, 'createRefund', sent, keyed(crypto.randomUUID()));
    expect([status, body.fields]).toEqual([200, undefined]);
    const { id } = body.reembolso as { id: string };
    const [stored] = await server.db.select().from(refunds).where(eq(refunds.id, id));
    expect(JSON.stringify(stored)).toContain(JSON.stringify(detallesAccidente).slice(1, -1));
  });

  test('a missing file or a changed field is refused as damaged', async () => {
    const sent = refund();
    const headers = { ...keyed(crypto.randomUUID()), 'Amparo-Fingerprint': await printOf(sent) };
    const { documentoFactura: _, ...fewer } = refundPapers();
    for (const damaged of [{ ...sent, files: fewer }, refund({ importe: '1.00' })]) {
      const { status, body } = await send(server.app, 'createRefund', damaged, headers);
      expect([status, body.code]).toEqual([422, 'damaged']);
    }
    expect((await send(server.app, 'createRefund', sent, headers)).status).toBe(200);
  });

  test('[H7.4] the stored files are byte for byte what was sent', async () => {
    const sent = refund();
    const { body } = await send(server.app, 'createRefund', sent, who.headers);
    const { id } = body.reembolso as { id: string };
    const stored = await server.db
      .select({ sum: files.sha256, bytes: files.bytes, tipo: refundDocuments.tipo })
      .from(refundDocuments)
      .innerJoin(files, eq(files.id, refundDocuments.fileId))
      .where(eq(refundDocuments.refundId, id))
      .orderBy(refundDocuments.serial);
    expect(stored.map(({ tipo }) => tipo)).toEqual(['Historia clínica', 'Factura']);
    for (const { sum, bytes } of stored) expect(await sha256(new Uint8Array(bytes ?? []))).toBe(sum);
    const sums = await Promise.all(
      Object.values(sent.files ?? {}).map(async (file) => sha256(await file.arrayBuffer())),
    );
    expect(stored.map(({ sum }) => sum).sort()).toEqual(sums.sort());
  });
});

describe('[S4] [H5.3] [D43] uploads', () => {
  const withInvoice = (file: File) =>
    send(
      server.app,
      'createRefund',
      { ...refund(), files: { ...refundPapers(), documentoFactura: file } },
      who.headers,
    );
  const MB = 1024 * 1024;
  /** A PDF of exactly so many bytes. */
  const sized = (bytes: number) => pdf('grande.pdf', bytes - 17);

  test('an invoice of 3 MB is too large; one byte less is accepted', async () => {
    expect(sized(3 * MB).size).toBe(3 * MB);
    const { status, body } = await withInvoice(sized(3 * MB));
    expect([status, body.message]).toEqual([413, 'El tamaño del documento no puede ser mayor a 3MB']);
    expect(body.fields).toEqual({ documentoFactura: 'El tamaño del documento no puede ser mayor a 3MB' });
    expect((await withInvoice(sized(3 * MB - 1))).status).toBe(200);
  });

  test('a clinical history of 6 MB is too large', async () => {
    const papers = { ...refundPapers(), documentoHistoriaClinica: sized(6 * MB) };
    const { status, body } = await send(server.app, 'createRefund', { ...refund(), files: papers }, who.headers);
    expect([status, body.message]).toEqual([413, 'El tamaño del documento no puede ser mayor a 6MB']);
  });

  test.each([
    ['a renamed program', new File(['MZ\x90\0\x03'], 'factura.pdf', { type: 'application/pdf' })],
    ['HTML that calls itself a PDF', new File(['<html><script>x</script>'], 'a.pdf', { type: 'application/pdf' })],
    ['a polyglot', new File(['%PDF-1.4\n<html><script>alert(1)</script>'], 'a.pdf', { type: 'application/pdf' })],
    ['an SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' })],
  ])('%s is not accepted', async (_, file) => {
    const { status, body } = await withInvoice(file);
    expect([status, body.message]).toEqual([415, 'Solo se permiten imágenes o archivos PDF']);
  });

  test('[H5.3] a PDF with a mark and blanks before its header is accepted', async () => {
    const marked = new File(['\ufeff \r\n%PDF-1.4\n%%EOF\n'], 'factura.pdf', { type: 'application/pdf' });
    expect((await withInvoice(marked)).status).toBe(200);
  });

  test('[F24] an empty file is refused at its field', async () => {
    const { status, body } = await withInvoice(new File([], 'factura.pdf', { type: 'application/pdf' }));
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['documentoFactura']]);
  });

  test('a file under a name that no field has is refused', async () => {
    const request = requestFor('createRefund', { ...refund(), files: { ...refundPapers(), otro: pdf() } }, who.headers);
    expect((await server.app.fetch(request)).status).toBe(422);
  });
});

describe('[H7.6] [H7.7] [D48] documents of a refund', () => {
  test('an added document is listed, and its address downloads it once, as an attachment, within minutes', async () => {
    const created = await send(server.app, 'createRefund', refund(), who.headers);
    const { id } = created.body.reembolso as { id: string };
    const file = pdf('../../Exámenes "de sangre".pdf', 40);
    const sent = { fields: { idReembolso: id, idUsuario: who.id, CaseNumber: '' }, files: { documento: file } };
    const added = await send(server.app, 'addRefundDocument', sent, who.headers);
    expect(added.body).toMatchObject({
      recibo: { tipo: 'refund.addDocument' },
      documento: { filename: 'Exámenes de sangre.pdf' },
    });
    const list = await send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers);
    const mine = (list.body as unknown as { id: string; documentos: unknown[] }[]).find((one) => one.id === id);
    expect(mine?.documentos).toHaveLength(3);

    const ask = { fields: { idUsuario: who.id, idReembolso: id, idDocumento: added.body.idDocumento } };
    const { body } = await send(server.app, 'downloadRefundDocument', ask, who.headers);
    const address = ORIGIN + String(body.url);
    expect((await server.app.request(address, { method: 'HEAD' })).status).toBe(204);
    const opened = await server.app.request(address);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toBe(await file.text());
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Examenes de sangre.pdf"; filename*=UTF-8''Ex%C3%A1menes%20de%20sangre.pdf`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    expect((await server.app.request(address)).status).toBe(404);

    const second = ORIGIN + String((await send(server.app, 'downloadRefundDocument', ask, who.headers)).body.url);
    const forged = second.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await server.app.request(forged)).status).toBe(404);
    now += 16 * MINUTE_MS;
    expect((await server.app.request(second)).status).toBe(404);
  });

  test('[S9] a file address reveals neither file nor policy, not even by its length', async () => {
    const addresses = openFileAddresses(server.db, async () => () => new Date(now), await openKeyedHash(server.db));
    const name = 'Biopsia de María Fernanda.pdf';
    const [device] = await server.db.select().from(devices).where(eq(devices.customerId, who.id));
    const asking = { customer: { id: who.id }, deviceId: device?.id ?? expect.fail('not signed in') };
    const make = await addresses.makerFor(asking);
    const [file, short, paper] = [
      make({ kind: 'file', id: 'f-1', name }),
      make({ kind: 'file', id: 'f-1', name: 'a.pdf' }),
      make({ kind: 'policy', policyId: '520021', id: '520021-7' }),
    ];
    for (const address of [file, paper]) {
      const readings = [address, Buffer.from(address.slice('/archivos/'.length), 'base64url').toString('latin1')];
      for (const secret of ['Biopsia', 'policy', '.pdf', '520021', 'expires']) {
        for (const reading of readings) expect(reading).not.toContain(secret);
      }
    }
    expect(file.length).toBe(short.length);
    const token = file.slice('/archivos/'.length);
    for (const at of [0, 20, token.length - 1]) {
      const forged = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(await addresses.read(forged)).toBeNull();
    }
    for (const made of ['', '.', 'AAAA', 'x'.repeat(5000), `${token}A`]) expect(await addresses.read(made)).toBeNull();
    const read = await addresses.read(token);
    expect(read).toMatchObject({ reference: { kind: 'file', id: 'f-1', name }, customerId: who.id });
    expect([await read?.use(), await (await addresses.read(token))?.use()]).toEqual([true, false]);
  });

  test('a document of another refund is not found', async () => {
    const list = await send(server.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers);
    const [one, two] = list.body as unknown as { id: string; documentos: { idDocumento: string }[] }[];
    const ask = { fields: { idUsuario: who.id, idReembolso: one?.id, idDocumento: two?.documentos[0]?.idDocumento } };
    expect((await send(server.app, 'downloadRefundDocument', ask, who.headers)).status).toBe(404);
  });
});

test('[H6.3] a Colombian policy takes no ticket', async () => {
  const juan = await server.signIn('colombia@demo.test');
  const fields = { idUsuario: juan.id, idTipoTicket: '1', descripcion: 'Hola', poliza: '550053' };
  const { status, body } = await send(server.app, 'createTicket', { fields }, juan.headers);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['poliza']]);
});

test('[D53][D78] a ticket carries the date of the customer’s zone; from an app of before, that of the customer’s country', async () => {
  const before = now;
  now = Date.parse(`${new Date(before + DAY_MS).toISOString().slice(0, 10)}T03:30:00Z`);
  const utc = new Date(now).toISOString().slice(0, 10);
  const evening = new Date(now - DAY_MS).toISOString().slice(0, 10);
  const dayOf = async (zone: Record<string, unknown>) => {
    const fields = { idUsuario: who.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021', ...zone };
    const { status, body } = await send(server.app, 'createTicket', { fields }, who.headers);
    return [status, (body.ticket as Ticket).fechaSolicitud];
  };
  expect(await dayOf({ zonaHoraria: 'America/Costa_Rica' })).toEqual([200, evening]);
  expect(await dayOf({ zonaHoraria: 'America/Santo_Domingo' })).toEqual([200, evening]);
  expect(await dayOf({ zonaHoraria: 'Europe/Madrid' })).toEqual([200, utc]);
  // An earlier app sends no time zone, and an unknown one must not cost the customer the ticket.
  for (const none of [
    {},
    { zonaHoraria: '' },
    { zonaHoraria: '+05:00' },
    { zonaHoraria: 'Luna/Base' },
    { zonaHoraria: 7 },
  ])
    expect(await dayOf(none)).toEqual([200, evening]);
  now = before;
});

test('[D78] a number carries the year that it is at the customer’s', async () => {
  const before = now;
  const fields = { idUsuario: who.id, idTipoTicket: '2', descripcion: 'Hola', poliza: '520021' };
  const year = new Date(before).getUTCFullYear();
  // Half past nine on New Year's Eve in Costa Rica.
  now = Date.UTC(year + 1, 0, 1, 3, 30);
  const session = await server.signIn('costarica@demo.test');
  const { body } = await send(server.app, 'createTicket', { fields }, session.headers);
  now = before;
  expect((body.ticket as Ticket).CaseNumber).toMatch(new RegExp(`^C-${year}-`));
});

test('[H5.8] a ticket needs policy, type and description', async () => {
  const fields = { idUsuario: who.id, idTipoTicket: '', descripcion: ' ', poliza: '' };
  const { status, body } = await send(server.app, 'createTicket', { fields }, who.headers);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['idTipoTicket', 'descripcion', 'poliza']]);
});
