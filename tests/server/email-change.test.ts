// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { CODE_LIFE_MS, MAX_WRONG_CODES } from '#server/accounts/mail-codes.ts';
import { composeServer } from '#server/compose.ts';
import { endlessRoom } from '#server/database/room.ts';
import { attempts, customers, mailCodes, pushQueue, recoveries } from '#server/database/schema.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { readSettings } from '#server/settings.ts';
import { deviceKeys } from '../push-service.ts';
import { send } from './requests.ts';
import {
  callerFrom,
  createTestApp,
  inMemory,
  ORIGIN,
  type SignedIn,
  signInAt,
  type TestApp,
  unasked,
} from './test-app.ts';

const OLD = 'costarica@demo.test';
const NEW = 'nueva@correo.test';
let now = Date.parse('2026-11-21T15:00:00Z');
let server: TestApp;
let who: SignedIn;
let failing: Error | null = null;
/** What goes on behind an answer, done when it is asked for. */
const behind: (() => Promise<void>)[] = [];
async function settled(): Promise<void> {
  for (let work = behind.shift(); work; work = behind.shift()) await work();
  await server.settled();
}
/** In the order they were sent. */
let mails: { to: string; text: string }[] = [];

beforeAll(async () => {
  server = await createTestApp({
    clock: () => new Date(now),
    seed: [OLD, 'ecuador@demo.test'],
    later: { start: (work) => void behind.push(work), settled },
    mail: async (message) => {
      if (failing) throw failing;
      // Each test signs in, and the mail about that sign-in is not its subject.
      if (!message.subject.startsWith('Nuevo ingreso')) mails.push(message);
    },
  });
}, 60_000);
beforeEach(async () => {
  now += DAY_MS;
  await server.db.delete(attempts);
  failing = null;
  await settled();
  mails = [];
  await server.db.delete(mailCodes);
  await server.db.update(customers).set({ email: OLD }).where(eq(customers.nif, '112340567'));
  who = await server.signIn(OLD);
});
afterAll(() => server.close());

const put = (fields: Record<string, unknown>, from = who) =>
  send(server.app, 'updatePersonalInformation', { fields: { id: from.id, ...fields } }, from.headers);
const codeFor = (address: string) =>
  /\b\d{6}\b/.exec(mails.findLast(({ to }) => to === address)?.text ?? '')?.[0] ?? '';

/** Does something right before the transaction of this number that the work begins. */
async function beforeTransaction(number: number, first: () => Promise<unknown>, work: () => Promise<unknown>) {
  const begin = server.db.transaction.bind(server.db);
  let begun = 0;
  const spy = vi.spyOn(server.db, 'transaction').mockImplementation((async (...args: Parameters<typeof begin>) => {
    begun += 1;
    if (begun === number) {
      spy.mockRestore();
      await first();
    }
    return begin(...args);
  }) as typeof begin);
  await work();
  expect(begun).toBe(number);
}

/** What there is as soon as a transaction has changed the email. Nothing is done after it. */
async function afterChange(work: () => Promise<unknown>) {
  const begin = server.db.transaction.bind(server.db);
  let found: { recoveries: number } | null = null;
  const spy = vi.spyOn(server.db, 'transaction').mockImplementation((async (...args: Parameters<typeof begin>) => {
    const done = await begin(...args);
    const isChanged = (await server.db.$count(customers, eq(customers.email, NEW))) > 0;
    if (isChanged && !found) found = { recoveries: await server.db.$count(recoveries) };
    return done;
  }) as typeof begin);
  await work();
  spy.mockRestore();
  return found;
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const signIn = (email: string) => send(server.app, 'login', { fields: { email, password: 'Amparo2026' } });

describe('[D59] [S15] changing the email', () => {
  test('needs the password: without the right one no mail is sent and nothing changes', async () => {
    const without = await put({ email: NEW, profesion: 'Otra' });
    expect(without).toMatchObject({
      status: 422,
      body: { fields: { password: 'Escribe tu contraseña para cambiar el correo' } },
    });
    const mistaken = await put({ email: NEW, password: 'nope' });
    expect(mistaken).toMatchObject({ status: 422, body: { fields: { password: 'La contraseña no es correcta' } } });
    expect(mails).toEqual([]);
    const read = await send(server.app, 'personalInformation', { fields: { id: who.id } }, who.headers);
    expect(read.body).toMatchObject({ email: OLD, emailPendiente: '' });
    expect(read.body.profesion).not.toBe('Otra');
  });

  test('wrong passwords are counted together with those of a password change', async () => {
    const answers = [];
    for (let tries = 0; tries < 7; tries += 1) answers.push((await put({ email: NEW, password: 'nope' })).status);
    expect(answers).toContain(429);
    const words = { id: who.id, current: 'nope', new: 'Amparo2027', confirm: 'Amparo2027' };
    expect((await send(server.app, 'changePassword', { fields: words }, who.headers)).status).toBe(429);
  });

  test('[S16] failed sign-ins of strangers do not stop a signed-in customer from changing the email', async () => {
    const guesses = Array.from({ length: 8 }, () =>
      send(server.app, 'login', { fields: { email: OLD, password: 'nope' } }, { 'x-test-address': '203.0.113.9' }),
    );
    expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
    expect((await put({ email: NEW, password: 'Amparo2026' })).status).toBe(200);
  });

  test('the new email replaces the old one when its code is typed, and not before', async () => {
    const waiting = await put({ email: ` ${NEW.toUpperCase()} `, password: 'Amparo2026', domicilio: 'Calle 5' });
    expect(waiting).toMatchObject({ status: 200, body: { email: OLD, emailPendiente: NEW, domicilio: 'Calle 5' } });
    expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([200, 401]);
    const code = codeFor(NEW);
    expect(await put({ codigo: wrong(code) })).toMatchObject({
      status: 422,
      body: { fields: { codigo: 'El código no es correcto' } },
    });
    expect(await put({ codigo: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      status: 200,
      body: { email: NEW, emailPendiente: '' },
    });
    expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
    expect((await put({ codigo: code })).status).toBe(422);
  });

  test('the old address gets a mail that shows the new one only in part', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    await settled();
    const told = mails.filter(({ to }) => to === OLD);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('n•••@correo.test');
    expect(told[0]?.text).not.toContain(codeFor(NEW));
  });

  test('recovery links end: earlier ones when the change is asked for, later ones when the code is typed', async () => {
    const linkTo = async (address: string) => {
      await send(server.app, 'forgotPassword', { fields: { email: address } });
      await settled();
      return /http\S+restablecer\S+/.exec(mails.findLast(({ to }) => to === address)?.text ?? '')?.[0] ?? '';
    };
    const before = await linkTo(OLD);
    expect((await server.app.request(before)).status).toBe(200);
    await put({ email: NEW, password: 'Amparo2026' });
    expect((await server.app.request(before)).status).toBe(410);
    const meanwhile = await linkTo(OLD);
    expect((await server.app.request(meanwhile)).status).toBe(200);
    await put({ codigo: codeFor(NEW) });
    expect((await server.app.request(meanwhile)).status).toBe(410);
    expect(await server.db.select().from(recoveries)).toEqual([]);
  });

  test('no recovery link reaches the old address once it was changed, however late the link is made', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    await settled();
    const before = mails.length;
    await send(server.app, 'forgotPassword', { fields: { email: OLD } });
    await beforeTransaction(1, () => put({ codigo: codeFor(NEW) }), settled);
    expect(await server.db.select().from(customers).where(eq(customers.email, NEW))).toHaveLength(1);
    expect(mails.slice(before).filter(({ to }) => to === OLD)).toEqual([]);
    expect(await server.db.select().from(recoveries)).toEqual([]);
  });

  test('a recovery link that was made before the change ends with it, though the server died right after', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    await settled();
    await send(server.app, 'forgotPassword', { fields: { email: OLD } });
    await settled();
    expect(await server.db.$count(recoveries)).toBe(1);
    const changed = await afterChange(() => put({ codigo: codeFor(NEW) }));
    expect(changed).toEqual({ recoveries: 0 });
  });

  test('a code expires after five wrong ones, even when they arrive together, and after half an hour', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    const code = codeFor(NEW);
    await Promise.all(Array.from({ length: MAX_WRONG_CODES }, () => put({ codigo: wrong(code) })));
    expect(await put({ codigo: code })).toMatchObject({ body: { fields: { codigo: 'El código venció. Pide otro' } } });
    expect((await put({ enviarCodigo: true })).body.emailPendiente).toBe(NEW);
    const next = codeFor(NEW);
    now += CODE_LIFE_MS + 1;
    expect((await put({ codigo: next })).status).toBe(422);
    const read = await send(server.app, 'personalInformation', { fields: { id: who.id } }, who.headers);
    expect(read.body).toMatchObject({ email: OLD, emailPendiente: '' });
  });

  test('the number of codes sent is limited', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    const answers = [];
    for (let tries = 0; tries < 7; tries += 1) answers.push((await put({ enviarCodigo: true })).status);
    expect(answers).toContain(429);
  });

  test('[S40] the codes come back to who reads the mail, not to who has only the password', async () => {
    const begun = (password: string) => put({ email: NEW, password });
    while ((await begun('Amparo2026')).status === 200);
    const words = { id: who.id, current: 'Amparo2026', new: 'Amparo2027', confirm: 'Amparo2027' };
    expect((await send(server.app, 'changePassword', { fields: words }, who.headers)).status).toBe(200);
    await settled();
    expect((await begun('Amparo2027')).status).toBe(429);
    await send(server.app, 'forgotPassword', { fields: { email: OLD } });
    await settled();
    const link = /http\S+restablecer\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
    const body = new URLSearchParams({ nueva: 'Amparo2026', repetida: 'Amparo2026' });
    expect((await server.app.request(link, { method: 'POST', body })).status).toBe(200);
    await settled();
    who = await server.signIn(OLD);
    expect((await begun('Amparo2026')).status).toBe(200);
  });

  test('[D76][F52] ends the renewal tokens of other devices, which know the account under the address of before', async () => {
    const other = await server.signIn(OLD);
    const renew = async ({ renewal }: SignedIn) =>
      (await send(server.app, 'renewSession', { fields: { renovacion: renewal } })).status;
    await put({ email: NEW, password: 'Amparo2026' });
    await put({ codigo: codeFor(NEW) });
    expect([await renew(other), await renew(who)]).toEqual([401, 200]);
  });

  test('a code works for no other customer', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    const other = await server.signIn('ecuador@demo.test');
    expect((await put({ codigo: codeFor(NEW) }, other)).status).toBe(422);
  });

  test('an email that another account has, or takes before the code is typed, is refused', async () => {
    const taken = { status: 409, body: { fields: { email: 'El correo electrónico ya está registrado' } } };
    expect(await put({ email: 'ecuador@demo.test', password: 'Amparo2026' })).toMatchObject(taken);
    await put({ email: NEW, password: 'Amparo2026' });
    const other = eq(customers.email, 'ecuador@demo.test');
    await server.db.update(customers).set({ email: NEW }).where(other);
    expect(await put({ codigo: codeFor(NEW) })).toMatchObject(taken);
    await server.db.update(customers).set({ email: 'ecuador@demo.test' }).where(eq(customers.email, NEW));
  });

  test.each([
    ['a database that is away', 503, '57P01'],
    ['a full disk', 507, '53100'],
    ['a fault of ours', 500, undefined],
  ])(
    '[F32] a mail that %s keeps back is told as %i and logged, and the rest of the change is kept',
    async (_, status, code) => {
      failing = Object.assign(new Error('no mail today'), { code });
      server.logs.length = 0;
      const refused = await put({ email: NEW, password: 'Amparo2026', domicilio: 'Calle 6' });
      expect(refused).toMatchObject({ status, body: { code: 'unavailable' } });
      expect(server.logs.join('\n')).toContain('"error":"Error"');
      failing = null;
      now += HOUR_MS;
      expect(await put({ email: NEW, password: 'Amparo2026' })).toMatchObject({
        body: { emailPendiente: NEW, domicilio: 'Calle 6' },
      });
    },
  );

  test('no code is stored in the clear', async () => {
    await put({ email: NEW, password: 'Amparo2026' });
    expect(JSON.stringify(await server.db.select().from(mailCodes))).not.toContain(codeFor(NEW));
  });

  test.each([
    ['in a copy to look at sends nothing of the copied queue', '1', 1],
    ['otherwise sends what is due at once', '0', 0],
  ])('%s', async (_, quiet, left) => {
    const database = await inMemory();
    onTestFinished(() => database.close());
    const people = demoCustomers.filter(({ email }) => email === OLD);
    const copy = await composeServer(readSettings({ AMPARO_ADDRESS: ORIGIN, AMPARO_QUIET: quiet }), {
      machine: thisMachine,
      log: () => {},
      open: async () => database,
      jobs: unasked,
      mail: async () => {},
      demo: { customers: people, people: [], passwordCost: 1024 },
      parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024, room: endlessRoom }),
    });
    const { id, headers } = await signInAt({ fetch: async (request) => copy.app.fetch(request) }, OLD);
    // An address that no push service has: whoever takes the row lets it go.
    const address = { endpoint: 'http://127.0.0.1:9/', ...deviceKeys().keys };
    const [due, expires] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + DAY_MS)];
    await database.db.insert(pushQueue).values({ address, message: { tema: 'seguridad' }, attempts: 0, due, expires });
    const fields = { id, email: NEW, password: 'Amparo2026' };
    expect((await send(copy.app, 'updatePersonalInformation', { fields }, headers)).status).toBe(200);
    await copy.settled();
    const waiting = () => database.db.$count(pushQueue, eq(pushQueue.attempts, 0));
    expect(await waiting()).toBe(left);
    await copy.news.sendDue();
    expect(await waiting()).toBe(left);
  });
});
