// @module-tag depth
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { ok } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { createApp } from '#server/app.ts';
import type { Claim } from '#server/core/port.ts';
import { customers, mailCodes, passkeys, recoveries } from '#server/database/schema.ts';
import { openLater } from '#server/later.ts';
import { Authenticator } from './authenticator.ts';
import { registration, send } from './requests.ts';
import { callerFrom, createTestApp, ORIGIN, type TestApp } from './test-app.ts';

const EMAIL = 'rosa@correo.test';
/** Rosa's document number, which the demo insurer knows. */
const NIF = '0102030400';
const [FIRST, NEXT] = ['Secreta2026', 'Distinta2027'];
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
/** An app without the demo: everybody has to prove who they are. */
let app: Hono;
const later = openLater(() => {});
let claim: Claim = { answer: 'yes' };
let mails: { to: string; subject: string; text: string }[] = [];

beforeAll(async () => {
  server = await createTestApp({ seed: [], clock: () => new Date(now) });
  app = await createApp({
    machine: thisMachine,
    db: server.db,
    clock: () => new Date(now),
    core: { ...server.core, claim: async () => ok(claim) },
    mail: async (message) => void mails.push(message),
    publicOrigin: ORIGIN,
    callerOf: (c) => callerFrom(c.req.header('x-test-address')),
    passwordCost: 1024,
    later,
  });
}, 120_000);
beforeEach(async () => {
  // A day later the attempts of earlier tests no longer count.
  now += DAY_MS;
  mails = [];
  claim = { answer: 'yes' };
  await server.db.delete(customers);
});
afterAll(() => server.close());

interface Who {
  id: string;
  headers: Record<string, string>;
}

async function register(email = EMAIL, nif = NIF): Promise<Who> {
  const { status, body } = await send(app, 'register', await registration(email, nif));
  expect([status, body.fields]).toEqual([200, undefined]);
  await later.settled();
  const { access_token } = body.accessToken as { access_token: string };
  return { id: String(body.insertedId), headers: headersOf(access_token, String(body.token)) };
}
const headersOf = (access: string, internal: string) => ({
  Authorization: `Bearer ${access}`,
  'Amparo-Internal-Token': internal,
});

/** A sign-in; `browser` is what the app there calls itself. */
const login = (password: string, from = '192.0.2.1', shown: Record<string, string> = {}) =>
  send(app, 'login', { fields: { email: EMAIL, password, ...shown } }, { 'x-test-address': from });
const browser = (name: number) => ({ instalacion: name.toString(16).padStart(64, '0') });
const markOf = ({ body }: Awaited<ReturnType<typeof login>>): string =>
  (body.usuario as { dispositivo?: string }).dispositivo ?? '';

async function signIn(password: string, shown: Record<string, string> = {}): Promise<Who & { mark: string }> {
  const answer = await login(password, '192.0.2.1', shown);
  expect(answer.status).toBe(200);
  const { id, nif, token } = answer.body.usuario as { id: string; nif: string; token: string };
  const access = await send(app, 'accessToken', { fields: { cedula: nif } }, { 'Amparo-Internal-Token': token });
  return { id, mark: markOf(answer), headers: headersOf(String(access.body.access_token), token) };
}
const put = ({ id, headers }: Who, fields: Record<string, unknown>) =>
  send(app, 'updatePersonalInformation', { fields: { id, ...fields } }, headers);
const isOpen = async ({ id, headers }: Who) =>
  (await send(app, 'personalInformation', { fields: { id } }, headers)).status === 200;
const policiesOf = async ({ id, headers }: Who) =>
  (await send(app, 'policies', { fields: { cedula: NIF, idUsuario: id } }, headers)).body as unknown as unknown[];
const codeFor = (address: string) =>
  /\b\d{6}\b/.exec(mails.findLast(({ to, text }) => to === address && /\b\d{6}\b/.test(text))?.text ?? '')?.[0] ?? '';
const told = () => mails.filter(({ subject }) => subject === 'Tu contraseña cambió');

async function linkOf(): Promise<string> {
  expect((await send(app, 'forgotPassword', { fields: { email: EMAIL } })).status).toBe(200);
  await later.settled();
  return /http\S+restablecer\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
}
async function recover(link: string, password = NEXT, from = '192.0.2.1'): Promise<string> {
  const body = new URLSearchParams({ nueva: password, repetida: password });
  const answer = await app.request(link, { method: 'POST', body, headers: { 'x-test-address': from } });
  expect(answer.status).toBe(200);
  return answer.text();
}
const change = ({ id, headers }: Who, next = NEXT) =>
  send(app, 'changePassword', { fields: { id, current: FIRST, new: next, confirm: next } }, headers);

const phone = () => new Authenticator(ORIGIN);
async function addPasskey({ id, headers }: Who, authenticator: Authenticator): Promise<number> {
  const fields = { idUsuario: id, password: FIRST };
  const asked = await send(app, 'passkeyQuestion', { fields }, headers);
  if (asked.status !== 200) return asked.status;
  const respuesta = authenticator.create(asked.body as unknown as PasskeyQuestion);
  return (await send(app, 'addPasskey', { fields: { idUsuario: id, nombre: 'Teléfono', respuesta } }, headers)).status;
}
async function enterBy(authenticator: Authenticator): Promise<number> {
  const asked = (await send(app, 'passkeySignInQuestion', { fields: {} })).body as unknown as PasskeyQuestion;
  return (await send(app, 'passkeySignIn', { fields: { respuesta: authenticator.get(asked) } })).status;
}

/** Rosa's account with both proofs, signed in on the device that registered. */
async function proved(): Promise<Who> {
  const who = await register();
  expect((await put(who, { codigo: codeFor(EMAIL) })).body).toMatchObject({ cuentaPendiente: '' });
  mails = [];
  return who;
}

/** Strangers who guess from everywhere until the account makes them wait. */
async function guess(times: number, shown: Record<string, string> = {}): Promise<number[]> {
  const answers: number[] = [];
  for (let tries = 0; tries < times; tries += 1) {
    answers.push((await login('nope', `198.51.100.${tries + 1}`, shown)).status);
  }
  return answers;
}

test('the personal information says when the password was last changed: never, by its owner, by a recovery', async () => {
  const who = await proved();
  const changed = async ({ id, headers }: Who) =>
    (await send(app, 'personalInformation', { fields: { id } }, headers)).body.contrasenaCambiada;
  expect(await changed(who)).toBe('');
  now += DAY_MS;
  await change(who);
  expect(await changed(who)).toBe(new Date(now).toISOString());
  now += DAY_MS;
  await recover(await linkOf(), 'Tercera2028');
  expect(await changed(await signIn('Tercera2028'))).toBe(new Date(now).toISOString());
});

describe('[S28] somebody registers another person’s address and document', () => {
  test('[S28] [D84] and adds no passkey before the account is proved', async () => {
    const stranger = await register();
    const fields = { idUsuario: stranger.id, password: FIRST };
    expect((await send(app, 'passkeyQuestion', { fields }, stranger.headers)).status).toBe(422);
    await put(stranger, { codigo: codeFor(EMAIL) });
    expect(await addPasskey(stranger, phone())).toBe(200);
  });

  test('[S28] [D84] a passkey that an earlier version took neither signs in nor outlives the owner’s recovery', async () => {
    const stranger = await register();
    const theirs = await passkeyOfBefore(stranger);
    expect(await enterBy(theirs)).toBe(401);
    await recover(await linkOf());
    const rosa = await signIn(NEXT);
    await put(rosa, { codigo: await codeSentTo(rosa) });
    expect(await policiesOf(rosa)).toHaveLength(2);
    expect(await enterBy(theirs)).toBe(404);
    expect(await isOpen(stranger)).toBe(false);
  });

  test('[S28] [D84] confirming the address for the first time ends the sign-ins, passkeys and links made before', async () => {
    const stranger = await register();
    const theirs = await passkeyOfBefore(stranger);
    const link = await linkOf();
    const here = await signIn(FIRST, browser(1));
    const code = codeFor(EMAIL);
    expect((await put(here, { codigo: code })).status).toBe(200);
    expect([await isOpen(stranger), await isOpen(here)]).toEqual([false, true]);
    expect(await enterBy(theirs)).toBe(404);
    expect((await app.request(link)).status).toBe(410);
  });

  const codeSentTo = async (who: Who) => {
    await put(who, { enviarCodigo: true });
    return codeFor(EMAIL);
  };

  /** As if the account had been proved while it was added. */
  async function passkeyOfBefore(who: Who): Promise<Authenticator> {
    const authenticator = phone();
    await server.db.update(customers).set({ emailVerified: new Date(now) });
    expect(await addPasskey(who, authenticator)).toBe(200);
    await server.db.update(customers).set({ emailVerified: null });
    return authenticator;
  }
});

describe('[D84] a new password', () => {
  test('[D84] [S33] that is changed ends other sessions, links, codes and known devices, and keeps passkeys', async () => {
    const here = await proved();
    const other = await signIn(FIRST, browser(1));
    const mine = phone();
    expect(await addPasskey(here, mine)).toBe(200);
    await put(here, { email: 'otra@correo.test', password: FIRST });
    // A change of the address ends earlier links itself (D59), so this one comes after it.
    const link = await linkOf();
    expect((await app.request(link)).status).toBe(200);
    mails = [];
    expect((await change(here)).status).toBe(200);
    expect([await isOpen(here), await isOpen(other)]).toEqual([true, false]);
    expect((await app.request(link)).status).toBe(410);
    expect([await server.db.$count(recoveries), await server.db.$count(mailCodes)]).toEqual([0, 0]);
    expect(await enterBy(mine)).toBe(200);
    expect(told()).toMatchObject([{ to: EMAIL }]);
    expect(told()[0]?.text).toMatch(/cambió el \d+ de noviembre de 2026, 10:00 \(hora de Ecuador\)/);
    await guess(attemptRules.signInPerAccount.free + 1);
    expect((await login(NEXT, '192.0.2.9', { dispositivo: other.mark })).status).toBe(429);
  });

  test('[D84] [S33] that is changed keeps the device it was changed on known', async () => {
    await proved();
    const here = await signIn(FIRST, browser(1));
    await change(here);
    await guess(attemptRules.signInPerAccount.free + 1);
    expect((await login(NEXT, '192.0.2.9', { dispositivo: here.mark })).status).toBe(200);
  });

  test('[D84] [S28] that is set by mail ends every session and passkey too, and the page says so', async () => {
    const here = await proved();
    const known = await signIn(FIRST, browser(1));
    const thief = phone();
    expect(await addPasskey(here, thief)).toBe(200);
    const [link, another] = [await linkOf(), await linkOf()];
    const page = await (await app.request(link)).text();
    expect(page).toContain('se quitan las formas de entrar con huella, rostro o PIN');
    mails = [];
    expect(await recover(link)).toContain('quitamos las formas de entrar con huella, rostro o PIN');
    expect([await isOpen(here), await isOpen(known)]).toEqual([false, false]);
    expect(await enterBy(thief)).toBe(404);
    expect(await server.db.$count(passkeys)).toBe(0);
    expect((await app.request(another)).status).toBe(410);
    expect(told()).toMatchObject([{ to: EMAIL }]);
    expect([(await login(FIRST)).status, (await login(NEXT)).status]).toEqual([401, 200]);
  });

  test('[D84] that is changed before the address was confirmed sends no mail there: it may be a stranger’s', async () => {
    const who = await register();
    mails = [];
    expect((await change(who)).status).toBe(200);
    expect(mails).toEqual([]);
  });
});

describe('[S33] guessing the password of a recovered account', () => {
  test('[S33] a stranger who guesses every quarter of an hour does not keep its owner out on a new phone', async () => {
    await proved();
    await guess(attemptRules.signInPerAccount.free + 1);
    for (let quarter = 0; quarter < 12; quarter += 1) {
      now += 16 * MINUTE_MS;
      await login('nope', '198.51.100.200');
    }
    expect((await login(FIRST, '203.0.113.7')).status).toBe(429);
    await recover(await linkOf(), NEXT, '192.0.2.77');
    for (let quarter = 0; quarter < 3; quarter += 1) {
      now += 16 * MINUTE_MS;
      await login('nope', '198.51.100.200');
    }
    expect((await login(NEXT, '203.0.113.7')).status).toBe(200);
  });

  test('[S33] nor does one who guesses without a pause, for a day and from where it was recovered', async () => {
    await proved();
    await recover(await linkOf(), NEXT, '192.0.2.77');
    await guess(attemptRules.signInPerAccount.free + 1);
    expect((await login(NEXT, '203.0.113.7')).status).toBe(429);
    expect((await login(NEXT, '192.0.2.77')).status).toBe(200);
    now += DAY_MS + MINUTE_MS;
    await guess(attemptRules.signInPerAccount.free + 1);
    expect((await login(NEXT, '192.0.2.77')).status).toBe(429);
  });

  test('[S33] marks of one browser count together, and those of one customer have a sum', async () => {
    await proved();
    const marks: string[] = [];
    for (let count = 0; count < 6; count += 1) marks.push(markOf(await login(FIRST, '192.0.2.1', browser(count))));
    now += MINUTE_MS;
    const again = markOf(await login(FIRST, '192.0.2.1', browser(0)));
    expect(again).not.toBe(marks[0]);
    const guessed: number[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      for (const dispositivo of [marks[0] ?? '', again]) {
        guessed.push((await login('nope', '198.51.100.1', { dispositivo })).status);
      }
    }
    expect(guessed.filter((status) => status === 401)).toHaveLength(attemptRules.signInPerDevice.free);
    for (const dispositivo of marks.slice(1)) {
      for (let tries = 0; tries < 5; tries += 1) {
        guessed.push((await login('nope', '198.51.100.1', { dispositivo })).status);
      }
    }
    expect(guessed.filter((status) => status === 401)).toHaveLength(attemptRules.signInPerKnown.free);
  });

  test('[S33] marks that a thief collected judge no guess of the new password', async () => {
    const here = await proved();
    const marks: string[] = [];
    for (let count = 0; count < 4; count += 1) marks.push(markOf(await login(FIRST, '192.0.2.1', browser(count))));
    await change(here);
    const guessed: number[] = [];
    for (const dispositivo of marks) guessed.push(...(await guess(5, { dispositivo })));
    expect(guessed.filter((status) => status === 401)).toHaveLength(attemptRules.signInPerAccount.free);
  });
});
