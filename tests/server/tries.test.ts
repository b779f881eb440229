// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import type { AnswerOf, EndpointName } from '#contract/endpoints.ts';
import type { PasskeyQuestion } from '#contract/passkeys.ts';
import { fail } from '#contract/result.ts';
import { thisMachine } from '#ports/machine.ts';
import { MEGABYTE } from '#rules/files.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { ownersOf, sealPassword } from '#server/accounts/passwords.ts';
import { composeServer } from '#server/compose.ts';
import { customers, devices, usedQuestions } from '#server/database/schema.ts';
import { networksOf } from '#server/http/address.ts';
import { readSettings } from '#server/settings.ts';
import { jpeg } from '../countries/people.ts';
import { Authenticator } from './authenticator.ts';
import { registration, type Sent, send } from './requests.ts';
import { callerFrom, createTestApp, inMemory, ORIGIN, type SignedIn, type TestApp, unasked } from './test-app.ts';

/** Derivations that were begun and do not end; null where they go on as usual. And how many were begun, at which costs. */
const line = vi.hoisted(() => ({ held: null as (() => void)[] | null, begun: 0, costs: [] as unknown[] }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const scrypt = (...given: Parameters<typeof real.scrypt>) => {
    const begin = () => real.scrypt(...given);
    line.begun += 1;
    line.costs.push(given[3]?.N);
    if (line.held) line.held.push(begin);
    else begin();
  };
  return { ...real, scrypt };
});

const [ANA, LUIS] = ['costarica@demo.test', 'guatemala@demo.test'];
const { free } = attemptRules.signInPerAccount;
/** How many sign-ins of a customer are free in an hour here. */
const ENTRIES = 6;
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
beforeAll(async () => {
  const attempts = {
    registerPerAddress: { free: 2, delay: MINUTE_MS, longest: MINUTE_MS, memory: HOUR_MS },
    entriesPerCustomer: { ...attemptRules.entriesPerCustomer, free: ENTRIES },
  };
  server = await createTestApp({ clock: () => new Date(now), seed: [ANA, LUIS], attempts });
}, 60_000);
beforeEach(() => {
  now += DAY_MS;
});
afterAll(() => server.close());

/** The answers that come while no derivation ends and as many wait as may: of everybody, or of these owners. */
async function whileFull<T>(times: number, ask: () => Promise<T>, owners: string[] = []): Promise<T[]> {
  const held: (() => void)[] = [];
  line.held = held;
  const waiting = Array.from({ length: 80 }, () => sealPassword('x', 1024, owners).catch(() => 'refused'));
  const answers: T[] = [];
  try {
    for (let time = 0; time < times; time += 1) answers.push(await ask());
  } finally {
    line.held = null;
    for (const begin of held) begin();
    await Promise.all(waiting);
  }
  return answers;
}

/** A passkey of the customer: how it answers a fresh question, and how an answer is shown. */
async function newPasskey({ id, headers }: SignedIn) {
  const { app } = server;
  const phone = new Authenticator(ORIGIN);
  const asked = await send(app, 'passkeyQuestion', { fields: { idUsuario: id, password: 'Amparo2026' } }, headers);
  const respuesta = phone.create(asked.body as unknown as PasskeyQuestion);
  const fields = { idUsuario: id, nombre: 'Teléfono', respuesta };
  expect((await send(app, 'addPasskey', { fields }, headers)).status).toBe(200);
  return {
    answer: async () => {
      const { body } = await send(app, 'passkeySignInQuestion', { fields: {} });
      return phone.get(body as unknown as PasskeyQuestion);
    },
    show: async (given: unknown) => (await send(app, 'passkeySignIn', { fields: { respuesta: given } })).status,
  };
}

type Call = [EndpointName, Sent['fields'], Record<string, string>?];
const password = 'nope';
/** Each place that judges a password, asked with a wrong one. */
const places: [string, (who: SignedIn) => Call | Promise<Call>][] = [
  ['a sign-in', () => ['login', { email: ANA, password }]],
  ['a sign-in of a known device', async () => ['login', { email: ANA, password, dispositivo: await markOf(ANA) }]],
  [
    'a change of the password',
    ({ id, headers }) => ['changePassword', { id, current: password, new: 'Otra2026x', confirm: 'Otra2026x' }, headers],
  ],
  ['a question for a passkey', ({ id, headers }) => ['passkeyQuestion', { idUsuario: id, password }, headers]],
  ['an ending that erases', ({ id, headers }) => ['endSessions', { idUsuario: id, borrar: true, password }, headers]],
  [
    'a change of the email',
    ({ id, headers }) => ['updatePersonalInformation', { id, email: 'otra@demo.test', password }, headers],
  ],
];

async function markOf(email: string): Promise<string> {
  const fields = { email, password: 'Amparo2026', instalacion: 'a'.repeat(64) };
  const { usuario } = (await send(server.app, 'login', { fields })).body as unknown as AnswerOf<'login'>;
  return usuario.dispositivo ?? expect.fail('no mark');
}

test('[S5] an unknown account costs a sign-in the same derivations as a wrong password', async () => {
  const spentOn = async (email: string) => {
    const before = line.costs.length;
    expect((await send(server.app, 'login', { fields: { email, password } })).status).toBe(401);
    return line.costs.slice(before);
  };
  const known = await spentOn(ANA);
  expect(known.length).toBeGreaterThan(0);
  expect(await spentOn('quien@demo.test')).toEqual(known);
});

describe('[S5] [S16] a password that no processor was free to judge', () => {
  test.each(places)('counts as no try, and leaves those that were judged: %s', async (_, callOf) => {
    const [name, fields, headers] = await callOf(await server.signIn(ANA));
    const ask = async () => (await send(server.app, name, { fields }, headers)).status;
    const judged = [await ask(), await ask(), await ask()];
    expect(await whileFull(free + 1, ask)).toEqual(Array(free + 1).fill(503));
    while (judged.length < free) judged.push(await ask());
    expect(new Set(judged)).toEqual(new Set([name === 'login' ? 401 : 422]));
    expect(await ask()).toBe(429);
  });

  test.each(places)('stands for the network it came from, and keeps no other waiting: %s', async (_, callOf) => {
    const [name, fields, headers] = await callOf(await server.signIn(ANA));
    const from = async (address: string) =>
      (await send(server.app, name, { fields }, { ...headers, 'x-test-address': address })).status;
    const owners = ownersOf(networksOf('192.0.2.7'));
    const elsewhere: Promise<number>[] = [];
    const answers = await whileFull(
      2,
      async () => {
        if (elsewhere.length > 0) return from('192.0.2.7');
        elsewhere.push(from('198.51.100.7'));
        return 'asked elsewhere';
      },
      owners,
    );
    expect(answers).toEqual(['asked elsewhere', 503]);
    expect(await Promise.all(elsewhere)).toEqual([name === 'login' ? 401 : 422]);
  });

  test('counts as no registration', async () => {
    const sent = await registration('rosa@demo.test', '1710345677');
    const ask = async () => (await send(server.app, 'register', sent)).status;
    expect(await whileFull(3, ask)).toEqual([503, 503, 503]);
    expect(await ask()).toBe(200);
  });

  test('counts as none either where a registration is sent again, whatever its photos weigh', async () => {
    const { fields, files } = await registration('raul@demo.test', '1710345693');
    const sent = { fields, files: { ...files, frontal: await photo(MEGABYTE) } };
    const key = crypto.randomUUID();
    const ask = async (address: string) =>
      (await send(server.app, 'register', sent, { 'Idempotency-Key': key, 'x-test-address': address })).status;
    expect(await ask('198.51.100.21')).toBe(200);
    const again = () => ask('198.51.100.22');
    expect(await whileFull(3, again)).toEqual([503, 503, 503]);
    expect(await again()).toBe(200);
  });
});

const photo = async (bytes: number) => {
  const head = await jpeg('frontal.jpg').arrayBuffer();
  return new File([head, new Uint8Array(bytes)], 'frontal.jpg', { type: 'image/jpeg' });
};

test('[S16] a registration that the insurer’s administration could not judge counts as none', async () => {
  const sent = await registration('eva@demo.test', '1710345685');
  const claim = vi.spyOn(server.core, 'claim').mockResolvedValue(fail('core-away'));
  const ask = async () => (await send(server.app, 'register', sent)).status;
  expect([await ask(), await ask(), await ask()]).toEqual([503, 503, 503]);
  claim.mockRejectedValue(new Error('broken'));
  expect([await ask(), await ask()]).toEqual([500, 500]);
  claim.mockRestore();
  expect(await ask()).not.toBe(429);
});

test('[S5] [S36] a try that has to wait for its account is none of its network', async () => {
  const ask = async (email: string, address: string, typed = password) =>
    (await send(server.app, 'login', { fields: { email, password: typed } }, { 'x-test-address': address })).status;
  for (let times = 0; times < free; times += 1) expect(await ask(ANA, '198.51.100.31')).toBe(401);
  for (let times = 0; times < 2 * attemptRules.signInPerAddress.free; times += 1) {
    expect(await ask(ANA, '198.51.100.32')).toBe(429);
  }
  expect(await ask(LUIS, '198.51.100.32', 'Amparo2026')).toBe(200);
});

test('[S5] [F60] a wait is not over by a clock that is some seconds behind', async () => {
  const ask = async () => (await send(server.app, 'login', { fields: { email: 'lenta@demo.test', password } })).status;
  const { longest } = attemptRules.signInPerAccount;
  while ((await ask()) === 401) now += 1;
  for (let times = 0; times < 12; times += 1, now += longest) await ask();
  now -= longest;
  expect(await ask()).toBe(429);
  now -= 5 * SECOND_MS;
  expect(await ask()).toBe(429);
});

test('[S16] a registration counts one, and one more for each megabyte of its photos', async () => {
  const sent = await registration('peso@demo.test', '1710345677');
  const from = async (address: string, bytes: number) => {
    // Its document is nobody's, so that it is refused again and again, and counts all the same.
    const files = { ...sent.files, frontal: await photo(bytes) };
    const fields = { ...sent.fields, nif: '1' };
    return (await send(server.app, 'register', { fields, files }, { 'x-test-address': address })).status;
  };
  const light = [await from('198.51.100.1', 0), await from('198.51.100.1', 0), await from('198.51.100.1', 0)];
  expect(light).toEqual([422, 422, 429]);
  expect([await from('198.51.100.2', MEGABYTE), await from('198.51.100.2', 0)]).toEqual([422, 429]);
});

describe('[S16] [S40] a customer with the right password', () => {
  const enter = async (email = ANA, typed = 'Amparo2026') => {
    const { status, headers } = await send(server.app, 'login', { fields: { email, password: typed } });
    if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    return status;
  };

  test('signs in so many times an hour, then waits, and neither a derivation nor a row is spent on more', async () => {
    const answers: number[] = [];
    for (let times = 0; times < ENTRIES; times += 1) answers.push(await enter());
    // Who does not have it counts for nothing here.
    expect([...answers, await enter(LUIS, 'nope')]).toEqual([...Array(ENTRIES).fill(200), 401]);
    const before = [line.begun, await server.db.$count(devices)];
    expect([await enter(), await enter()]).toEqual([429, 429]);
    expect([line.begun, await server.db.$count(devices)]).toEqual(before);
    expect(await enter(LUIS)).toBe(200);
  });

  test('signs in so many times an hour, also when the tries come at once', async () => {
    const left = 3;
    for (let times = left; times < ENTRIES; times += 1) expect(await enter()).toBe(200);
    const before = await server.db.$count(devices);
    // As many tries of an account may be judged at once.
    const answers = await Promise.all(Array.from({ length: free }, () => enter()));
    expect(answers.toSorted()).toEqual([...Array(left).fill(200), ...Array(free - left).fill(429)]);
    expect((await server.db.$count(devices)) - before).toBe(left);
  });

  test('signs in so many times an hour with a passkey and the password together', async () => {
    const { answer, show } = await newPasskey(await server.signIn(ANA));
    const byPasskey = async () => show(await answer());
    const answers: number[] = [];
    for (let times = 1; times < ENTRIES; times += 1) answers.push(await byPasskey());
    expect(answers).toEqual(Array(ENTRIES - 1).fill(200));
    const before = await server.db.$count(usedQuestions);
    expect([await byPasskey(), await enter()]).toEqual([429, 429]);
    expect(await server.db.$count(usedQuestions)).toBe(before);
  });

  test('[S19] is not kept waiting by an answer of a passkey that is shown again', async () => {
    const { answer, show } = await newPasskey(await server.signIn(ANA));
    const shown = await answer();
    expect(await show(shown)).toBe(200);
    for (let times = 0; times < ENTRIES; times += 1) expect(await show(shown)).toBe(401);
    expect(await show(await answer())).toBe(200);
  });

  test('signs in so many times an hour also by a registration that is sent again', async () => {
    const email = 'rita@demo.test';
    const sent = await registration(email, '1710345719');
    // Each comes from an address of its own, whose registrations are counted too.
    const key = crypto.randomUUID();
    const again = async (from: number) => {
      const headers = { 'Idempotency-Key': key, 'x-test-address': `198.51.100.${from}` };
      return (await send(server.app, 'register', sent, headers)).status;
    };
    const answers: number[] = [];
    for (let times = 0; times < ENTRIES; times += 1) answers.push(await again(times));
    expect(answers).toEqual(Array(ENTRIES).fill(200));
    const before = [line.begun, await server.db.$count(devices)];
    expect([await again(ENTRIES), await enter(email, 'Secreta2026')]).toEqual([429, 429]);
    expect([line.begun, await server.db.$count(devices)]).toEqual(before);
  });

  test('[S33] signs in again with a new password, however often somebody with the one before did', async () => {
    const answers: number[] = [];
    for (let times = 0; times <= ENTRIES; times += 1) answers.push(await enter());
    expect(answers.at(-1)).toBe(429);
    const before = await sealPassword('Amparo2026', 1024, []);
    onTestFinished(async () => void (await server.db.update(customers).set({ password: before })));
    await send(server.app, 'forgotPassword', { fields: { email: ANA } });
    await server.settled();
    const { link = '' } = server.mails.findLast(({ action }) => action) ?? expect.fail('no link');
    const body = new URLSearchParams({ nueva: 'Distinta2027', repetida: 'Distinta2027' });
    expect((await server.app.request(link, { method: 'POST', body })).status).toBe(200);
    await server.settled();
    expect(await enter(ANA, 'Distinta2027')).toBe(200);
  });

  test('[S40] makes no further sign-ins free with the password alone', async () => {
    const { id, headers } = await server.signIn(ANA);
    for (let times = 1; times < ENTRIES; times += 1) await enter();
    const next = 'Distinta2027';
    const before = await sealPassword('Amparo2026', 1024, []);
    onTestFinished(async () => void (await server.db.update(customers).set({ password: before })));
    const fields = { id, current: 'Amparo2026', new: next, confirm: next };
    expect((await send(server.app, 'changePassword', { fields }, headers)).status).toBe(200);
    await server.settled();
    expect(await enter(ANA, next)).toBe(429);
  });

  test('signs in all day, once in the time that brings one back', async () => {
    for (let times = 0; times < 4 * ENTRIES; times += 1, now += HOUR_MS / ENTRIES) expect(await enter()).toBe(200);
  });
});

test('[S5] [F60] tries are counted by the clock that all processes share, however far ahead that of one is', async () => {
  const database = await inMemory();
  onTestFinished(() => database.close());
  const rule = { free, delay: 15 * MINUTE_MS, longest: 15 * MINUTE_MS, memory: HOUR_MS };
  const composed = (hours: number) =>
    composeServer(
      { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
      {
        machine: { ...thisMachine, clock: () => Date.now() + hours * HOUR_MS },
        log: () => {},
        open: async () => database,
        jobs: unasked,
        parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024, attempts: { signInPerAccount: rule } }),
      },
    );
  const processes = [await composed(0), await composed(3)];
  const judged: number[] = [];
  for (let tries = 0; tries < 3 * free; tries += 1) {
    for (const { app } of processes) {
      judged.push((await send(app, 'login', { fields: { email: 'nadie@demo.test', password } })).status);
    }
  }
  expect(judged).toEqual([...Array(free).fill(401), ...Array(5 * free).fill(429)]);
});
