// @module-tag depth
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import { agentName } from '#server/accounts/agent-name.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { MAX_DEVICES } from '#server/accounts/end-devices.ts';
import { MAX_INSTALLATIONS } from '#server/accounts/installations.ts';
import { endEarlier } from '#server/accounts/new-password.ts';
import { MAX_TOKENS } from '#server/accounts/tokens.ts';
import { STEP_ROWS } from '#server/database/rows.ts';
import { attempts, customers, devices, endedTokens, installations, tokens } from '#server/database/schema.ts';
import { erasePerson } from '#server/person/erase.ts';
import { peopleOf } from '#server/person/person.ts';
import { hashOf } from '#server/secrets.ts';
import { sweep } from '#server/sweep.ts';
import { registration, send } from './requests.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const start = new Date('2026-11-22T10:00:00Z').getTime();
let now = start;
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: [ANA, LUIS, 'colombia@demo.test'] });
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  now = start;
  await server.db.delete(devices);
  await server.db.delete(endedTokens);
  await server.settled();
  server.notices.length = 0;
});

type SignIn = Awaited<ReturnType<typeof enter>>;
const installation = (letter: string) => letter.repeat(64);

/** Signs in as a browser does, with its User-Agent and installation. */
async function enter(agent: string, name?: string, email = ANA) {
  const fields = { email, password: 'Amparo2026', ...(name && { instalacion: installation(name) }) };
  const { usuario } = (await send(server.app, 'login', { fields }, { 'User-Agent': agent }))
    .body as unknown as AnswerOf<'login'>;
  const internal = { 'Amparo-Internal-Token': usuario.token };
  const issued = await send(server.app, 'accessToken', { fields: { cedula: usuario.nif } }, internal);
  const { access_token, sendToken = '' } = issued.body as unknown as AnswerOf<'accessToken'>;
  await server.settled();
  return {
    id: usuario.id,
    nif: usuario.nif,
    headers: { ...internal, Authorization: `Bearer ${access_token}` },
    sendToken,
  };
}
const list = async ({ id, headers }: SignIn) =>
  (await send(server.app, 'sessions', { fields: { idUsuario: id } }, headers)).body as unknown as AnswerOf<'sessions'>;
const end = ({ id, headers }: SignIn, sesion?: string) =>
  send(server.app, 'endSessions', { fields: { idUsuario: id, ...(sesion && { sesion }) } }, headers);
const isIn = async (who: SignIn) =>
  (await send(server.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers)).status === 200;

describe('the list of sessions', () => {
  test('tells browser and system, the start of each session, and which one is this', async () => {
    await enter(ANDROID, 'a');
    now += HOUR_MS;
    const here = await enter(IPHONE, 'b');
    expect(await list(here)).toMatchObject([
      { nombre: 'Safari en iPhone', aqui: true, bloqueada: false, desde: '2026-11-22T11:00:00.000Z' },
      { nombre: 'Chrome en Android', aqui: false, bloqueada: false, visto: '2026-11-22T10:00:00.000Z' },
    ]);
  });

  test('tells when another session was last active, to the hour', async () => {
    const other = await enter(ANDROID, 'a');
    const here = await enter(IPHONE, 'b');
    now += 3 * HOUR_MS;
    expect(await isIn(other)).toBe(true);
    await server.settled();
    expect((await list(here))[1]?.visto).toBe('2026-11-22T13:00:00.000Z');
    now += HOUR_MS / 2;
    expect(await isIn(other)).toBe(true);
    await server.settled();
    expect((await list(here))[1]?.visto).toBe('2026-11-22T13:00:00.000Z');
  });

  test('[D57] marks locked sessions, and leaves out those without a valid token', async () => {
    await enter(ANDROID, 'c');
    now += 1000;
    const other = await enter(ANDROID, 'a');
    now += 1000;
    const here = await enter(IPHONE, 'b');
    await send(server.app, 'lock', { fields: {} }, { Authorization: `Bearer ${other.sendToken}` });
    expect((await list(here)).map(({ bloqueada }) => bloqueada)).toEqual([false, true, false]);
    now += 91 * DAY_MS;
    const later = await enter(IPHONE, 'b');
    expect(await list(later)).toHaveLength(1);
  });

  test('replaces the earlier session of a browser that signs in again, and no other', async () => {
    const [old, other] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    const again = await enter(ANDROID, 'a');
    expect(await list(again)).toHaveLength(2);
    expect([await isIn(old), await isIn(other), await isIn(again)]).toEqual([false, true, true]);
  });

  test('keeps the earlier session when the answer to a new sign-in was lost', async () => {
    const old = await enter(ANDROID, 'a');
    const fields = { email: ANA, password: 'Amparo2026', instalacion: installation('a') };
    expect((await send(server.app, 'login', { fields })).status).toBe(200);
    expect(await isIn(old)).toBe(true);
  });

  test('keeps the sessions of two customers in one browser apart', async () => {
    const ana = await enter(ANDROID, 'a');
    await enter(ANDROID, 'a', LUIS);
    expect(await isIn(ana)).toBe(true);
  });
});

describe('naming a session', () => {
  const name = ({ id, headers }: SignIn, sesion: string, apodo: unknown) =>
    send(server.app, 'nameSession', { fields: { idUsuario: id, sesion, apodo } }, headers);
  const named = async (who: SignIn) => (await list(who)).map(({ apodo }) => apodo);
  const ids = async (who: SignIn) => (await list(who)).map(({ id }) => id) as [string, string];

  test('names this one and another, with markup as it was typed; an empty name takes it away', async () => {
    await enter(ANDROID, 'a');
    const here = await enter(IPHONE, 'b');
    const [own, other] = await ids(here);
    expect(await named(here)).toEqual(['', '']);
    expect((await name(here, own, '  Teléfono \t de\u200b Ana ')).status).toBe(200);
    expect((await name(here, other, '<b>Casa</b>')).status).toBe(200);
    expect(await named(here)).toEqual(['Teléfono de Ana', '<b>Casa</b>']);
    expect((await name(here, own, ' ')).status).toBe(200);
    expect(await named(here)).toEqual(['', '<b>Casa</b>']);
  });

  test.each([['ñ'.repeat(41)], [7], [null]])('refuses %j', async (apodo) => {
    const here = await enter(IPHONE, 'b');
    const [own] = await ids(here);
    expect((await name(here, own, apodo)).status).toBe(422);
    expect(await named(here)).toEqual(['']);
  });

  test('the name stays when the same browser signs in again, and goes to no other one and no other customer', async () => {
    const old = await enter(ANDROID, 'a');
    await name(old, (await ids(old))[0], 'Teléfono de Ana');
    const again = await enter(ANDROID, 'a');
    expect(await named(again)).toEqual(['Teléfono de Ana']);
    await enter(IPHONE, 'b');
    expect(await named(again)).toEqual(['Teléfono de Ana', '']);
    const luis = await enter(ANDROID, 'a', LUIS);
    expect(await named(luis)).toEqual(['']);
  });

  test("[S7] another customer's session and one that has ended are answered alike, and nothing is named", async () => {
    const ana = await enter(ANDROID, 'a');
    const [hers] = await ids(ana);
    const luis = await enter(IPHONE, 'b', LUIS);
    const foreign = await name(luis, hers, 'Mía');
    const unknown = await name(luis, 'no-existe', 'Mía');
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect(foreign.body.message).toBe('Esta sesión ya no está abierta');
    expect(await named(ana)).toEqual(['']);
    const gone = await enter(IPHONE, 'c');
    const [lost] = await ids(gone);
    expect((await end(ana, lost)).status).toBe(200);
    expect((await name(ana, lost, 'Mía')).status).toBe(404);
  });
});

describe('ending sessions', () => {
  test('ends one session by its id, with all its tokens', async () => {
    const [lost, here] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    const named = (await list(here)).find(({ aqui }) => !aqui)?.id;
    expect((await end(here, named)).status).toBe(200);
    expect([await isIn(lost), await isIn(here)]).toEqual([false, true]);
    const clave = crypto.randomUUID();
    const queued = await send(
      server.app,
      'receipt',
      { fields: { clave } },
      { Authorization: `Bearer ${lost.sendToken}` },
    );
    expect(queued.status).toBe(401);
    expect((await end(here, named)).status).toBe(404);
  });

  test('ends all others, and not the one that asks', async () => {
    const [one, two, here] = [await enter(ANDROID, 'a'), await enter(ANDROID), await enter(IPHONE, 'b')];
    expect((await end(here)).status).toBe(200);
    expect([await isIn(one), await isIn(two), await isIn(here)]).toEqual([false, false, true]);
  });

  test('refuses to end the session that asks, and [S7] that of another customer', async () => {
    const [ana, luis] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b', LUIS)];
    const here = (await list(ana))[0]?.id;
    expect((await end(ana, here)).status).toBe(422);
    expect((await end(luis, here)).status).toBe(404);
    expect([await isIn(ana), await isIn(luis)]).toEqual([true, true]);
  });
});

describe('a new sign-in', () => {
  test('sends one mail when the browser is new', async () => {
    await enter(ANDROID, 'd');
    expect(server.notices).toMatchObject([{ to: ANA, subject: 'Nuevo ingreso a tu cuenta de Amparo' }]);
    expect(server.notices[0]?.text).toContain('desde Chrome en Android por primera vez, el 22 de noviembre de 2026');
    expect(server.notices[0]?.text).toContain('/.well-known/change-password');
    await enter(ANDROID, 'd');
    expect(server.notices).toHaveLength(1);
    await enter(IPHONE, 'e');
    expect(server.notices).toHaveLength(2);
  });

  test('without the name of an installation sends a mail each time', async () => {
    await enter(ANDROID);
    await enter(ANDROID);
    expect(server.notices).toHaveLength(2);
  });

  test('sends no mail beyond ten within the hour: who has the password fills no mailbox', async () => {
    await server.db.delete(attempts);
    const { free } = attemptRules.noticePerCustomer;
    for (let at = 0; at < free + 2; at += 1) await enter(ANDROID, undefined, LUIS);
    expect(server.notices).toHaveLength(free);
  });

  test('sends a mail again after a year without that browser', async () => {
    await enter(ANDROID, 'f');
    now += 366 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    await enter(ANDROID, 'f');
    expect(server.notices).toHaveLength(2);
  });

  test('[S16] sends at most ten mails however often it happens', async () => {
    for (let times = 0; times < 14; times += 1) await enter(ANDROID, undefined, LUIS);
    expect(server.notices).toHaveLength(10);
  });
});

describe('the name of a browser', () => {
  test.each([
    [ANDROID, 'Chrome en Android'],
    [IPHONE, 'Safari en iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
      'Edge en Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox en Linux'],
    ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1', 'Chrome en iPad'],
    ['curl/8.5.0', ''],
    ['<b>Chrome/1</b>', 'Chrome'],
  ])('%s', (header, name) => expect(agentName(header)).toBe(name));
});

test('a sign-in stores the name of the browser and not the header', async () => {
  const { id } = await enter(`${ANDROID} ${'x'.repeat(2_000)}`, 'a');
  const [row] = await server.db.select().from(devices).where(eq(devices.customerId, id));
  expect(row?.agent).toBe('Chrome en Android');
});

describe('[S30][D83] a session that its owner ended from elsewhere', () => {
  const CODES = ['access', 'internal', 'send'] as const;

  /** What the server says to each of a session's three tokens. */
  async function told({ id, nif, headers, sendToken }: SignIn) {
    const { Authorization, ...internal } = headers;
    const answers = await Promise.all([
      send(server.app, 'tickets', { fields: { idUsuario: id } }, headers),
      send(server.app, 'accessToken', { fields: { cedula: nif } }, internal),
      send(server.app, 'lock', { fields: {} }, { Authorization: `Bearer ${sendToken}` }),
    ]);
    return answers.map(({ status, body }, index) => [CODES[index], status, body.code, body.borrar]);
  }
  const all = (code: string, erase?: true) => CODES.map((kind) => [kind, 401, code, erase]);

  test('is told so to each of its tokens, also to one that was renewed and not yet used', async () => {
    const [lost, here] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    const renewed = await send(server.app, 'renewInternalToken', { fields: { idUsuario: lost.id } }, lost.headers);
    await end(here, (await list(here)).find(({ aqui }) => !aqui)?.id);
    expect(await told(lost)).toEqual(all('session-ended'));
    const headers = { 'Amparo-Internal-Token': String(renewed.body.token) };
    const asked = await send(server.app, 'accessToken', { fields: { cedula: lost.nif } }, headers);
    expect(asked.body.code).toBe('session-ended');
  });

  test('with all others, after a change of the password, and after an erasure', async () => {
    const [lost, here] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    await end(here);
    expect(await told(lost)).toEqual(all('session-ended'));

    const old = await enter(ANDROID, 'a');
    const fields = { id: here.id, current: 'Amparo2026', new: 'Amparo2027', confirm: 'Amparo2027' };
    expect((await send(server.app, 'changePassword', { fields }, here.headers)).status).toBe(200);
    expect(await told(old)).toEqual(all('session-ended'));
    const back = { ...fields, current: 'Amparo2027', new: 'Amparo2026', confirm: 'Amparo2026' };
    expect((await send(server.app, 'changePassword', { fields: back }, here.headers)).status).toBe(200);

    const luis = await enter(ANDROID, 'c', LUIS);
    const [person] = await peopleOf(server.db, { document: luis.nif });
    if (!person) throw new Error('nobody to erase');
    await erasePerson(server.db, { clock: () => new Date(now), uuid: thisMachine.uuid }, person);
    expect(await told(luis)).toEqual(all('session-ended'));
  });

  test('not after a sign-out, a lock, a newer sign-in of the same browser, or when its tokens ran out', async () => {
    const out = await enter(ANDROID, 'a');
    await send(server.app, 'logout', { fields: { idUsuario: out.id } }, out.headers);
    expect(await told(out)).toEqual(all('unauthorised'));

    const locked = await enter(ANDROID, 'a');
    await send(server.app, 'lock', { fields: {} }, { Authorization: `Bearer ${locked.sendToken}` });
    expect((await told(locked)).slice(0, 2)).toEqual(all('unauthorised').slice(0, 2));

    const before = await enter(ANDROID, 'd');
    await enter(ANDROID, 'd');
    expect(await told(before)).toEqual(all('unauthorised'));

    const late = await enter(ANDROID, 'e');
    now += 91 * DAY_MS;
    expect(await told(late)).toEqual(all('unauthorised'));
    expect(await server.db.$count(endedTokens)).toBe(0);
  });

  test('is forgotten when its tokens would have run out', async () => {
    const [lost, here] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    await end(here);
    now += 89 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    expect((await told(lost)).slice(1)).toEqual(all('session-ended').slice(1));
    now += 2 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    expect(await server.db.$count(endedTokens)).toBe(0);
  });

  test('is also told to erase, when the owner asked for it with the password', async () => {
    const [one, here] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b')];
    now += HOUR_MS;
    const two = await enter(ANDROID, 'f');
    const ask = (more: Record<string, unknown>) =>
      send(server.app, 'endSessions', { fields: { idUsuario: here.id, borrar: true, ...more } }, here.headers);
    expect((await ask({})).body.fields).toEqual({ password: 'La contraseña no es correcta' });
    expect((await ask({ password: 'No-es-esta1' })).status).toBe(422);
    expect([await isIn(one), await isIn(two)]).toEqual([true, true]);
    const named = (await list(here)).find(({ desde }) => Date.parse(desde) === now)?.id;
    expect((await ask({ password: 'Amparo2026', sesion: named })).status).toBe(200);
    expect(await told(two)).toEqual(all('session-ended', true));
    expect((await end(here)).status).toBe(200);
    expect(await told(one)).toEqual(all('session-ended'));
  });

  test('[S7] is not ended by another customer who names it', async () => {
    const [ana, luis] = [await enter(ANDROID, 'a'), await enter(IPHONE, 'b', 'colombia@demo.test')];
    const here = (await list(ana))[0]?.id;
    const fields = { idUsuario: luis.id, sesion: here, borrar: true, password: 'Amparo2026' };
    expect((await send(server.app, 'endSessions', { fields }, luis.headers)).status).toBe(404);
    expect(await isIn(ana)).toBe(true);
    expect(await server.db.$count(endedTokens)).toBe(0);
  });
});

describe('[S40] a customer with more sign-ins than anybody has', () => {
  /** Sign-ins of the customer with a token each; the first was used a minute after the test's start, each further one a minute later. */
  async function fill(customerId: string, count: number): Promise<void> {
    const [from, until] = [new Date(start).toISOString(), new Date(start + 90 * DAY_MS).toISOString()];
    await server.db.execute(sql`insert into devices (id, customer_id, created, seen)
      select 'many-' || one, ${customerId}, ${from}::timestamptz, ${from}::timestamptz + one * interval '1 minute'
      from generate_series(1, ${count}::int) one`);
    await server.db.execute(sql`insert into tokens (hash, device_id, kind, expires)
      select 'many-' || one, 'many-' || one, 'internal', ${until}::timestamptz from generate_series(1, ${count}::int) one`);
  }
  const status = (who: SignIn) =>
    send(server.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers).then(({ body }) => body.code);

  test('a sign-in ends those that were not used for longest, which are told so; no other customer loses any', async () => {
    const [oldest, other] = [await enter(ANDROID, 'a'), await enter(ANDROID, 'a', 'colombia@demo.test')];
    await fill(oldest.id, MAX_DEVICES + 20);
    now += DAY_MS;
    const here = await enter(IPHONE, 'b');
    expect(await list(here)).toHaveLength(MAX_DEVICES);
    const kept = await server.db.select({ id: devices.id }).from(devices).where(eq(devices.customerId, here.id));
    expect(kept).toContainEqual({ id: `many-${MAX_DEVICES + 20}` });
    expect(kept).not.toContainEqual({ id: 'many-21' });
    expect(await status(oldest)).toBe('session-ended');
    expect([await isIn(here), await isIn(other)]).toEqual([true, true]);
  });

  test('keeps the new one, whatever a clock that was ahead wrote of the others, and ends those first', async () => {
    const used = await enter(ANDROID, 'a');
    await fill(used.id, MAX_DEVICES);
    await server.db
      .update(devices)
      .set({ seen: new Date(start + 900 * DAY_MS) })
      .where(sql`id like 'many-%'`);
    const here = await enter(IPHONE, 'b');
    expect([await isIn(here), await isIn(used)]).toEqual([true, true]);
    expect(await server.db.$count(devices)).toBe(MAX_DEVICES);
  });

  test('ends 66,000 others at once, more than a statement may have parameters', async () => {
    const here = await enter(IPHONE, 'b');
    await fill(here.id, 66_000);
    expect((await end(here)).status).toBe(200);
    expect([await server.db.$count(devices), await server.db.$count(endedTokens)]).toEqual([1, 66_000]);
    expect([await isIn(here), await server.db.$count(tokens)]).toEqual([true, 3]);
  });

  test('has at most fifty tokens of each kind, however often it asks for more: the oldest end, and the newest is good', async () => {
    const here = await enter(ANDROID, 'a');
    const other = await enter(IPHONE, 'b');
    let internal = here.headers['Amparo-Internal-Token'];
    let access = { access_token: '', sendToken: '' };
    for (let time = 0; time < MAX_TOKENS + 5; time += 1) {
      // The clock goes back meanwhile, and the newest stays all the same.
      now -= 1000;
      const held = { 'Amparo-Internal-Token': internal };
      access = (await send(server.app, 'accessToken', { fields: { cedula: here.nif } }, held)).body as typeof access;
      const both = { ...held, Authorization: `Bearer ${access.access_token}` };
      const renewed = await send(server.app, 'renewInternalToken', { fields: { idUsuario: here.id } }, both);
      internal = (renewed.body as { token: string }).token;
    }
    const counts = await server.db
      .select({ kind: tokens.kind, count: sql<number>`count(*)::int` })
      .from(tokens)
      .where(sql`device_id in (select device_id from tokens where hash = ${hashOf(access.sendToken)})`)
      .groupBy(tokens.kind)
      .orderBy(tokens.kind);
    expect(counts).toEqual([
      { kind: 'access', count: 1 },
      { kind: 'internal', count: 2 },
      { kind: 'send', count: MAX_TOKENS },
    ]);
    const headers = { 'Amparo-Internal-Token': internal, Authorization: `Bearer ${access.access_token}` };
    expect([await isIn({ ...here, headers }), await isIn(other)]).toEqual([true, true]);
  });

  test('has no pile of internal tokens that nobody used', async () => {
    const here = await enter(ANDROID, 'a');
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) {
      const fields = { idUsuario: here.id };
      now += 1000;
      statuses.push((await send(server.app, 'renewInternalToken', { fields }, here.headers)).status);
    }
    // Those after them are asked for with a token that has ended.
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_TOKENS);
    expect(await server.db.$count(tokens, eq(tokens.kind, 'internal'))).toBe(MAX_TOKENS);
  });
});

describe('[S40] a customer with more browsers than anybody has', () => {
  const LATE = 'colombia@demo.test';
  const { uuid } = thisMachine;
  const clock = () => new Date(now);
  /** Browsers of the customer, each known a second longer than the one before. */
  const know = (customerId: string, count: number, from = new Date(now)) =>
    server.db.execute(sql`insert into installations (customer_id, name, last)
      select ${customerId}, 'many-' || one, ${from.toISOString()}::timestamptz - one * interval '1 second'
      from generate_series(1, ${count}::int) one`);
  const own = (id: string) => eq(installations.customerId, id);

  beforeEach(() => server.db.delete(installations));
  afterEach(() => server.db.execute(sql`drop function if exists count_step cascade`));

  /** How many rows of the table each statement deletes. */
  async function stepsOf(table: string, work: () => Promise<unknown>): Promise<number[]> {
    await server.db.execute(sql`create table steps (rows int)`);
    await server.db.execute(sql`create function count_step() returns trigger language plpgsql as $$
      begin insert into steps select count(*) from gone; return null; end $$`);
    await server.db.execute(
      sql.raw(`create trigger counted after delete on ${table}
        referencing old table as gone for each statement execute function count_step()`),
    );
    await work();
    const { rows } = (await server.db.execute(sql`select rows from steps where rows > 0`)) as { rows: unknown[] };
    await server.db.execute(sql`drop table steps`);
    return rows.map((row) => (row as { rows: number }).rows);
  }

  test('keeps the newest hundred, among them a device that signed in before, and no other customer loses any', async () => {
    const { id } = await enter(ANDROID, 'a');
    await enter(ANDROID, 'a', LATE);
    await know(id, MAX_INSTALLATIONS + 20, new Date(now - HOUR_MS));
    server.notices.length = 0;
    now += HOUR_MS;
    await enter(IPHONE, 'b');
    const names = (await server.db.select().from(installations).where(own(id))).map(({ name }) => name);
    expect(names).toHaveLength(MAX_INSTALLATIONS);
    expect(names).toEqual(expect.arrayContaining([installation('a'), installation('b'), 'many-1']));
    expect(names).not.toContain(`many-${MAX_INSTALLATIONS + 20}`);
    await enter(ANDROID, 'a');
    await enter(ANDROID, 'a', LATE);
    expect(server.notices.map(({ to }) => to)).toEqual([ANA]);
  });

  test('keeps the new one and one in use, whatever a clock that was ahead wrote of the others', async () => {
    const { id } = await enter(ANDROID, 'a');
    await know(id, MAX_INSTALLATIONS + 20, new Date(now + 900 * DAY_MS));
    await enter(IPHONE, 'b');
    server.notices.length = 0;
    await enter(ANDROID, 'a');
    await enter(IPHONE, 'b');
    expect([server.notices, await server.db.$count(installations, own(id))]).toEqual([[], MAX_INSTALLATIONS]);
  });

  test('loses of a pile only what one step takes, at each sign-in on a new browser', async () => {
    const { id } = await enter(ANDROID, 'a');
    await know(id, 2 * STEP_ROWS);
    await enter(IPHONE, 'b');
    expect(await server.db.$count(installations, own(id))).toBe(
      2 * STEP_ROWS + 2 - (STEP_ROWS - MAX_INSTALLATIONS + 1),
    );
  });

  test('gets a new password that ends all but one of a pile in steps', async () => {
    const { id } = await enter(ANDROID, 'a');
    await know(id, 2 * STEP_ROWS + 6);
    const [device] = await server.db.select().from(devices).where(eq(devices.customerId, id));
    const work = () =>
      server.db.transaction((tx) =>
        endEarlier(tx, { commonClock: async () => clock }, id, 'changed', device?.id ?? 'nobody'),
      );
    expect(await stepsOf('installations', work)).toEqual([STEP_ROWS - 1, STEP_ROWS, 7]);
    expect(await server.db.select().from(installations).where(own(id))).toMatchObject([{ name: installation('a') }]);
  });

  test.each([
    ['installations', '1710345677'],
    ['commands', '0102030400'],
    ['refunds', '1309876546'],
    ['tickets', '1710345677'],
    ['mail_queue', '0102030400'],
  ])('is erased with a pile of %s in steps', async (table, document) => {
    const registered = await registration(`alta-${table}@demo.test`, document);
    const id = String((await send(server.app, 'register', registered)).body.insertedId);
    const [person] = await server.db.select().from(customers).where(eq(customers.id, id));
    await know(id, 2 * STEP_ROWS + 7);
    await server.db.execute(sql`insert into commands (owner, key, name, fingerprint, state, created)
      select ${id}, 'many-' || one, '', '', 'withdrawn', now() from generate_series(1, ${2 * STEP_ROWS + 7}::int) one`);
    await server.db.execute(sql`insert into refunds (id, customer_id, policy_id, case_number, id_estado, estado, fields, created)
      select ${id} || one, ${id}, '1', '', 1, '', '{}', now() from generate_series(1, ${2 * STEP_ROWS + 7}::int) one`);
    await server.db.execute(sql`insert into tickets (id, customer_id, policy_id, nombre, notas, id_estado, estado, fecha_solicitud, case_number, created)
      select ${id} || one, ${id}, '1', '', '', 1, '', '', '', now() from generate_series(1, ${2 * STEP_ROWS + 7}::int) one`);
    await server.db.execute(sql`insert into mail_queue (id, customer_id, recipient, subject, text, html, state, attempts, due, expires, problem, created)
      select ${id} || one, ${id}, '', '', '', '', 'waiting', 0, now(), now(), '', now() from generate_series(1, ${2 * STEP_ROWS + 7}::int) one`);
    if (!person) throw new Error('nobody to erase');
    const steps = await stepsOf(table, () => erasePerson(server.db, { clock, uuid }, person));
    expect(steps).toEqual([STEP_ROWS, STEP_ROWS, 7]);
  });
});
