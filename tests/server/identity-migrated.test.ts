import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { demoCore } from '#server/demo/core.ts';

/** The number of a cédula in Ecuador. */
const NIF = '1710345677';

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
