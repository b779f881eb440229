import type * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editableFields, type Residence, registrationFields } from '#contract/account.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { customers } from '#server/database/schema.ts';
import { jpeg, livingIn } from '../countries/people.ts';
import { Authenticator } from './authenticator.ts';
import { callsOf } from './calls.ts';
import { type Sent, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

let server: TestApp;
let maria: SignedIn;
let calls: Record<EndpointName, Sent>;
beforeAll(async () => {
  const attempts = Object.fromEntries(
    Object.entries(attemptRules).map(([name, rule]) => [name, { ...rule, free: 1e6 }]),
  );
  server = await createTestApp({
    seed: ['costarica@demo.test', 'ecuador@demo.test', 'internacional@demo.test'],
    attempts,
  });
  maria = await server.signIn('costarica@demo.test');
  calls = await callsOf(server, maria, '520021');
  await send(server.app, 'addPasskey', calls.addPasskey, maria.headers);
}, 60_000);
afterAll(() => server.close());

/** Endpoints that change something. */
const writing = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
  const row: Endpoint = endpoints[name];
  return !row.readsOnly && row.method !== 'GET';
});
const fieldsOf = (name: EndpointName): string[] =>
  Object.keys((endpoints[name].input as unknown as { entries: v.ObjectEntries }).entries);

/** What no field takes. A body of JSON can also carry other things than texts. */
const never = { NUL: 'a\0b', 'a text without end': 'x'.repeat(5000) };
const neverInJson = { 'a list': [['a']], 'an object': { a: { b: 1 } } };
/** What a field takes only if it is listed below. */
const nonsense = { word: 'Narnia', sum: '-1e5', day: '2026-02-30', signs: '<>{}…!', half: 'a\ud800b' } as const;
type Kind = keyof typeof nonsense;

const written: Kind[] = ['word', 'sum', 'day', 'half'];
const anything: Kind[] = [...written, 'signs'];
/** Fields that take free text, with their rule. */
const free: Record<string, { takes: readonly Kind[]; rule: string; long?: true; types?: true }> = {
  'createTicket.descripcion': {
    takes: anything,
    rule: 'what the customer asks: 1 to 4000 signs, unseen marks taken out',
  },
  'createTicket.zonaHoraria': {
    takes: anything,
    rule: 'a zone that is none counts as none: no request is refused for it (D53)',
    long: true,
    types: true,
  },
  ...Object.fromEntries(
    ['diagnostico', 'pais', 'ciudad', 'hospital', 'medico'].map((field) => [
      `createRefund.${field}`,
      { takes: anything, rule: 'what stands on the paper: 1 to 4000 signs, unseen marks taken out' },
    ]),
  ),
  ...Object.fromEntries(
    ['role', 'tipoAccidente', 'detallesAccidente'].map((field) => [
      `createRefund.${field}`,
      { takes: anything, rule: 'as the insurer or the customer words it: at most 4000 signs, unseen marks taken out' },
    ]),
  ),
  ...Object.fromEntries(
    ['facturaEmisor', 'facturaNumero', 'facturaClave'].map((field) => [
      `createRefund.${field}`,
      {
        takes: ['word', 'sum', 'day'],
        rule: 'one word as the device read it on a paper: at most 96 letters and digits',
      },
    ]),
  ),
  'addRefundDocument.CaseNumber': {
    takes: anything,
    rule: 'not read: the refund is named by its id; at most 4000 signs',
  },
  'addPasskey.nombre': {
    takes: anything,
    rule: 'what the customer calls it: 1 to 60 signs on one line, unseen marks taken out',
  },
  'renamePasskey.nombre': { takes: anything, rule: 'the same' },
  'nameSession.apodo': {
    takes: anything,
    rule: 'what the customer calls it: at most 40 signs on one line, unseen marks taken out',
  },
  'removePasskey.credencial': { takes: ['word', 'sum', 'day'], rule: 'base64url; what is not there needs no removing' },
  'forgotPassword.email': {
    takes: anything,
    rule: 'every text is answered alike, so that none tells of an account (S6)',
  },
  'login.dispositivo': { takes: anything, rule: 'a proof of this server’s; one that it does not know counts as none' },
  'endSessions.password': { takes: anything, rule: 'compared, and only where devices are to erase' },
  'handToRelay.contenido': { takes: ['word', 'sum', 'day'], rule: 'sealed: base64url up to 2 MB', long: true },
  'updatePersonalInformation.password': { takes: anything, rule: 'compared, and only for another email' },
};

/** What is no text in the app’s own forms: the personal information and the registration have the rules of their countries. */
const address = ['domicilio', 'numeroDomicilio', 'referencia', 'numeroZona', 'sector', 'ciudad', 'empresa', 'cargo'];
const names = ['nombre', 'apellidoPrimero', 'apellidoSegundo', 'nombreConyuge', 'apellido1Conyuge', 'apellido2Conyuge'];
const places = ['provincia', 'canton', 'distrito', 'departamento'];

/** Whether a country takes it: each asks some of the fields, and judges the others by what any country would take. */
function takenByForm(field: string, kind: Kind): boolean {
  if (address.includes(field)) return written.includes(kind);
  if (names.includes(field)) return kind === 'word';
  // The spec gives it no form.
  if (field === 'numeroSS') return kind === 'sum' || kind === 'day';
  // Digits with hyphens, as phones and documents are typed.
  if (['telefono', 'nifConyuge', 'nit'].includes(field)) return kind === 'day';
  return false;
}

/** Numbers that nobody has an account with. */
const freeIdentities: Partial<Record<Residence, { nif: string; email: string }>> = {
  'Costa Rica': { nif: '303450678', email: 'cr@campos.test' },
  Ecuador: { nif: '1710345677', email: 'ec@campos.test' },
  Internacional: { nif: 'PAB123456', email: 'in@campos.test' },
};

/** Sends the good call with one other field, and expects words in Spanish that say no. */
async function expectRefused(name: EndpointName, sent: Sent, field: string, value: unknown, who: SignedIn | null) {
  const fields = { ...sent.fields, [field]: value };
  const headers = { ...who?.headers, 'Idempotency-Key': crypto.randomUUID() };
  const { status, body } = await send(server.app, name, { ...sent, fields }, headers);
  const text = body[(endpoints[name] as Endpoint).errorField];
  const said = `${name}.${field} = ${JSON.stringify(value)?.slice(0, 40)}: ${status} ${text}`;
  const isUnproved = body.code === 'bad-credentials' || (field === 'renovacion' && body.code === 'unauthorised');
  expect([400, 403, 404, 413, 422].includes(status) || isUnproved, said).toBe(true);
  expect(text, said).toMatch(/[a-záéíóúñ] [a-záéíóúñ]/);
}

/** The bad values for a field that can travel there. */
function badValues(name: EndpointName, field: string, taken: (kind: Kind) => boolean): unknown[] {
  const row: Endpoint = endpoints[name];
  const rule = free[`${name}.${field}`];
  const inPath = row.path.includes(`:${field}`);
  const inJson = row.carries === 'json' && !inPath;
  const kinds = (Object.keys(nonsense) as Kind[]).filter((kind) => !taken(kind) && (kind !== 'half' || inJson));
  return [
    never.NUL,
    ...(rule?.long ? [] : [never['a text without end']]),
    ...(inJson && !rule?.types ? Object.values(neverInJson) : []),
    ...kinds.map((kind) => nonsense[kind]),
  ];
}

describe('[S11] each field of each endpoint that writes is held to a rule', () => {
  const byForms: EndpointName[] = ['register', 'updatePersonalInformation'];
  const cases = writing
    .filter((name) => !byForms.includes(name))
    .flatMap((name) => fieldsOf(name).map((field) => [name, field] as const));

  test.each(cases)('%s.%s', async (name, field) => {
    const taken = (kind: Kind) => free[`${name}.${field}`]?.takes.includes(kind) ?? false;
    for (const value of badValues(name, field, taken)) await expectRefused(name, calls[name], field, value, maria);
  });

  test.each(['costarica', 'ecuador', 'internacional'])('updatePersonalInformation of %s', async (person) => {
    const who = await server.signIn(`${person}@demo.test`);
    const fields = fieldsOf('updatePersonalInformation');
    expect(fields).toEqual(expect.arrayContaining([...editableFields]));
    for (const field of fields) {
      const listed = free[`updatePersonalInformation.${field}`];
      const unasked =
        person === 'costarica' ? ['departamento'] : person === 'ecuador' ? ['distrito', 'departamento'] : places;
      const taken = (kind: Kind) =>
        listed?.takes.includes(kind) ??
        (takenByForm(field, kind) || (unasked.includes(field) && written.includes(kind)));
      const sent = { fields: { id: who.id } };
      for (const value of badValues('updatePersonalInformation', field, taken)) {
        await expectRefused('updatePersonalInformation', sent, field, value, who);
      }
    }
  });

  test.each(['Costa Rica', 'Ecuador', 'Internacional'] as Residence[])('register in %s', async (residence) => {
    const { wireFieldsOf, photosOnPath } = await import('#rules/wizard-wire.ts');
    const { country, person, around } = await livingIn(residence);
    const files = Object.fromEntries(photosOnPath(country, person).map((side) => [side, jpeg(`${side}.jpg`)]));
    const fields = { ...wireFieldsOf(country, person, around.lists), ...freeIdentities[residence] };
    const before = await server.db.$count(customers);
    for (const field of ['residenciaFiscal', ...registrationFields]) {
      const off = places.includes(field) && !(field in fields);
      // A passport's number may be letters alone.
      const isPassport = residence === 'Internacional' && field === 'nif';
      const taken = (kind: Kind) =>
        takenByForm(field, kind) || (off && written.includes(kind)) || (isPassport && ['word', 'day'].includes(kind));
      for (const value of badValues('register', field, taken))
        await expectRefused('register', { fields, files }, field, value, null);
    }
    expect(await server.db.$count(customers)).toBe(before);
    // The form it was tried with is a good one.
    expect((await send(server.app, 'register', { fields, files })).status).toBe(200);
  });

  test('no rule is listed for a field that is gone, and none without words', () => {
    const known = writing.flatMap((name) => fieldsOf(name).map((field) => `${name}.${field}`));
    expect(Object.keys(free).filter((field) => !known.includes(field))).toEqual([]);
    for (const { rule } of Object.values(free)) expect(rule.length).toBeGreaterThan(5);
  });

  test.each(Object.keys(free))('%s takes what its rule says', async (listed) => {
    const [name, field] = listed.split('.') as [EndpointName, string];
    if (name === 'addPasskey' || name === 'handToRelay') return;
    for (const kind of free[listed]?.takes ?? []) {
      if (kind === 'half' && (endpoints[name] as Endpoint).carries !== 'json') continue;
      const who = name === 'endSessions' ? await server.signIn('costarica@demo.test') : maria;
      const sent = { ...calls[name], fields: { ...calls[name].fields, [field]: nonsense[kind] } };
      const key = { 'Idempotency-Key': crypto.randomUUID() };
      const { status } = await send(server.app, name, sent, { ...who.headers, ...key });
      expect(status, `${listed} = ${nonsense[kind]}`).toBe(200);
      if (name === 'endSessions') maria = await server.signIn('costarica@demo.test');
    }
  });
});

test('[S11] what an authenticator says of its transports is stored only where it reads like one', async () => {
  const device = new Authenticator(ORIGIN);
  const asked = { fields: { idUsuario: maria.id, password: 'Amparo2026' } };
  const question = (await send(server.app, 'passkeyQuestion', asked, maria.headers)).body as unknown as PasskeyQuestion;
  const respuesta = device.create(question) as unknown as { response: object };
  const odd = { ...respuesta, response: { ...respuesta.response, transports: ['usb\0', '\ud800'] } };
  const fields = { idUsuario: maria.id, nombre: '\u202eOtro\u0007 equipo', respuesta: odd };
  const { status, body } = await send(server.app, 'addPasskey', { fields }, maria.headers);
  expect([status, body.nombre]).toEqual([200, 'Otro equipo']);
});
