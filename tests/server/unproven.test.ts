// @module-tag depth
import { eq, isNull, like } from 'drizzle-orm';
import type { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { fail, ok } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { ADDRESS_HELD_MS, endUnproven, PHOTOS_LEFT_MS, UNPROVEN_LIFE_MS } from '#server/accounts/unproven.ts';
import { createApp } from '#server/app.ts';
import type { Claim } from '#server/core/port.ts';
import { attempts, customers, files, identityFiles, outgoingEvents } from '#server/database/schema.ts';
import { errorTrace } from '#server/http/log.ts';
import { openLater } from '#server/later.ts';
import { drop } from '#server/outgoing/desk.ts';
import { sweep } from '#server/sweep.ts';
import { registration, send } from './requests.ts';
import { callerFrom, createTestApp, ORIGIN, type TestApp } from './test-app.ts';

const ROSA = 'rosa@correo.test';
const STRANGER = 'otra@correo.test';
/** Rosa's document number, which the demo insurer knows, and one of nobody's. */
const [NIF, OTHER] = ['0102030400', '0926687856'];
const TAKEN = { nif: 'El número de documento ya está registrado', email: 'El correo electrónico ya está registrado' };
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
/** An app without the demo: everybody has to prove who they are. */
let app: Hono;
const later = openLater(() => {});
/** What the insurer says of a claim with this address. */
let claims: Record<string, Claim> = {};
let away = false;
let noMail = false;
type Mail = { to: string; subject: string; text: string };
let mails: Mail[] = [];

/** A process whose own clock is this one, beside a database whose clock is right. */
const appOf = (clock: () => Date) =>
  createApp({
    machine: thisMachine,
    db: server.db,
    clock,
    ageClock: async () => () => new Date(Math.min(now, clock().getTime())),
    core: {
      ...server.core,
      claim: async ({ email }) => (away ? fail('core-away') : ok(claims[email] ?? { answer: 'branch' })),
    },
    mail: async (message) => {
      if (noMail) throw new Error('the queue takes none');
      mails.push(message);
    },
    publicOrigin: ORIGIN,
    callerOf: () => callerFrom(crypto.randomUUID()),
    passwordCost: 1024,
    later,
  });
beforeAll(async () => {
  server = await createTestApp({ seed: [], clock: () => new Date(now) });
  app = await appOf(() => new Date(now));
}, 120_000);
beforeEach(async () => {
  now += 400 * DAY_MS;
  [mails, claims, away, noMail] = [[], {}, false, false];
  await server.db.delete(customers);
  await server.db.delete(files);
  await server.db.delete(attempts);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

interface Who {
  id: string;
  headers: Record<string, string>;
}
const attempt = async (email: string, nif: string) => {
  const sent = await send(app, 'register', await registration(email, nif));
  await later.settled();
  return sent;
};
async function register(email: string, nif: string): Promise<Who> {
  const { status, body } = await attempt(email, nif);
  expect([status, body.fields]).toEqual([200, undefined]);
  const { access_token } = body.accessToken as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}`, 'Amparo-Internal-Token': String(body.token) };
  return { id: String(body.insertedId), headers };
}
const put = ({ id, headers }: Who, fields: Record<string, unknown>) =>
  send(app, 'updatePersonalInformation', { fields: { id, ...fields } }, headers);
const codeFor = (address: string) =>
  /\b\d{6}\b/.exec(mails.findLast(({ to, text }) => to === address && /\b\d{6}\b/.test(text))?.text ?? '')?.[0] ?? '';
const confirm = async (who: Who, address: string) => (await put(who, { codigo: codeFor(address) })).body;
const policiesOf = async ({ id, headers }: Who) =>
  (await send(app, 'policies', { fields: { cedula: NIF, idUsuario: id } }, headers)).body as unknown as unknown[];
const isOpen = async ({ id, headers }: Who) =>
  (await send(app, 'personalInformation', { fields: { id } }, headers)).status === 200;
const accounts = async () => (await server.db.select().from(customers)).map(({ email }) => email).sort();
/** What the hourly job does with accounts. */
const round = async (failed?: (error: unknown) => void) => {
  await sweep(server.db, () => new Date(now));
  const world = {
    uuid: thisMachine.uuid,
    db: server.db,
    clock: () => new Date(now),
    mail: async (message: Mail) => void mails.push(message),
    publicOrigin: ORIGIN,
  };
  await endUnproven(world, failed);
};
const told = () => mails.filter(({ subject }) => subject === 'Tu cuenta de Amparo está por borrarse');

describe('[D88] an account whose owner showed nothing', () => {
  test('[D88] is told of its end seven days before, once, and is erased with its photos after thirty days', async () => {
    await register(STRANGER, NIF);
    expect(await server.db.$count(files)).toBe(2);
    now += 22 * DAY_MS;
    await round();
    expect(told()).toEqual([]);
    now += DAY_MS + HOUR_MS;
    await round();
    await round();
    expect(told()).toMatchObject([{ to: STRANGER }]);
    expect(told()[0]?.text).not.toMatch(new RegExp(`${NIF}|Rojas|Ana|Rosa`));
    now += 7 * DAY_MS - 2 * HOUR_MS;
    await round();
    expect(await accounts()).toEqual([STRANGER]);
    now += 3 * HOUR_MS;
    await round();
    expect([await accounts(), await server.db.$count(files), await server.db.$count(identityFiles)]).toEqual([
      [],
      0,
      0,
    ]);
    expect((await attempt(STRANGER, NIF)).status).toBe(200);
  });

  test('[D88] that an earlier version left behind for years is told first, and has seven days', async () => {
    await register(STRANGER, NIF);
    now += 400 * DAY_MS;
    await round();
    expect([await accounts(), told().length]).toEqual([[STRANGER], 1]);
    now += 8 * DAY_MS;
    await round();
    expect(await accounts()).toEqual([]);
  });

  test('[D88] stays when its address is confirmed in time, whatever the insurer says of the claim', async () => {
    await register(STRANGER, NIF);
    now += 29 * DAY_MS;
    await round();
    await put(await signIn(STRANGER), { enviarCodigo: true });
    await confirm(await signIn(STRANGER), STRANGER);
    const before = await policiesOf(await signIn(STRANGER));
    expect(before).toEqual([]);
    now += UNPROVEN_LIFE_MS;
    await round();
    expect(await accounts()).toEqual([STRANGER]);
    expect(await policiesOf(await signIn(STRANGER))).toEqual(before);
  });

  test('[D88] keeps its photos for thirty days, unless the insurer says that it is the person', async () => {
    claims = { [ROSA]: { answer: 'yes' } };
    await confirm(await register(ROSA, NIF), ROSA);
    const stranger = await register(STRANGER, OTHER);
    await confirm(stranger, STRANGER);
    const photosOf = async (email: string) => {
      const [account] = await server.db.select().from(customers).where(eq(customers.email, email));
      return server.db.$count(identityFiles, eq(identityFiles.customerId, account?.id ?? ''));
    };
    const event = {
      id: 'evt_2',
      customerId: stranger.id,
      type: 'cliente.registrado',
      data: {},
      state: 'waiting' as const,
    };
    const when = { due: new Date(now), created: new Date(now) };
    now += UNPROVEN_LIFE_MS - HOUR_MS;
    await round();
    expect([await photosOf(ROSA), await photosOf(STRANGER)]).toEqual([2, 2]);
    await server.db.insert(outgoingEvents).values({ ...event, ...when, attempts: 1, problem: '' });
    for (const wait of [2 * HOUR_MS, PHOTOS_LEFT_MS]) {
      now += wait;
      await round();
      expect([wait, await photosOf(STRANGER)]).toEqual([wait, 2]);
    }
    // The insurer's systems say that they heard of it, and fetch the photos then.
    await server.db.delete(outgoingEvents);
    for (const wait of [0, PHOTOS_LEFT_MS - HOUR_MS]) {
      now += wait;
      await round();
      expect([wait, await photosOf(STRANGER)]).toEqual([wait, 2]);
    }
    now += 2 * HOUR_MS;
    await round();
    expect([await photosOf(ROSA), await photosOf(STRANGER), await server.db.$count(files)]).toEqual([2, 0, 2]);
    // No later look reads the account again.
    expect(await server.db.$count(customers, isNull(customers.photosOver))).toBe(1);
    expect([await accounts(), (await signIn(STRANGER)).id]).toEqual([[STRANGER, ROSA], stranger.id]);
  });

  test('[D88] stays while the insurer’s systems have not heard of it, and the log says of which event, once for all; the others go', async () => {
    const { id } = await register(STRANGER, NIF);
    await register(ROSA, OTHER);
    const more = ['a-1@correo.test', 'a-2@correo.test'];
    await server.db.insert(customers).values(more.map((email, index) => ({ ...bare(index), email })));
    for (const [index, customerId] of [id, 'many-0', 'many-1'].entries()) {
      // The first merely waits: nothing is to be decided about it.
      const state = index === 0 ? ('waiting' as const) : ('refused' as const);
      const event = { id: `evt_${index + 1}`, customerId, type: 'cuenta.creada', data: {}, state };
      const when = { due: new Date(now), created: new Date(now) };
      await server.db.insert(outgoingEvents).values({ ...event, ...when, attempts: 1, problem: '422' });
    }
    now += 24 * DAY_MS;
    await round();
    now += 8 * DAY_MS;
    for (const hour of [1, 2]) {
      const logged: unknown[] = [];
      await round((error) => void logged.push(errorTrace(error)));
      expect([hour, logged]).toEqual([
        hour,
        [expect.objectContaining({ error: 'EventsWait', code: 'evt_2', accounts: 3 })],
      ]);
      expect([await accounts(), await server.db.$count(files)]).toEqual([[...more, STRANGER], 2]);
    }
    for (const event of ['evt_1', 'evt_2', 'evt_3'])
      expect(await drop(server.db, event, () => new Date(now))).toBe(true);
    await round();
    expect(await accounts()).toEqual([]);
  });

  describe('with another one before it', () => {
    const second = eq(customers.email, STRANGER);
    let ids: string[];
    beforeEach(async () => {
      ids = [];
      for (const [email, nif] of [
        [ROSA, NIF],
        [STRANGER, OTHER],
      ] as const) {
        ids.push((await register(email, nif)).id);
        now += 1;
      }
    });
    /** Changes the second account once the round has found both, and is done with the first. */
    function changeOnceOneIsDone(isDone: () => Promise<boolean>, change: Partial<typeof customers.$inferInsert>) {
      const begin = server.db.transaction.bind(server.db);
      vi.spyOn(server.db, 'transaction').mockImplementation((async (...given: Parameters<typeof begin>) => {
        if (await isDone()) await server.db.update(customers).set(change).where(second);
        return begin(...given);
      }) as typeof begin);
    }

    test('[D88] stays when its address is confirmed after the round has found it', async () => {
      now += 24 * DAY_MS;
      await round();
      now += 8 * DAY_MS;
      changeOnceOneIsDone(async () => (await accounts()).length === 1, { emailVerified: new Date(now) });
      await round();
      expect([await accounts(), await server.db.$count(files)]).toEqual([[STRANGER], 2]);
    });

    test('[D88] keeps its photos when its claim is proved after the round has found it', async () => {
      await server.db.update(customers).set({ emailVerified: new Date(now) });
      now += UNPROVEN_LIFE_MS;
      await round();
      now += PHOTOS_LEFT_MS + HOUR_MS;
      changeOnceOneIsDone(async () => (await server.db.$count(identityFiles)) === 2, { claim: 'yes' });
      await round();
      const photosOf = ids.map((id) => server.db.$count(identityFiles, eq(identityFiles.customerId, id)));
      expect(await Promise.all(photosOf)).toEqual([0, 2]);
    });
  });

  test('[D88] goes in steps when there are many', async () => {
    const many = Array.from({ length: 210 }, (_, index) => bare(index));
    await server.db.insert(customers).values(many);
    now += 24 * DAY_MS;
    await round();
    expect(told()).toHaveLength(many.length);
    now += 8 * DAY_MS;
    await round();
    expect(await accounts()).toEqual([]);
  });
});

/** An account as a registration leaves it, without its photos. */
const bare = (index: number) => ({
  ...{ id: `many-${index}`, email: `many-${index}@correo.test`, nif: `${index}`, created: new Date(now + index) },
  ...{ documentKind: 'Pasaporte', documentCountry: 'Ecuador', nombre: 'Ana', residenciaFiscal: 'Ecuador' },
  ...{ password: '', personal: {}, demo: false, claim: 'branch' as const },
});

describe('[S33] a mail to an address that nobody confirmed', () => {
  test('[S33] greets without the name that was typed, which could be anybody’s words; once confirmed, with it', async () => {
    const WORDS = 'Su cuenta fue bloqueada. Entre en ejemplo.com';
    const sent = await registration(STRANGER, NIF);
    const { status } = await send(app, 'register', { ...sent, fields: { ...sent.fields, nombre: WORDS } });
    expect(status).toBe(200);
    const greetings = async () => {
      mails = [];
      await send(app, 'forgotPassword', { fields: { email: STRANGER } });
      await later.settled();
      const link = /\/restablecer\/[\w-]+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
      const body = new URLSearchParams({ nueva: 'Secreta2026', repetida: 'Secreta2026' });
      expect((await app.request(ORIGIN + link, { method: 'POST', body })).status).toBe(200);
      expect(mails).toHaveLength(2);
      return mails.map(({ text }) => text.split('\n')[0]);
    };
    expect(await greetings()).toEqual(['Hola:', 'Hola:']);
    const who = await signIn(STRANGER);
    await put(who, { enviarCodigo: true });
    await confirm(who, STRANGER);
    now += DAY_MS;
    expect(await greetings()).toEqual([`Hola, ${WORDS}:`, `Hola, ${WORDS}:`]);
  });
});

async function signIn(email: string): Promise<Who> {
  const { body } = await send(app, 'login', { fields: { email, password: 'Secreta2026' } });
  const { id, nif, token } = body.usuario as { id: string; nif: string; token: string };
  const access = await send(app, 'accessToken', { fields: { cedula: nif } }, { 'Amparo-Internal-Token': token });
  const headers = { Authorization: `Bearer ${access.body.access_token}`, 'Amparo-Internal-Token': token };
  return { id, headers };
}

describe('[D88] [S14] who comes with a number or an address that somebody else registered', () => {
  test('[D88] the number’s owner registers, proves it and sees the policies, though a stranger registered it first', async () => {
    const stranger = await register(STRANGER, NIF);
    await confirm(stranger, STRANGER);
    claims = { [ROSA]: { answer: 'yes' } };
    expect((await send(app, 'checkNif', { fields: { nif: NIF } })).status).toBe(200);
    const rosa = await register(ROSA, NIF);
    expect(await policiesOf(rosa)).toEqual([]);
    await confirm(rosa, ROSA);
    expect(await policiesOf(rosa)).toHaveLength(2);
    expect(await policiesOf(stranger)).toEqual([]);
  });

  test('[D88] [S14] once a number is proved nobody else registers it, nor sees its policies when the insurer says yes twice', async () => {
    const stranger = await register(STRANGER, NIF);
    claims = { [ROSA]: { answer: 'yes' }, [STRANGER]: { answer: 'yes' } };
    const rosa = await register(ROSA, NIF);
    await confirm(rosa, ROSA);
    expect((await send(app, 'checkNif', { fields: { nif: NIF } })).status).toBe(409);
    expect(await attempt('tercera@correo.test', NIF)).toMatchObject({
      status: 409,
      body: { fields: { nif: expect.any(String) } },
    });
    expect(await confirm(stranger, STRANGER)).toMatchObject({ cuentaPendiente: 'sucursal' });
    expect([await policiesOf(stranger), (await policiesOf(rosa)).length]).toEqual([[], 2]);
  });

  test('[D88] an address that was never confirmed is free again after an hour, and the account under it goes', async () => {
    const stranger = await register(ROSA, OTHER);
    const soon = await attempt(ROSA, NIF);
    expect([soon.status, soon.body.fields]).toEqual([409, { email: TAKEN.email }]);
    expect((await send(app, 'checkEmail', { fields: { email: ROSA } })).status).toBe(409);
    now += ADDRESS_HELD_MS + 1;
    expect((await send(app, 'checkEmail', { fields: { email: ROSA } })).status).toBe(200);
    const rosa = await register(ROSA, NIF);
    expect([await isOpen(stranger), await isOpen(rosa), await accounts()]).toEqual([false, true, [ROSA]]);
    expect(await server.db.$count(files)).toBe(2);
  });

  test('[D88] [F60] an address is held for its hour, also at a process whose clock is ahead of the database’s', async () => {
    const ahead = await appOf(() => new Date(now + ADDRESS_HELD_MS + MINUTE_MS));
    const rosa = await register(ROSA, NIF);
    const statuses = [
      (await send(ahead, 'checkEmail', { fields: { email: ROSA } })).status,
      (await send(ahead, 'register', await registration(ROSA, OTHER))).status,
    ];
    await later.settled();
    expect([statuses, await isOpen(rosa)]).toEqual([[409, 409], true]);
    now += ADDRESS_HELD_MS + 1;
    expect((await send(ahead, 'register', await registration(ROSA, OTHER))).status).toBe(200);
    await later.settled();
    expect(await isOpen(rosa)).toBe(false);
  });

  test('[D88] a confirmed address stays taken', async () => {
    await confirm(await register(ROSA, OTHER), ROSA);
    now += 90 * DAY_MS;
    expect((await attempt(ROSA, NIF)).status).toBe(409);
  });

  test('[D88] an address that somebody registered without confirming can be changed to by who reads its mail', async () => {
    const rosa = await register(STRANGER, NIF);
    await confirm(rosa, STRANGER);
    const stranger = await register(ROSA, OTHER);
    expect((await put(rosa, { email: ROSA, password: 'Secreta2026' })).status).toBe(200);
    expect(await isOpen(stranger)).toBe(true);
    expect(await confirm(rosa, ROSA)).toMatchObject({ email: ROSA });
    expect([await isOpen(stranger), await accounts()]).toEqual([false, [ROSA]]);
  });
});

describe('[S33] codes for a claim', () => {
  const THEIRS = 'duena@aseguradora.test';
  const MOST = attemptRules.claimCodePerPerson.free - 1;

  async function askFor(who: Who, codes: number): Promise<number[]> {
    const answers: number[] = [];
    for (let count = 0; count < codes; count += 1) {
      now += DAY_MS;
      await sweep(server.db, () => new Date(now));
      answers.push((await put(await signIn(STRANGER), { enviarCodigo: true })).status);
    }
    expect(who.id).not.toBe('');
    return answers;
  }

  const codesToTheirs = () => mails.filter(({ to }) => to === THEIRS).length;
  /** As many accounts, none of which confirmed its address. */
  async function strangers(number: number): Promise<Who[]> {
    const all: Who[] = [];
    for (let at = 0; at < number; at += 1) all.push(await register(`nadie${at}@correo.test`, NIF));
    return all;
  }
  const moveToTheirs = async (who: Who) => (await put(who, { email: THEIRS, password: 'Secreta2026' })).status;

  test('[S33] go to one address ten times, then one a day, whichever accounts ask for them', async () => {
    claims = { [THEIRS]: { answer: 'code', email: THEIRS } };
    const answers: number[] = [];
    const asking = await strangers(40);
    for (const who of asking) answers.push(await moveToTheirs(who));
    expect([answers.slice(0, 10), [...new Set(answers.slice(10))], codesToTheirs()]).toEqual([
      Array(10).fill(200),
      [429],
      10,
    ]);
    for (let days = 0; days < 8; days += 1) {
      now += DAY_MS;
      await sweep(server.db, () => new Date(now));
      for (const who of asking.slice(0, 3)) answers.push(await moveToTheirs(who));
    }
    expect(codesToTheirs()).toBe(18);
    now += 10 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    for (const who of asking.slice(0, 3)) await moveToTheirs(who);
    expect(codesToTheirs()).toBe(19);
  });

  test('[S33] are counted anew for an address once one of them was typed', async () => {
    const who = await register(STRANGER, OTHER);
    await confirm(who, STRANGER);
    for (let times = 0; times < 14; times += 1) {
      now += 2 * HOUR_MS;
      expect(await moveToTheirs(who)).toBe(200);
      expect(await confirm(who, THEIRS)).toMatchObject({ email: THEIRS });
      expect((await put(who, { email: STRANGER, password: 'Secreta2026' })).status).toBe(200);
      expect(await confirm(who, STRANGER)).toMatchObject({ email: STRANGER });
    }
  });

  test('[S33] go again to who recovered the account by mail, however many strangers had asked for', async () => {
    for (const who of await strangers(10)) await moveToTheirs(who);
    await register(THEIRS, NIF);
    const asked = async () => (await put(await signIn(THEIRS), { enviarCodigo: true })).status;
    expect(await asked()).toBe(429);
    await send(app, 'forgotPassword', { fields: { email: THEIRS } });
    await later.settled();
    const link = /\/restablecer\/[\w-]+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    const body = new URLSearchParams({ nueva: 'Secreta2026', repetida: 'Secreta2026' });
    expect((await app.request(ORIGIN + link, { method: 'POST', body })).status).toBe(200);
    expect(await asked()).toBe(200);
  }, 60_000);

  test('[S33] that could not be sent use up none of the account’s, the address’s and the document’s', async () => {
    claims = { [STRANGER]: { answer: 'code', email: THEIRS } };
    const stranger = await register(STRANGER, NIF);
    await confirm(stranger, STRANGER);
    const counts = () =>
      server.db.select().from(attempts).where(like(attempts.bucket, '%ode%')).orderBy(attempts.bucket);
    const before = await counts();
    noMail = true;
    for (let times = 0; times < 11; times += 1) expect((await put(stranger, { enviarCodigo: true })).status).toBe(500);
    expect([before.length, await counts()]).toEqual([3, before]);
    expect((await put(stranger, {})).body).toMatchObject({ cuentaPendiente: 'codigo' });
  });

  test('[S33] that have to wait for the address use up none of the document’s', async () => {
    claims = { [STRANGER]: { answer: 'code', email: THEIRS } };
    for (const who of await strangers(10)) await moveToTheirs(who);
    await confirm(await register(STRANGER, NIF), STRANGER);
    const asked = async () => (await put(await signIn(STRANGER), { enviarCodigo: true })).status;
    for (let times = 0; times <= MOST; times += 1) expect(await asked()).toBe(429);
    now += DAY_MS;
    expect([await asked(), codesToTheirs()]).toEqual([200, 11]);
  });

  test('[S33] have a lifetime limit for a document, which registering again does not renew; then a branch has to see it', async () => {
    claims = { [STRANGER]: { answer: 'code', email: THEIRS } };
    const stranger = await register(STRANGER, NIF);
    await confirm(stranger, STRANGER);
    // The first one was sent when the address was confirmed.
    expect(await askFor(stranger, MOST)).toEqual([...Array(MOST - 1).fill(200), 422]);
    expect(mails.filter(({ to }) => to === THEIRS)).toHaveLength(MOST);
    const state = await put(await signIn(STRANGER), {});
    expect(state.body).toMatchObject({ cuentaPendiente: 'sucursal' });

    await server.db.delete(customers).where(eq(customers.email, STRANGER));
    now += 40 * DAY_MS;
    await sweep(server.db, () => new Date(now));
    await confirm(await register(STRANGER, NIF), STRANGER);
    expect(mails.filter(({ to }) => to === THEIRS)).toHaveLength(MOST);
    claims = { [STRANGER]: { answer: 'yes' } };
    expect(
      (await send(app, 'login', { fields: { email: STRANGER, password: 'Secreta2026' } })).body.polizas,
    ).toHaveLength(2);
  }, 60_000);
});
