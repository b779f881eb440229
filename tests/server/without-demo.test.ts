// @module-tag depth
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { createApp } from '#server/app.ts';
import { emptyCore } from '#server/core/empty-core.ts';
import { openLater } from '#server/later.ts';
import { registration, send } from './requests.ts';
import { createTestApp, ORIGIN, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, 60_000);
afterAll(() => server.close());

test('[S17] without the demo there is no payment page, and accounts made in the demo cannot get in by any way', async () => {
  const who = await server.signIn('costarica@demo.test');
  await send(server.app, 'forgotPassword', { fields: { email: 'costarica@demo.test' } });
  await server.settled();
  const link = /http\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '';
  expect((await server.app.request(link)).status).toBe(200);
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const sent = await registration('nueva@persona.test', '1710345677');
  expect((await send(server.app, 'register', sent, key)).status).toBe(200);

  const mails: unknown[] = [];
  const later = openLater(() => {});
  const app = await createApp({
    machine: thisMachine,
    db: server.db,
    clock: () => new Date(),
    core: emptyCore,
    mail: async (message) => void mails.push(message),
    publicOrigin: ORIGIN,
    passwordCost: 1024,
    later,
  });
  for (const [email, password] of [
    ['costarica@demo.test', 'Amparo2026'],
    ['nueva@persona.test', 'Secreta2026'],
  ] as const) {
    expect(await send(app, 'login', { fields: { email, password } })).toMatchObject({
      status: 401,
      body: { code: 'bad-credentials' },
    });
    expect((await send(app, 'forgotPassword', { fields: { email } })).status).toBe(200);
  }
  const mine = { fields: { cedula: who.nif, idUsuario: who.id } };
  expect((await send(app, 'policies', mine, who.headers)).status).toBe(401);
  expect((await send(app, 'policies', mine, { Authorization: `Bearer ${who.access}` })).status).toBe(401);
  const receipt = { fields: { clave: crypto.randomUUID() } };
  expect((await send(app, 'receipt', receipt, { Authorization: `Bearer ${who.send}` })).status).toBe(401);
  expect((await send(app, 'register', sent, key)).status).toBe(401);
  expect((await app.request(link)).status).toBe(410);
  expect((await app.request(`${ORIGIN}/pagar/x`)).status).toBe(404);
  expect((await app.request(`${ORIGIN}/demo/oficina`)).status).toBe(404);
  await later.settled();
  expect(mails).toEqual([]);
  expect((await send(server.app, 'policies', mine, who.headers)).status).toBe(200);
});

test('[S17] the tables of the demo insurer are in a schema of their own', async () => {
  const { rows } = (await server.db.execute(
    sql`select table_schema, table_name from information_schema.tables where table_schema in ('public', 'demo')`,
  )) as unknown as { rows: { table_schema: string; table_name: string }[] };
  const apart = rows.filter(({ table_name }) => /demo|sandbox/.test(table_name));
  expect(apart.map(({ table_schema }) => table_schema)).toEqual(Array(6).fill('demo'));
});
