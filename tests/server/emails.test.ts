// @module-tag depth
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { sealPassword } from '#server/accounts/passwords.ts';
import { customers } from '#server/database/schema.ts';
import { oddEmails } from '#server/doctor/emails.ts';
import { registration, send } from './requests.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const EMAIL = 'rosa@correo.test';
/** One number of the demo's people each; the second belongs to nobody yet. */
const [FIRST, SECOND] = ['0102030400', '0926687856'];
const TAKEN = 'El correo electrónico ya está registrado';
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, 120_000);
afterAll(() => server.close());

const register = async (email: string, nif: string) => send(server.app, 'register', await registration(email, nif));
const signIn = (email: string, password: string) => send(server.app, 'login', { fields: { email, password } });

describe('[S34] one mailbox', () => {
  test('[S34] has one account, however its address is written', async () => {
    const mask = (status: number, body: Record<string, unknown>) => [
      status,
      (body.fields as Record<string, string> | undefined)?.email,
    ];
    for (const spelling of [
      `a,${EMAIL}`,
      `<${EMAIL}>`,
      `"z"<${EMAIL}>`,
      `(uno)${EMAIL}`,
      `g:${EMAIL};`,
      `${EMAIL};`,
      `${EMAIL}.`,
      'ｒosa@correo.test',
    ]) {
      const { status, body } = await register(spelling, FIRST);
      expect([spelling, ...mask(status, body)]).toEqual([spelling, 422, 'Ingresa un correo electrónico válido']);
    }
    expect((await register(EMAIL, FIRST)).status).toBe(200);
    for (const same of ['Rosa@Correo.TEST', 'rosa@correo。test', 'rosa@ＣＯＲＲＥＯ.test', ' rosa@correo.test ']) {
      const { status, body } = await register(same, SECOND);
      expect([same, ...mask(status, body)]).toEqual([same, 409, TAKEN]);
      expect((await send(server.app, 'checkEmail', { fields: { email: same } })).status, same).toBe(409);
    }
    expect((await signIn('rosa@correo。test', 'Secreta2026')).status).toBe(200);
  }, 60_000);

  test('[S34] is all that a customer may change the address to', async () => {
    const who = await server.signIn('costarica@demo.test');
    const change = (email: string) =>
      send(
        server.app,
        'updatePersonalInformation',
        { fields: { id: who.id, email, password: 'Amparo2026' } },
        who.headers,
      );
    for (const spelling of [`otra@correo.test, ${EMAIL}`, `"z"<${EMAIL}>`, 'g:otra@correo.test;']) {
      expect((await change(spelling)).status, spelling).toBe(422);
    }
    expect((await change('ROSA@correo。test')).status).toBe(409);
    expect((await change('niño@Ñandú.test')).body).toMatchObject({ emailPendiente: 'niño@xn--and-6ma2c.test' });
    expect(server.mails.map(({ to }) => to)).toContain('niño@xn--and-6ma2c.test');
  });

  test('[S34] an account of before with another spelling still signs in with it, and the operator is told of it', async () => {
    expect(await oddEmails(server.db, thisMachine)).toBe('');
    const [{ id = '' } = {}] = await server.db.select().from(customers).where(eq(customers.email, EMAIL));
    const old = async (email: string) => {
      const password = await sealPassword('Secreta2026', 1024, []);
      await server.db.update(customers).set({ email, password }).where(eq(customers.id, id));
    };
    await old(`"z"<${EMAIL}>`);
    expect((await signIn(`"Z"<${EMAIL}>`, 'Secreta2026')).status).toBe(200);
    expect(await oddEmails(server.db, thisMachine)).toBe(
      `; 1 accounts have an address in a spelling of before (S34), which they have to change: ${id}`,
    );
    await old('ana@ñandú.test');
    expect((await signIn('Ana@ñandú.test', 'Secreta2026')).status).toBe(200);
    expect(await oddEmails(server.db, thisMachine)).toContain(id);
    await old('íñigo+seguros@correo.test');
    expect(await oddEmails(server.db, thisMachine)).toBe('');
  });

  test('[S34] is looked for along the accounts, however many they are, as far as the doctor’s time goes', async () => {
    const many = Array.from({ length: 7 }, (_, at) => ({
      ...{
        id: `0-${at}`,
        email: `uno${at}@correo.test`,
        nif: `${at}`,
        documentKind: 'Pasaporte',
        documentCountry: 'Ecuador',
      },
      ...{ nombre: '', residenciaFiscal: '', password: '', personal: {}, created: new Date(), demo: false },
      claim: 'branch' as const,
    }));
    await server.db.insert(customers).values(many);
    await server.db.update(customers).set({ email: 'g:dos@correo.test;' }).where(eq(customers.id, '0-5'));
    expect(await oddEmails(server.db, { ...thisMachine, rows: 3 })).toBe(
      '; 1 accounts have an address in a spelling of before (S34), which they have to change: 0-5',
    );
    let asked = 0;
    // Time for one look, and then for two.
    const steady = (looks: number) => () => (asked++ <= looks ? 0 : 1e9);
    expect(await oddEmails(server.db, { steady: steady(1), rows: 3 })).toBe('; of the addresses 3 were looked at');
    asked = 0;
    expect(await oddEmails(server.db, { steady: steady(2), rows: 3 })).toMatch(
      /^; of the addresses 6 were looked at; 1 accounts have .*: 0-5$/,
    );
    await server.db.delete(customers).where(like(customers.id, '0-%'));
  });
});
