import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Residence } from '#contract/account.ts';
import { photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
import { migrate } from '#server/database/migrate.ts';
import { demoCore } from '#server/demo/core.ts';
import { jpeg, livingIn } from '../countries/people.ts';
import { send } from './requests.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** The cédula of a demo customer in Ecuador. Colombia also issues numbers of ten digits. */
const NIF = '1710345677';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [] });
});
afterAll(() => server.close());

let registered = 0;
async function register(name: Residence, changed: Record<string, string>) {
  const { country, person, around } = await livingIn(name);
  registered += 1;
  const email = `persona.${registered}@identidad.test`;
  const fields = { ...wireFieldsOf(country, person, around.lists), email, ...changed };
  const files = Object.fromEntries(photosOnPath(country, person).map((side) => [side, jpeg(`${side}.jpg`)]));
  const { status, body } = await send(server.app, 'register', { fields, files }, from());
  return { status, body, email };
}
const from = () => ({ 'x-test-address': `198.51.100.${registered}` });

const policiesOf = async (email: string) =>
  (await send(server.app, 'login', { fields: { email, password: 'Secreta2026' } })).body.polizas;
const lookUp = async (fields: Record<string, string>) =>
  (await send(server.app, 'checkNif', { fields }, from())).status;

describe('[D52] country, kind and number together make an identity', () => {
  test('a Colombian with the digits of an Ecuadorian can register, and sees no policies of the other', async () => {
    const colombian = await register('Colombia', { nif: NIF });
    expect(colombian.status).toBe(200);
    expect(await policiesOf(colombian.email)).toEqual([]);
    expect(await lookUp({ nif: NIF, tipoId: 'Cédula de Identidad', pais: 'Ecuador' })).toBe(200);

    const ecuadorian = await register('Ecuador', { nif: NIF });
    expect(ecuadorian.status).toBe(200);
    expect(await policiesOf(ecuadorian.email)).toHaveLength(2);
    expect(await policiesOf(colombian.email)).toEqual([]);
  });

  test('the same identity again is refused as taken at its field', async () => {
    const again = await register('Ecuador', { nif: NIF });
    expect(again).toMatchObject({
      status: 409,
      body: { fields: { nif: 'El número de documento ya está registrado' } },
    });
    expect(await lookUp({ nif: NIF, tipoId: 'Cédula de Identidad', pais: 'Ecuador' })).toBe(409);
  });

  test('a check without country and kind, as an earlier app sends it, finds the number under any', async () => {
    expect(await lookUp({ nif: NIF })).toBe(409);
    expect(await lookUp({ nif: NIF, tipoId: 'Documento Personal de Identidad', pais: 'Guatemala' })).toBe(200);
  });

  test('a passport belongs to the country that issued it, not to the country of residence', async () => {
    expect((await register('Internacional', { nif: 'ZZ998877', paisEmision: 'España' })).status).toBe(200);
    expect((await register('Internacional', { nif: 'ZZ998877', paisEmision: 'Italia' })).status).toBe(200);
    expect(await register('Internacional', { nif: 'ZZ998877', paisEmision: 'España' })).toMatchObject({
      status: 409,
      body: { fields: { nif: 'El número de pasaporte ya está registrado' } },
    });
    expect(await lookUp({ nif: 'ZZ998877', tipoId: 'Pasaporte', pais: 'Italia' })).toBe(409);
    expect(await lookUp({ nif: 'ZZ998877', tipoId: 'Pasaporte', pais: 'Francia' })).toBe(200);
  });
});

test('[D52] migrating gives earlier accounts and demo policies the country and kind of their registration', async () => {
  const client = await PGlite.create();
  const before = ['0000_first.sql', '0001_demo_apart_and_proof.sql'];
  await client.exec('create table applied_migrations (name text primary key)');
  for (const name of before) {
    await client.exec(readFileSync(new URL(`../../server/migrations/${name}`, import.meta.url), 'utf8'));
    await client.query('insert into applied_migrations values ($1)', [name]);
  }
  const account = (id: string, nif: string, residence: string, personal: object) =>
    client.query(
      `insert into customers (id, email, nif, nombre, residencia_fiscal, password, personal, created, demo, claim)
       values ($1, $1 || '@antes.test', $2, 'Ana', $3, '', $4, now(), true, 'yes')`,
      [id, nif, residence, JSON.stringify(personal)],
    );
  await account('cedula', '112340567', 'Costa Rica', { tipoId: 'Cédula de Identidad', paisEmision: 'España' });
  await account('pasaporte', 'AX1234567', 'Guatemala', { tipoId: 'Pasaporte', paisEmision: 'España' });
  await account('sin-pais', 'AX7654321', 'Guatemala', { tipoId: 'Pasaporte' });
  for (const [nif, company] of [
    ['112340567', 'AMPARO INTERNATIONAL'],
    [NIF, 'AMPARO ECUADOR'],
    ['52345678', 'AMPARO COLOMBIA'],
    ['PAB123456', 'AMPARO INTERNATIONAL'],
  ]) {
    await client.query(
      `insert into demo.demo_policies (id, number, owner_nif, position, fields, effective_day, avoid_lapse)
       values ($1, $1, $1, 0, $2, 0, 0)`,
      [nif, JSON.stringify({ IssuingCompany: company })],
    );
  }

  const db = drizzle(client);
  await migrate(db);

  const kept = await client.query('select id, document_kind, document_country from customers order by id');
  expect(kept.rows).toEqual([
    { id: 'cedula', document_kind: 'Cédula de Identidad', document_country: 'Costa Rica' },
    { id: 'pasaporte', document_kind: 'Pasaporte', document_country: 'España' },
    { id: 'sin-pais', document_kind: 'Pasaporte', document_country: 'Guatemala' },
  ]);
  const core = demoCore(db, () => new Date());
  const owns = async (country: string, kind: string, number: string) =>
    await core.policiesOf({ country, kind, number }).then((said) => said.ok && said.value.length);
  expect(await owns('Costa Rica', 'Cédula de Identidad', '112340567')).toBe(1);
  expect(await owns('Ecuador', 'Cédula de Identidad', NIF)).toBe(1);
  expect(await owns('Colombia', 'Cédula de Ciudadanía', NIF)).toBe(0);
  expect(await owns('Colombia', 'Cédula de Ciudadanía', '52345678')).toBe(1);
  expect(await owns('Italia', 'Pasaporte', 'PAB123456')).toBe(1);
  await client.close();
});
