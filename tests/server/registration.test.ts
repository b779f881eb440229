// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countryRegister } from '#countries/register.ts';
import { photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
import { customers, identityFiles } from '#server/database/schema.ts';
import { unclaimedPeople } from '#server/demo/unclaimed.ts';
import { jpeg, livingIn } from '../countries/people.ts';
import { pdf, send } from './requests.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  // The clock moves a minute per reading, since so many registrations at once would meet the limit.
  let now = Date.parse('2026-11-21T12:00:00Z');
  server = await createTestApp({
    clock: () => {
      now += 60_000;
      return new Date(now);
    },
    seed: [],
  });
});
afterAll(() => server.close());

let addresses = 0;
const from = () => {
  addresses += 1;
  return { 'x-test-address': `198.51.100.${addresses}` };
};

/** Registers somebody of that residence, with the given fields changed. */
async function register(
  name: (typeof countryRegister)[number]['name'],
  changed: Record<string, string> = {},
  files?: Record<string, File>,
) {
  const { country, person, around } = await livingIn(name);
  const fields = { ...wireFieldsOf(country, person, around.lists), ...changed };
  const photos = Object.fromEntries(photosOnPath(country, person).map((side) => [side, jpeg(`${side}.jpg`)]));
  return send(server.app, 'register', { fields, files: files ?? photos }, from());
}

describe("the server checks a registration with the country's own data", () => {
  for (const { name } of countryRegister) {
    test(`[V7.4][V3.9] ${name}: accepts what the form sends and stores every field`, async () => {
      const email = `${name.length}.${name.codePointAt(0)}@paises.test`;
      const { status, body } = await register(name, { email });
      expect(body).not.toHaveProperty('fields');
      expect(status).toBe(200);
      const [kept] = await server.db.select().from(customers).where(eq(customers.email, email));
      const { country, person, around } = await livingIn(name);
      const {
        email: _,
        password,
        nif,
        nombre,
        residenciaFiscal,
        ...rest
      } = wireFieldsOf(country, person, around.lists);
      expect(kept?.personal).toEqual(rest);
      expect(kept).toMatchObject({ nif, nombre, residenciaFiscal });
    });

    test(`[V7.4] ${name}: refuses an empty field wherever the form would`, async () => {
      const { country, person, around } = await livingIn(name);
      const sent = wireFieldsOf(country, person, around.lists);
      const answers = await Promise.all(
        Object.keys(sent)
          .filter((field) => !(field in country.fixed) && !['residenciaFiscal', 'comunicaciones'].includes(field))
          .map(async (field) => ({ field, ...(await register(name, { [field]: '' })) })),
      );
      // Without these answers the form asks fewer questions.
      const asksLess = ['nacionalidad', 'numeroSS', 'ingresosAdic', 'ingresosAdicOrig'];
      // These may be left empty (D79, D80, D92).
      asksLess.push('apellidoSegundo', 'apellido2Conyuge', 'nit', 'fechaExpedicion');
      for (const { field, status, body } of answers) {
        // Such a registration is complete: it succeeds, or a later one finds its email taken.
        if (asksLess.includes(field) && [200, 409].includes(status)) continue;
        expect(status, field).toBe(422);
        expect(Object.keys(body.fields ?? {}).length, field).toBeGreaterThan(0);
      }
    });
  }

  test('[V5.18] a missing side and a PDF instead of a photo are refused at their field', async () => {
    const one = await register('Ecuador', { email: 'una@cara.test', nif: '1712345675' }, { frontal: jpeg('f.jpg') });
    expect(one).toMatchObject({ status: 422, body: { fields: { reverso: 'Por favor, introduce un valor válido' } } });
    const paper = { frontal: jpeg('f.jpg'), reverso: pdf('r.pdf') };
    const two = await register('Ecuador', { email: 'una@cara.test', nif: '1712345675' }, paper);
    expect(two).toMatchObject({ status: 422, body: { fields: { reverso: 'Por favor, introduce un valor válido' } } });
  });

  test('[V3.9] fields that the path of the country does not ask are ignored and not stored', async () => {
    const extra = {
      email: 'fuera@ruta.test',
      nif: '0912345675',
      estadoCivil: 'Soltero',
      empresa: 'Otra',
      distrito: 'x',
    };
    const { status } = await register('Ecuador', extra, {
      frontal: jpeg('f.jpg'),
      reverso: jpeg('r.jpg'),
    });
    expect(status).toBe(200);
    const [kept] = await server.db.select().from(customers).where(eq(customers.email, 'fuera@ruta.test'));
    for (const field of ['nombreConyuge', 'nifConyuge', 'empresa', 'distrito'])
      expect(kept?.personal).not.toHaveProperty(field);
  });

  test('[V3.8] only the front of a passport is stored', async () => {
    const passport = { email: 'viajero@paises.test', tipoId: 'Pasaporte', nif: 'AX1234567' };
    const { body } = await register('Costa Rica', passport, { frontal: jpeg('f.jpg'), reverso: jpeg('r.jpg') });
    const kept = await server.db
      .select()
      .from(identityFiles)
      .where(eq(identityFiles.customerId, String(body.insertedId)));
    expect(kept.map(({ side }) => side)).toEqual(['frontal']);
  });

  for (const [what, changed, field] of [
    ['a number whose check digit is wrong', { nif: '1710345670' }, 'nif'],
    ['a canton of another province', { canton: 'Cuenca' }, 'canton'],
    ['an income of another country', { ingresosPrinc: 'DOP 0-24999' }, 'ingresosPrinc'],
    ['a phone of another country', { telefono: '+50688123456' }, 'telefono'],
    ['a country of phones that is none, though it asks for none', { paisTelefono: 'Narnia' }, 'paisTelefono'],
    ['full-width digits', { valorActivos: '１０００' }, 'valorActivos'],
    ['someone who is not yet 18', { fechaNacimiento: '2010-01-01' }, 'fechaNacimiento'],
    ['the conditions not accepted', { politica: 'false' }, 'politica'],
    ['a name in emoji', { nombre: '🙂' }, 'nombre'],
    ['a name in letters from right to left', { nombre: 'مريم' }, 'nombre'],
    ["a spouse with the customer's own number", { nifConyuge: '0926687856' }, 'nifConyuge'],
  ] as const) {
    test(`[V7.4] refuses ${what}`, async () => {
      const { status, body } = await register('Ecuador', { email: 'otra@persona.test', ...changed });
      expect(status).toBe(422);
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
    });
  }

  test.each([
    ['before birth', '1986-04-11', 'La fecha de expedición no puede ser anterior a tu nacimiento'],
    ['in the future', '2026-11-25', 'La fecha de expedición no puede ser posterior a hoy'],
    ['on a day that does not exist', '2020-02-30', 'Ingresa una fecha válida'],
  ])('[V5.14] refuses a document issued %s', async (_, fechaExpedicion, words) => {
    const { status, body } = await register('Colombia', { email: 'otra@persona.test', fechaExpedicion });
    expect([status, body.fields]).toEqual([422, { fechaExpedicion: words }]);
  });

  test('[V5.8] a taken number is called a passport or a document, as it is', async () => {
    const passport = { tipoId: 'Pasaporte', nif: 'AX7654321' };
    const sides = { frontal: jpeg('f.jpg') };
    expect((await register('Costa Rica', { email: 'uno@pasaporte.test', ...passport }, sides)).status).toBe(200);
    const again = await register('Costa Rica', { email: 'dos@pasaporte.test', ...passport }, sides);
    expect(again).toMatchObject({
      status: 409,
      body: { fields: { nif: 'El número de pasaporte ya está registrado' } },
    });
    const card = await register('Costa Rica', { email: 'tres@pasaporte.test' });
    expect(card.body.fields).toEqual({ nif: 'El número de documento ya está registrado' });
  });

  test('invisible characters in pasted text are dropped', async () => {
    const hidden = (text: string) => `\u2067${[...text].join('\u200b')}\ufeff`;
    const seen = { email: 'pegada@chat.test', nif: '1723456784', nombre: 'Ana', telefono: '+593991234567' };
    const pasted = Object.fromEntries(Object.entries(seen).map(([name, text]) => [name, hidden(text)]));
    const { status } = await register('Ecuador', { ...pasted, nifConyuge: hidden('1710345677') });
    expect(status).toBe(200);
    const [kept] = await server.db.select().from(customers).where(eq(customers.email, seen.email));
    expect(kept).toMatchObject({ nif: seen.nif, nombre: 'Ana' });
    expect(kept?.personal).toMatchObject({ telefono: seen.telefono, nifConyuge: '1710345677' });
    const login = { fields: { email: hidden(seen.email), password: 'Secreta2026' } };
    expect((await send(server.app, 'login', login, from())).status).toBe(200);
    expect((await send(server.app, 'checkNif', { fields: { nif: hidden(seen.nif) } }, from())).status).toBe(409);
  });

  test('an unknown residence is refused', async () => {
    expect(await register('Ecuador', { residenciaFiscal: 'Atlántida' })).toMatchObject({ status: 422 });
  });
});

describe('numbers the demo insurer knows', () => {
  test('a registration accepts the number of every person without an account', async () => {
    for (const { nif, tipoId } of unclaimedPeople) {
      const takers = await Promise.all(
        countryRegister.map(async ({ name }) => {
          const { country, person, around } = await livingIn(name);
          const { stepProblems } = await import('#rules/wizard-fields.ts');
          const step = country.steps.find(({ id }) => id === 'documentacion');
          return step && Object.keys(stepProblems(country, step, { ...person, tipoId, nif }, around)).length === 0;
        }),
      );
      expect(takers.some(Boolean), nif).toBe(true);
    }
  });
});
