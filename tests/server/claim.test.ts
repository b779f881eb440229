// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';
import { createApp } from '#server/app.ts';
import type { Claim, Claimant } from '#server/core/port.ts';
import type { Database } from '#server/database/open.ts';
import { customers, maintenance, outgoingEvents } from '#server/database/schema.ts';
import { unclaimedPeople } from '#server/demo/unclaimed.ts';
import { openLater } from '#server/later.ts';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import { refundFields, refundPapers, registration, send } from './requests.ts';
import { callerFrom, createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

/** Rosa's document number, which the demo insurer knows. */
const NIF = '0102030400';
const HEALTH = '610011';
let server: TestApp;
/** An app without the demo: everybody has to prove who they are. */
let app: TestApp['app'];
const later = openLater(() => {});
let answer: Claim = { answer: 'no' };
let away = false;
/** Holds the insurer's answers back. */
let slow: { begun: () => void; released: Promise<void> } | null = null;
let asked: Claimant[] = [];
let mails: { to: string; text: string }[] = [];

/** The app without the demo, on this database. */
const appOn = (db: Database) =>
  createApp({
    machine: thisMachine,
    db,
    clock: () => new Date(),
    core: {
      ...server.core,
      claim: async (person) => {
        asked.push(person);
        const said = answer;
        const held = slow;
        held?.begun();
        await held?.released;
        return away ? fail('core-away') : ok(said);
      },
    },
    mail: async (message) => void mails.push(message),
    mailNote: 'Está en la carpeta.',
    publicOrigin: ORIGIN,
    callerOf: () => callerFrom(crypto.randomUUID()),
    passwordCost: 1024,
    later,
  });
beforeAll(async () => {
  server = await createTestApp({ seed: [] });
  app = await appOn(server.db);
}, 60_000);
beforeEach(async () => {
  await server.db.delete(customers);
  [asked, mails, away] = [[], [], false];
});
afterAll(() => server.close());

const EMAIL = 'impostora@correo.test';
type Who = Pick<SignedIn, 'id' | 'headers'>;

async function register(claim: Claim): Promise<Who> {
  answer = claim;
  const { status, body } = await send(app, 'register', await registration(EMAIL, NIF));
  expect(status).toBe(200);
  await later.settled();
  const { access_token } = body.accessToken as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}`, 'Amparo-Internal-Token': String(body.token) };
  return { id: String(body.insertedId), headers };
}
const codeFor = (address: string) =>
  /\b\d{6}\b/.exec(mails.findLast(({ to }) => to === address)?.text ?? '')?.[0] ?? '';
const state = async ({ id, headers }: Who) =>
  (await send(app, 'personalInformation', { fields: { id } }, headers)).body;
const put = ({ id, headers }: Who, fields: Record<string, unknown>) =>
  send(app, 'updatePersonalInformation', { fields: { id, ...fields } }, headers);
const policies = async ({ id, headers }: Who) =>
  (await send(app, 'policies', { fields: { cedula: NIF, idUsuario: id } }, headers)).body;

/** Types a code while the database ends one of the transactions behind it, the next time another one. */
async function typeWithOutages(who: Who, codigo: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let failing = 1; failing < 20 && (statuses.at(-1) ?? 500) >= 500; failing += 1) {
    let seen = 0;
    const broken = Object.create(server.db) as Database;
    broken.transaction = (work, config) => {
      seen += 1;
      if (seen === failing) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return server.db.transaction(work, config);
    };
    const { id, headers } = who;
    const sent = { fields: { id, codigo } };
    statuses.push((await send(await appOn(broken), 'updatePersonalInformation', sent, headers)).status);
    await later.settled();
  }
  return statuses;
}

/** Tries every way to the person's data, all of which must stay closed. */
async function seesNothing(who: Who, email = EMAIL) {
  expect(await policies(who)).toEqual([]);
  const login = await send(app, 'login', { fields: { email, password: 'Secreta2026' } });
  expect(login.body.polizas).toEqual([]);
  for (const name of ['payments', 'documents', 'roles', 'cards', 'dependents'] as const) {
    expect((await send(app, name, { fields: { policyId: HEALTH } }, who.headers)).status, name).toBe(404);
  }
  const bills = { VisualTimeInstance: 'VTECU', Policy: HEALTH, PendingBills: 1 };
  expect((await send(app, 'pendingBills', { fields: bills }, who.headers)).status).toBe(404);
  const refund = { fields: refundFields(who as SignedIn, HEALTH), files: refundPapers() };
  expect((await send(app, 'createRefund', refund, who.headers)).status).toBe(404);
}

describe('[D60] [S14] a registration with a document number', () => {
  test('tells the insurer who the customer claims to be', async () => {
    await register({ answer: 'no' });
    const document = { country: 'Ecuador', kind: 'Cédula de Identidad', number: NIF };
    expect(asked[0]).toMatchObject({ document, email: EMAIL, residenciaFiscal: 'Ecuador' });
    for (const name of ['nombre', 'apellidos', 'fechaNacimiento'] as const) expect(asked[0]?.[name]).not.toBe('');
  });

  test('shows no policy before the email is proved, even when the insurer says yes', async () => {
    const who = await register({ answer: 'yes' });
    await seesNothing(who);
    expect(await state(who)).toMatchObject({ cuentaPendiente: 'correo', avisoCodigo: 'Está en la carpeta.' });
    expect((await put(who, { codigo: codeFor(EMAIL) })).body).toMatchObject({ cuentaPendiente: '', avisoCodigo: '' });
    expect(await policies(who)).toHaveLength(2);
  });

  test('waits for the code that was mailed to the address the insurer has, when it answers code', async () => {
    const who = await register({ answer: 'code', email: 'Rosa@verdadera.test' });
    const stolen = codeFor(EMAIL);
    await put(who, { codigo: stolen });
    expect(await state(who)).toMatchObject({ cuentaPendiente: 'codigo', correoAseguradora: 'R•••@verdadera.test' });
    await seesNothing(who);
    expect(JSON.stringify(await state(who))).not.toContain('Rosa@');
    expect((await put(who, { codigo: stolen })).status).toBe(422);
    expect((await put(who, { enviarCodigo: true })).status).toBe(200);
    expect((await put(who, { codigo: codeFor('rosa@verdadera.test') })).body).toMatchObject({ cuentaPendiente: '' });
    expect(await policies(who)).toHaveLength(2);
  });

  test('takes the code of a changed email first while both wait, and then the one of the insurer', async () => {
    const [next, insurer] = ['otra@correo.test', 'rosa@verdadera.test'];
    const who = await register({ answer: 'code', email: insurer });
    await put(who, { codigo: codeFor(EMAIL) });
    await put(who, { enviarCodigo: true });
    const early = codeFor(insurer);
    expect((await put(who, { email: next, password: 'Secreta2026' })).status).toBe(200);
    // The mailbox of the new address is proved before anything is said to belong to its reader.
    expect((await put(who, { codigo: early })).status).toBe(422);
    expect((await put(who, { codigo: codeFor(next) })).body).toMatchObject({ email: next, cuentaPendiente: 'codigo' });
    await seesNothing(who, next);
    expect((await put(who, { codigo: codeFor(insurer) })).body).toMatchObject({ cuentaPendiente: '' });
    expect(await policies(who)).toHaveLength(2);
  });

  test('is asked about anew when another address is confirmed than the one of the answer, which nobody read', async () => {
    const [thief, rosa] = ['otra@correo.test', EMAIL];
    for (const isAway of [false, true]) {
      const who = await register({ answer: 'yes' });
      expect((await put(who, { email: thief, password: 'Secreta2026' })).status).toBe(200);
      [answer, away] = [{ answer: 'branch' }, isAway];
      expect((await put(who, { codigo: codeFor(thief) })).body).toMatchObject({
        email: thief,
        cuentaPendiente: isAway ? 'no' : 'sucursal',
      });
      away = false;
      expect(asked.at(-1)?.email).toBe(thief);
      await seesNothing(who, thief);
      expect(await state(who)).toMatchObject({ cuentaPendiente: 'sucursal' });
      await server.db.delete(customers);
    }
    const who = await register({ answer: 'yes' });
    away = true;
    expect((await put(who, { codigo: codeFor(rosa) })).body).toMatchObject({ cuentaPendiente: '' });
  });

  test('[D59] takes a right code until it has its effect, whatever failed in between, and then no more', async () => {
    const [next, insurer] = ['otra@correo.test', 'rosa@verdadera.test'];
    const who = await register({ answer: 'branch' });
    const first = await typeWithOutages(who, codeFor(EMAIL));
    expect(await state(who)).toMatchObject({ cuentaPendiente: 'sucursal' });
    expect((await put(who, { email: next, password: 'Secreta2026' })).status).toBe(200);
    answer = { answer: 'code', email: insurer };
    const changed = await typeWithOutages(who, codeFor(next));
    expect(await state(who)).toMatchObject({ email: next, cuentaPendiente: 'codigo' });
    await put(who, { enviarCodigo: true });
    const proved = await typeWithOutages(who, codeFor(insurer));
    expect(await state(who)).toMatchObject({ cuentaPendiente: '' });
    for (const statuses of [first, changed, proved]) {
      expect(statuses.at(-1)).toBe(200);
      expect(statuses.slice(0, -1).filter((status) => status < 500)).toEqual([]);
      expect(statuses.length).toBeGreaterThan(2);
    }
    expect((await put(who, { codigo: codeFor(insurer) })).status).toBe(422);
  });

  test('needs one code only, when the insurer has the same email as the account', async () => {
    const who = await register({ answer: 'code', email: EMAIL.toUpperCase() });
    await seesNothing(who);
    await put(who, { codigo: codeFor(EMAIL) });
    expect(await policies(who)).toHaveLength(2);
  });

  test('[F10] is settled after a maintenance, in which reading writes nothing', async () => {
    const who = await register({ answer: 'branch' });
    await put(who, { codigo: codeFor(EMAIL) });
    const rows = async () => [await server.db.select().from(customers), await server.db.$count(outgoingEvents)];
    const before = await rows();
    answer = { answer: 'yes' };
    await setMaintenance(server.db, () => new Date(), 'Volvemos el sábado');
    onTestFinished(async () => void (await server.db.delete(maintenance)));
    expect([(await state(who)).cuentaPendiente, await policies(who)]).toEqual(['sucursal', []]);
    expect(await rows()).toEqual(before);
    await setMaintenance(server.db, () => new Date(), null);
    expect([(await state(who)).cuentaPendiente, (await policies(who)).length]).toEqual(['', 2]);
  });

  test('brings the policies after a visit at a branch, without a code', async () => {
    const who = await register({ answer: 'branch' });
    await put(who, { codigo: codeFor(EMAIL) });
    expect(await state(who)).toMatchObject({ cuentaPendiente: 'sucursal' });
    await seesNothing(who);
    answer = { answer: 'yes' };
    expect(await policies(who)).toHaveLength(2);
    expect(await state(who)).toMatchObject({ cuentaPendiente: '' });
  });

  test('keeps a proof that came while the insurer took long to answer an earlier question', async () => {
    const who = await register({ answer: 'branch' });
    await put(who, { codigo: codeFor(EMAIL) });
    answer = { answer: 'no' };
    const late = await whileAsked(
      () => policies(who),
      async () => {
        answer = { answer: 'yes' };
        expect(await policies(who)).toHaveLength(2);
      },
    );
    expect(late).toHaveLength(2);
    expect(await state(who)).toMatchObject({ cuentaPendiente: '' });
  });

  test('keeps a newer answer of the insurer over one that took long', async () => {
    const who = await register({ answer: 'no' });
    await put(who, { codigo: codeFor(EMAIL) });
    answer = { answer: 'branch' };
    await whileAsked(
      () => policies(who),
      async () => {
        answer = { answer: 'code', email: 'rosa@correo.test' };
        await policies(who);
      },
    );
    expect(await server.db.select({ claim: customers.claim }).from(customers)).toEqual([{ claim: 'code' }]);
  });

  test('keeps a proof that came while a changed email was being confirmed', async () => {
    const who = await register({ answer: 'branch' });
    await put(who, { codigo: codeFor(EMAIL) });
    await put(who, { email: 'otra@correo.test', password: 'Secreta2026' });
    const confirmed = await whileAsked(
      () => put(who, { codigo: codeFor('otra@correo.test') }),
      async () => {
        answer = { answer: 'yes' };
        expect(await policies(who)).toHaveLength(2);
      },
    );
    expect(confirmed.body).toMatchObject({ email: 'otra@correo.test', cuentaPendiente: '' });
  });

  /** Does something while the insurer is being asked by a call, which gets the answer of before. */
  async function whileAsked<T>(call: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    let asking: Promise<T> | null = null;
    await new Promise<void>((begun) => {
      slow = { begun, released };
      asking = call();
    });
    slow = null;
    await meanwhile();
    release();
    return (asking as Promise<T> | null) ?? expect.fail('nobody asked');
  }

  test('stays without policies when the insurer does not know the person', async () => {
    const who = await register({ answer: 'no' });
    await put(who, { codigo: codeFor(EMAIL) });
    expect(await state(who)).toMatchObject({ cuentaPendiente: 'no' });
    await seesNothing(who);
  });

  test('lets a mistyped email be corrected with the password, and sends the wrong address no mail about it', async () => {
    const who = await register({ answer: 'yes' });
    const before = mails.length;
    expect((await put(who, { email: 'buena@correo.test', password: 'Secreta2026' })).status).toBe(200);
    await later.settled();
    expect(mails.slice(before).map(({ to }) => to)).toEqual(['buena@correo.test']);
    expect((await put(who, { codigo: codeFor('buena@correo.test') })).body).toMatchObject({
      email: 'buena@correo.test',
      cuentaPendiente: '',
    });
  });
});

test('[D60] a listed number brings its policies at once in the demo, whatever the birth date, with a notice that says why', async () => {
  for (const born of ['01-01-1950', '29-02-2000']) {
    await server.db.delete(customers);
    const { fields, files } = await registration('prueba@correo.test', unclaimedPeople[1]?.nif ?? '');
    const sent = { fields: { ...fields, fechaNacimiento: born.split('-').reverse().join('-') }, files };
    const { status, body } = await send(server.app, 'register', sent);
    expect([status, body.fields]).toEqual([200, undefined]);
    const who = await server.signIn('prueba@correo.test', 'Secreta2026');
    expect(who.polizas).toHaveLength(2);
    const read = await send(server.app, 'personalInformation', { fields: { id: who.id } }, who.headers);
    expect(read.body).toMatchObject({ cuentaPendiente: '', avisoCuenta: expect.stringContaining('demostración') });
  }
  expect(server.mails).toEqual([]);
});
