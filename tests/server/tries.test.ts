import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/age.ts';
import type { AnswerOf, EndpointName } from '#contract/endpoints.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { sealPassword } from '#server/accounts/passwords.ts';
import { registration, type Sent, send } from './requests.ts';
import { createTestApp, type SignedIn, type TestApp } from './test-app.ts';

/** Derivations that were begun and do not end; null where they go on as usual. */
const line = vi.hoisted(() => ({ held: null as (() => void)[] | null }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  const scrypt = (...given: Parameters<typeof real.scrypt>) => {
    const begin = () => real.scrypt(...given);
    if (line.held) line.held.push(begin);
    else begin();
  };
  return { ...real, scrypt };
});

const ANA = 'costarica@demo.test';
const { free } = attemptRules.signInPerAccount;
let now = Date.parse('2026-11-22T15:00:00Z');
let server: TestApp;
beforeAll(async () => {
  const attempts = { registerPerAddress: { free: 2, delay: MINUTE_MS, longest: MINUTE_MS, memory: 60 * MINUTE_MS } };
  server = await createTestApp({ clock: () => new Date(now), seed: [ANA], attempts });
}, 60_000);
beforeEach(() => {
  now += DAY_MS;
});
afterAll(() => server.close());

/** The answers that come while no derivation ends and as many wait as may. */
async function whileFull<T>(times: number, ask: () => Promise<T>): Promise<T[]> {
  const held: (() => void)[] = [];
  line.held = held;
  const waiting = Array.from({ length: 80 }, () => sealPassword('x', 1024).catch(() => 'refused'));
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
  [
    'an ending that erases',
    ({ id, headers }) => ['endSessions', { idUsuario: id, borrar: true, password }, headers],
  ],
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

  test('counts as no registration', async () => {
    const sent = await registration('rosa@demo.test', '1710345677');
    const ask = async () => (await send(server.app, 'register', sent)).status;
    expect(await whileFull(3, ask)).toEqual([503, 503, 503]);
    expect(await ask()).toBe(200);
  });
});
