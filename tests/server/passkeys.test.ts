// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { QUESTION_LIFE_MS } from '#server/accounts/passkey-questions.ts';
import { passkeys, usedQuestions } from '#server/database/schema.ts';
import { htmlOf } from '#server/mail/html.ts';
import { sweep } from '#server/sweep.ts';
import { Authenticator } from './authenticator.ts';
import { send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const EMAIL = 'costarica@demo.test';
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
let who: SignedIn;
let other: SignedIn;
let phone: Authenticator;

beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: [EMAIL, 'ecuador@demo.test'] });
}, 60_000);
beforeEach(async () => {
  now += DAY_MS;
  await server.db.delete(passkeys);
  server.mails.length = 0;
  who = await server.signIn(EMAIL);
  other = await server.signIn('ecuador@demo.test');
  phone = new Authenticator(ORIGIN);
});
afterAll(() => server.close());

const question = async (from = who, password = 'Amparo2026') => {
  const answer = await send(server.app, 'passkeyQuestion', { fields: { idUsuario: from.id, password } }, from.headers);
  return answer.body as unknown as PasskeyQuestion;
};
const add = (respuesta: unknown, from = who, nombre = 'Mi teléfono') =>
  send(server.app, 'addPasskey', { fields: { idUsuario: from.id, nombre, respuesta } }, from.headers);
const added = async () => add(phone.create(await question()));
const list = async (from = who) =>
  (await send(server.app, 'passkeys', { fields: { idUsuario: from.id } }, from.headers)).body as unknown as unknown[];
const signInQuestion = async () =>
  (await send(server.app, 'passkeySignInQuestion', { fields: {} })).body as unknown as PasskeyQuestion;
const signIn = (respuesta: unknown) => send(server.app, 'passkeySignIn', { fields: { respuesta } });

describe('[D56] a passkey at the server', () => {
  test('is added with the password, listed, announced by mail, and signs in like the password', async () => {
    const asked = await question();
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Amparo' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await add(phone.create(asked))).toMatchObject({ status: 200, body: { nombre: 'Mi teléfono', usado: null } });
    await server.settled();
    expect(server.mails).toMatchObject([{ to: EMAIL, subject: 'Una nueva forma de entrar a tu cuenta de Amparo' }]);
    const entered = await signIn(phone.get(await signInQuestion()));
    expect(entered).toMatchObject({ status: 200, body: { usuario: { id: who.id, nif: who.nif } } });
    expect((entered.body.polizas as unknown[]).length).toBe(who.polizas.length);
    expect(await list()).toMatchObject([{ credencial: phone.id, usado: new Date(now).toISOString() }]);
  });

  test('[D56 S33] has a name on one line, and no word of it is a link in the mail about it', async () => {
    const nombre = 'x»\n\nhttps://evil.ex\n\n«y';
    expect(await add(phone.create(await question()), who, nombre)).toMatchObject({
      status: 200,
      body: { nombre: 'x» https://evil.ex «y' },
    });
    await server.settled();
    const [told = expect.fail('no mail')] = server.mails;
    const html = htmlOf(told);
    expect(html.match(/href="[^"]*"/g)).toEqual([`href="${ORIGIN}"`]);
    expect(htmlOf({ ...told, text: told.text.replace(/«.*»/, `«${nombre}»`) }).match(/href=/g)).toHaveLength(1);
    expect(html).toContain('https://evil.ex');
  });

  test('is not added without the password, and guesses of the password are limited', async () => {
    const answers: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const fields = { idUsuario: who.id, password: 'nope' };
      answers.push((await send(server.app, 'passkeyQuestion', { fields }, who.headers)).status);
    }
    expect(answers.slice(0, 3)).toEqual([422, 422, 422]);
    expect(answers).toContain(429);
  });

  test('is renamed and removed by its customer only', async () => {
    await added();
    const change = (from: SignedIn, nombre: string) =>
      send(server.app, 'renamePasskey', { fields: { idUsuario: from.id, credencial: phone.id, nombre } }, from.headers);
    const remove = (from: SignedIn) =>
      send(server.app, 'removePasskey', { fields: { idUsuario: from.id, credencial: phone.id } }, from.headers);
    expect((await change(other, 'Mía')).status).toBe(404);
    await remove(other);
    expect((await change(who, 'El de casa')).status).toBe(200);
    expect(await list()).toMatchObject([{ nombre: 'El de casa' }]);
    expect(await list(other)).toEqual([]);
    expect((await remove(who)).status).toBe(200);
    expect((await remove(who)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('is refused when the client sends the secret of an extension along', async () => {
    const answer = {
      ...phone.create(await question()),
      clientExtensionResults: { prf: { results: { first: 'AAAA' } } },
    };
    expect((await add(answer)).status).toBe(422);
    expect(await list()).toEqual([]);
  });

  test('is refused when the customer has twenty already', async () => {
    for (let count = 0; count < 20; count += 1) {
      phone = new Authenticator(ORIGIN);
      expect((await added()).status).toBe(200);
    }
    const fields = { idUsuario: who.id, password: 'Amparo2026' };
    expect((await send(server.app, 'passkeyQuestion', { fields }, who.headers)).status).toBe(422);
  });

  test('[S29] is refused when the password was changed after the question', async () => {
    const asked = await question();
    const change = async (current: string, next: string) => {
      const fields = { id: who.id, current, new: next, confirm: next };
      expect((await send(server.app, 'changePassword', { fields }, who.headers)).status).toBe(200);
    };
    await change('Amparo2026', 'Nueva2026');
    expect((await add(phone.create(asked))).status).toBe(422);
    expect(await list()).toEqual([]);
    await change('Nueva2026', 'Amparo2026');
  });

  test('is refused beyond the twentieth, however many questions were asked before', async () => {
    const questions: PasskeyQuestion[] = [];
    while (questions.length < 23) questions.push(await question());
    const answers: number[] = [];
    for (const asked of questions) answers.push((await add(new Authenticator(ORIGIN).create(asked))).status);
    expect(answers).toEqual([...Array(20).fill(200), 422, 422, 422]);
    expect(await list()).toHaveLength(20);
  });
});

describe('[S19] an assertion', () => {
  test('that was used before is refused', async () => {
    await added();
    const assertion = phone.get(await signInQuestion());
    expect((await signIn(assertion)).status).toBe(200);
    expect((await signIn(assertion)).status).toBe(401);
  });

  test('of another origin is refused', async () => {
    await added();
    expect((await signIn(phone.get(await signInQuestion(), { origin: 'https://amparo.example' }))).status).toBe(401);
  });

  test('of a passkey that was removed is refused', async () => {
    await added();
    const fields = { idUsuario: who.id, credencial: phone.id };
    await send(server.app, 'removePasskey', { fields }, who.headers);
    expect((await signIn(phone.get(await signInQuestion()))).status).toBe(404);
  });

  test('without user verification is refused, and so is a new passkey', async () => {
    expect((await add(phone.create(await question(), { verified: false }))).status).toBe(422);
    await added();
    expect((await signIn(phone.get(await signInQuestion(), { verified: false }))).status).toBe(401);
  });

  test('for a question that is too old, invented or meant for another use is refused', async () => {
    await added();
    const late = await signInQuestion();
    now += QUESTION_LIFE_MS;
    expect((await signIn(phone.get(late))).status).toBe(401);
    const made = { challenge: Buffer.alloc(56, 7).toString('base64url') };
    expect((await signIn(phone.get(made))).status).toBe(401);
    expect((await signIn(phone.get({ challenge: 'AAAA' }))).status).toBe(401);
    expect((await signIn(phone.get(await question()))).status).toBe(401);
    expect((await add(new Authenticator(ORIGIN).create(await question(other)))).status).toBe(422);
  });

  test('of a copied passkey, whose counter is behind, is refused', async () => {
    await added();
    expect((await signIn(phone.get(await signInQuestion(), { counter: 5 }))).status).toBe(200);
    expect((await signIn(phone.get(await signInQuestion(), { counter: 4 }))).status).toBe(401);
  });

  test('that is malformed is refused without an internal error', async () => {
    await added();
    const { challenge } = await signInQuestion();
    const answer = { ...phone.get({ challenge }), response: { clientDataJSON: 'x' } };
    expect((await signIn(answer)).status).toBe(401);
    expect((await signIn({ id: phone.id })).status).toBe(422);
  });

  test('leaves its question marked as used for an hour longer than the question is good, and no more', async () => {
    await added();
    const assertion = phone.get(await signInQuestion());
    await signIn(assertion);
    now += QUESTION_LIFE_MS + HOUR_MS;
    await sweep(server.db, () => new Date(now));
    // The clock is set back.
    now -= HOUR_MS + 1;
    expect((await signIn(assertion)).status).toBe(401);
    now += HOUR_MS + 2;
    await sweep(server.db, () => new Date(now));
    expect(await server.db.select().from(usedQuestions)).toEqual([]);
    expect(await server.db.select().from(passkeys).where(eq(passkeys.id, phone.id))).toHaveLength(1);
  });
});
