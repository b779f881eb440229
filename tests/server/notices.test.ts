// @module-tag depth
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptRules } from '#server/accounts/attempts.ts';
import { attempts, customers, devices, mailCodes, passkeys } from '#server/database/schema.ts';
import { Authenticator } from './authenticator.ts';
import { send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const EMAIL = 'costarica@demo.test';
const password = 'Amparo2026';
let server: TestApp;
let who: SignedIn;
/** Subjects of what was written within a transaction. */
let told: string[] = [];
let failing = false;

beforeAll(async () => {
  server = await createTestApp({
    seed: [EMAIL],
    // The process ends with each answer: what it left for later is lost.
    later: { start: () => {}, settled: async () => {} },
    mail: async ({ subject }, tx) => {
      await tx.select().from(customers);
      if (failing) throw new Error('no room for a mail');
      told.push(subject);
    },
  });
}, 60_000);
beforeEach(async () => {
  failing = false;
  who = await server.signIn(EMAIL);
  for (const table of [attempts, mailCodes, passkeys]) await server.db.delete(table);
  told = [];
});
afterAll(() => server.close());

async function addPasskey(): Promise<number> {
  const asked = await send(server.app, 'passkeyQuestion', { fields: { idUsuario: who.id, password } }, who.headers);
  const respuesta = new Authenticator(ORIGIN).create(asked.body as never);
  const fields = { idUsuario: who.id, nombre: 'Mi teléfono', respuesta };
  return (await send(server.app, 'addPasskey', { fields }, who.headers)).status;
}
async function changeEmail(): Promise<number> {
  const fields = { id: who.id, email: 'nueva@correo.test', password };
  return (await send(server.app, 'updatePersonalInformation', { fields }, who.headers)).status;
}
const signIn = async () => (await send(server.app, 'login', { fields: { email: EMAIL, password } })).status;
const count = async (table: typeof devices | typeof passkeys | typeof mailCodes) =>
  (await server.db.select().from(table).where(eq(table.customerId, who.id))).length;

describe.each([
  ['a sign-in in a new browser', 'Nuevo ingreso a tu cuenta de Amparo', signIn, () => count(devices)],
  ['a new passkey', 'Una nueva forma de entrar a tu cuenta de Amparo', addPasskey, () => count(passkeys)],
  ['another email', 'Pidieron cambiar el correo de tu cuenta de Amparo', changeEmail, () => count(mailCodes)],
])('[S15] the notice of %s', (_, subject, act, stands) => {
  test('is written with it: a process that ends with the answer has told its owner', async () => {
    const before = await stands();
    expect(await act()).toBe(200);
    expect(told).toContain(subject);
    expect(await stands()).toBe(before + 1);
  });

  test('that cannot be written leaves nothing done that nobody was told of', async () => {
    const before = await stands();
    failing = true;
    expect(await act()).toBeGreaterThanOrEqual(500);
    expect(await stands()).toBe(before);
  });
});

describe('[S16] the limit of notices of sign-ins', () => {
  const NOTICE = 'Nuevo ingreso a tu cuenta de Amparo';
  const { free } = attemptRules.noticePerCustomer;

  test('is not spent by sign-ins that could not be written', async () => {
    failing = true;
    for (let turn = 0; turn <= free; turn += 1) {
      expect(await signIn()).toBeGreaterThanOrEqual(500);
      // Such a try counts as one of the password.
      await server.db.delete(attempts).where(like(attempts.bucket, 'signIn%'));
    }
    failing = false;
    expect(await signIn()).toBe(200);
    expect(told).toEqual([NOTICE]);
  });

  test('[S19] is not spent by an answer of a passkey that is shown again', async () => {
    const phone = new Authenticator(ORIGIN);
    const asked = await send(server.app, 'passkeyQuestion', { fields: { idUsuario: who.id, password } }, who.headers);
    const fields = { idUsuario: who.id, nombre: 'Mi teléfono', respuesta: phone.create(asked.body as never) };
    expect((await send(server.app, 'addPasskey', { fields }, who.headers)).status).toBe(200);
    const enter = async (respuesta: unknown) =>
      (await send(server.app, 'passkeySignIn', { fields: { respuesta } })).status;
    const answer = async () => {
      const question = await send(server.app, 'passkeySignInQuestion', { fields: {} });
      return phone.get(question.body as never);
    };
    const shown = await answer();
    expect(await enter(shown)).toBe(200);
    for (let turn = 0; turn < free; turn += 1) expect(await enter(shown)).toBe(401);
    told = [];
    expect(await enter(await answer())).toBe(200);
    expect(told).toEqual([NOTICE]);
  });
});
