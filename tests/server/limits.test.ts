// @module-tag depth
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { thisMachine } from '#ports/machine.ts';
import { type AttemptRules, attemptRules } from '#server/accounts/attempts.ts';
import { tunableLimits } from '#server/accounts/tuned.ts';
import { createApp } from '#server/app.ts';
import { composeServer } from '#server/compose.ts';
import { endlessRoom } from '#server/database/room.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { readSettings } from '#server/settings.ts';
import { registration, type Sent, send } from './requests.ts';
import { callerFrom, createTestApp, inMemory, ORIGIN, signInAt, type TestApp, unasked } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: ['costarica@demo.test'] });
}, 60_000);
afterAll(() => server.close());

/** So many tries are free; the next one waits. */
const FREE = 3;
const rule = { free: FREE, delay: MINUTE_MS, longest: MINUTE_MS, memory: 10 * MINUTE_MS };

const failed = (email: string): Sent => ({ fields: { email, password: 'nope' } });
const account = (at: number) => `nadie${at}@demo.test`;

/** A call that counts for the rule: by the account's number and that of the address it comes from. */
type Try = (account: number) => [EndpointName, Sent | Promise<Sent>];
const byAddress: [keyof AttemptRules, Try][] = [
  ['signInPerAddress', (at) => ['login', failed(account(at))]],
  ['lookupPerAddress', (at) => ['checkEmail', { fields: { email: account(at) } }]],
  ['relayPerAddress', () => ['openRelay', { fields: { lector: 'l'.repeat(43) } }]],
  ['recoveryPerAddress', (at) => ['forgotPassword', { fields: { email: account(at) } }]],
  ['registerPerAddress', (at) => ['register', registration(`alta${at}@demo.test`, '1710345677')]],
];
const byAccount: [keyof AttemptRules, Try][] = [
  ['signInPerAccount', (at) => ['login', failed(account(at))]],
  ['recoveryPerAccount', (at) => ['forgotPassword', { fields: { email: account(at) } }]],
];
/** Those that ask for more than a call: a device, a session, a document. */
const triedElsewhere: Partial<Record<keyof AttemptRules, string>> = {
  signInPerDevice: 'server/accounts: a device that signed in before may still sign in',
  signInPerKnown: 'server/new-password',
  entriesPerCustomer: 'server/tries: signs in so many times an hour',
  relayReads: 'server/relays: so many times only',
  writesPerCustomer: 'server/commands: writes and bytes of one customer',
  requestsPerCustomer: 'server/commands: requests and papers of one customer',
  codePerAccount: 'server/email-change: the number of codes sent is limited',
  codePerTarget: 'server/unproven: go to one address',
  claimCodePerPerson: 'server/unproven: have a lifetime limit',
  noticePerCustomer: 'server/sessions',
  renewalPerDevice: 'server/renewal: exchanges of one sign-in',
  blockedLines: 'server/person: notes so many blocked tries',
  sessionLines: 'server/person: notes so many sign-ins',
  readLines: 'server/person: notes so many reads',
  sameReadLines: 'server/person: notes so many reads',
};

/** An app with this rule alone; the others never make anybody wait. */
const limitedBy = (name: keyof AttemptRules) => {
  const free = Object.entries(attemptRules).map(([other, one]) => [other, { ...one, free: 1e6 }]);
  return createApp({
    machine: thisMachine,
    db: server.db,
    clock: () => new Date(),
    core: server.core,
    mail: async () => {},
    publicOrigin: ORIGIN,
    demo: true,
    passwordCost: 1024,
    callerOf: (c) => callerFrom(c.req.header('x-test-address')),
    attempts: { ...Object.fromEntries(free), [name]: rule },
  });
};
const isHeld = async (app: TestApp['app'], [name, sent]: ReturnType<Try>, address: string) => {
  const { status, headers } = await send(app, name, await sent, { 'x-test-address': address });
  if (status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  return status === 429;
};
const times = [...Array(FREE + 1).keys()];

test.each(byAddress)(
  '[S5] [S6] %s holds back the next try from one address, whatever account it names',
  async (name, of) => {
    const app = await limitedBy(name);
    const held = [];
    for (const at of times) held.push(await isHeld(app, of(at), '198.51.100.1'));
    expect(held).toEqual([false, false, false, true]);
    expect(await isHeld(app, of(FREE + 1), '198.51.100.2')).toBe(false);
  },
);

test.each(byAccount)(
  '[S5] [S6] %s holds back the next try for one account, whatever address it comes from',
  async (name, of) => {
    const app = await limitedBy(name);
    const held = [];
    for (const at of times) held.push(await isHeld(app, of(100), `203.0.113.${at + 1}`));
    expect(held).toEqual([false, false, false, true]);
    expect(await isHeld(app, of(101), '203.0.113.1')).toBe(false);
  },
);

test('every rule has its row here, or is tried where there is what it asks for', () => {
  const tried = [...byAddress, ...byAccount].map(([name]) => name).concat(Object.keys(triedElsewhere) as never);
  expect(tried.sort()).toEqual(Object.keys(attemptRules).sort());
});

const ANA = 'costarica@demo.test';

describe('limits that an operator sets', () => {
  test('hold in the server that is composed with them, and the others stay', async () => {
    const database = await inMemory();
    onTestFinished(() => database.close());
    const { app } = await composeServer(
      { ...readSettings({ AMPARO_ADDRESS: ORIGIN, AMPARO_LIMITS: 'relayPerAddress=10' }), demo: false },
      {
        machine: thisMachine,
        log: () => {},
        open: async () => database,
        jobs: unasked,
        parts: () => ({ callerOf: (c) => callerFrom(c.req.header('x-test-address')), room: endlessRoom }),
      },
    );
    const opened = async () => (await send(app, 'openRelay', { fields: { lector: 'l'.repeat(43) } })).status;
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push(await opened());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('hold with what else an insurer sets: each setting reaches what answers by it', async () => {
    const database = await inMemory();
    onTestFinished(() => database.close());
    const settings = readSettings({
      AMPARO_ADDRESS: ORIGIN,
      AMPARO_REFUND_MOST: 'USD=7',
      AMPARO_REFUND_XML: '1',
      AMPARO_SECURITY_CONTACT: 'mailto:seguridad@amparo.test',
      AMPARO_ANDROID_APP: `ec.aseguradora.amparo=${Array(32).fill('0A').join(':')}`,
    });
    const { app } = await composeServer(settings, {
      machine: thisMachine,
      log: () => {},
      open: async () => database,
      jobs: unasked,
      demo: { customers: demoCustomers.filter(({ email }) => email === ANA), people: [], passwordCost: 1024 },
      parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024, room: endlessRoom }),
    });
    const { polizas } = await signInAt({ fetch: async (request) => app.fetch(request) }, ANA);
    const health = polizas.find(({ RefundLimits }) => RefundLimits);
    expect([health?.RefundLimits, health?.RefundTakesXml]).toEqual([expect.objectContaining({ USD: 7 }), true]);
    const told = async (path: string) => (await app.request(`${ORIGIN}/.well-known/${path}`)).text();
    expect(await told('security.txt')).toContain('Contact: mailto:seguridad@amparo.test');
    expect(await told('assetlinks.json')).toContain('ec.aseguradora.amparo');
  });

  test('are told by name, and keep what else their rule says', () => {
    const { limits } = readSettings({ AMPARO_LIMITS: 'signInPerAddress=400, registerPerAddress=300' });
    expect(limits).toEqual({
      signInPerAddress: { ...attemptRules.signInPerAddress, free: 400 },
      registerPerAddress: { ...attemptRules.registerPerAddress, free: 300 },
    });
    expect(readSettings({ AMPARO_LIMITS: '' }).limits).toEqual({});
  });

  test.each(Object.entries(tunableLimits))('%s stays within its bounds', (name, [least, most]) => {
    const set = (free: number) => () => readSettings({ AMPARO_LIMITS: `${name}=${free}` });
    for (const free of [least, most]) expect(set(free)).not.toThrow();
    for (const free of [0, least - 1, most + 1]) expect(set(free)).toThrow('is not valid');
    const usual = attemptRules[name as keyof AttemptRules].free;
    expect(usual).toBeGreaterThanOrEqual(least);
    expect(usual).toBeLessThanOrEqual(most);
  });

  test.each([
    'relayPerAddress',
    'relayPerAddress=',
    'claimCodePerPerson=11',
    'relayPerAddress=20,relayPerAddress=30',
    'toString=5',
    ',',
  ])('%j is refused at the start', (text) =>
    expect(() => readSettings({ AMPARO_LIMITS: text })).toThrow('is not valid'),
  );
});
