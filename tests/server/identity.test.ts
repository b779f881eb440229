// @module-tag depth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Residence } from '#contract/account.ts';
import { photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
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
