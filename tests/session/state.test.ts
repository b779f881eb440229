// @module-tag depth
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passkeysHere, readingKeys } from '#database/keyring.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { endSessionHere } from '#session/ended.ts';
import { INACTIVITY_MS } from '#session/inactivity.ts';
import { readSession, type SessionState, storedSession } from '#session/state.ts';
import { readPart } from '#session/stored.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { putRows, type Rows, rowsOf } from './copied.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'ecuador@demo.test';
const LUIS = 'guatemala@demo.test';

let server: TestApp;
let phone: SoftAuthenticator;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(() => {
  phone = new SoftAuthenticator(ORIGIN);
  device = tab();
});

const tab = (one?: Device) =>
  createDevice(server, { ...(one && { name: one.db.name, time: one.time }), ...onPhone(() => phone) });

const left =
  ({ time }: Device) =>
  (at: number | null) =>
    at === null ? 0 : INACTIVITY_MS - (time.now - at);
const stateOf = (at: Device) => readSession(at.db, left(at));

async function offline<T>({ network }: Device, run: () => Promise<T>): Promise<T> {
  network.up = false;
  try {
    return await run();
  } finally {
    network.up = true;
  }
}

const refusing = ({ network }: Device, is: boolean) => {
  network.instead = is ? async () => Response.json({ code: 'unauthorised' }, { status: 401 }) : null;
};

/** Opens the device, and waits for what is renewed behind. */
async function open({ session }: Device, email: string) {
  await session.signIn(email, DEMO_PASSWORD);
  await session.over();
  await session.renewInternal();
}

/** What can happen to a session. */
const events = {
  'accepted by the server': (at: Device) => open(at, ANA),
  'signed in again': ({ session }: Device) => session.signInAgain(DEMO_PASSWORD),
  'opened offline': (at: Device) => offline(at, () => open(at, ANA)),
  'locked, and the server told': async ({ session }: Device) => {
    await session.lock();
    await session.tellLock();
  },
  'locked offline': (at: Device) =>
    offline(at, async () => {
      await at.session.lock();
      await at.session.tellLock();
    }),
  'ten minutes': (at: Device) =>
    offline(at, async () => {
      at.time.now += INACTIVITY_MS;
      await at.session.start();
      await at.session.tellLock();
    }),
  'the token refused': async (at: Device) => {
    refusing(at, true);
    await at.session.call('tickets', { idUsuario: (await at.session.customer())?.idUsuario ?? '' });
    refusing(at, false);
  },
  'a call answered': async ({ session }: Device) =>
    session.call('tickets', { idUsuario: (await session.customer())?.idUsuario ?? '' }),
  'signed out': ({ session }: Device) => session.logout(),
  erased: ({ session }: Device) => session.logout('erase'),
  'ended from elsewhere': async ({ db }: Device) => {
    const keys = await readingKeys(db);
    const held = keys && (await readPart(db, keys, keys.owner, 'internal'));
    return held && endSessionHere(db, [held.token], false);
  },
  'another customer': (at: Device) => open(at, LUIS),
} as const;
type Event = keyof typeof events;

/** How each state is reached from a device that knows Ana and nobody is signed in. */
const ways = {
  none: [],
  'locked told': ['accepted by the server', 'locked, and the server told'],
  'locked untold': ['accepted by the server', 'locked offline'],
  'open good': ['accepted by the server'],
  'open stale': ['accepted by the server', 'locked offline', 'opened offline'],
  'open refused': ['accepted by the server', 'the token refused'],
  'open missing': ['opened offline'],
} as const satisfies Record<string, readonly Event[]>;
type Named = keyof typeof ways;

const nameOf = (state: SessionState): string =>
  state.is === 'none' ? 'none' : `${state.is} ${state.is === 'open' ? state.tokens : state.untold ? 'untold' : 'told'}`;

let known: Rows | undefined;

/** What is on a device on which Ana was once signed in, and signed out. */
async function onceSignedIn(): Promise<Rows> {
  const first = tab();
  await first.session.signIn(ANA, DEMO_PASSWORD);
  await first.session.logout();
  return rowsOf(first.db);
}

/** A device on which Ana was once signed in, in this state. */
async function inState(name: Named): Promise<void> {
  known ??= await onceSignedIn();
  await putRows(device.db, known);
  for (const event of ways[name]) await events[event](device);
  expect(nameOf(await stateOf(device))).toBe(name);
}

/** What follows; what is not said changes nothing. */
const table: Record<Named, Partial<Record<Event, Named>>> = {
  none: { 'accepted by the server': 'open good', 'opened offline': 'open missing', 'another customer': 'open good' },
  'locked told': {
    ...{ 'accepted by the server': 'open good', 'opened offline': 'open missing', 'another customer': 'open good' },
    ...{ 'signed out': 'none', erased: 'none' },
  },
  'locked untold': {
    ...{ 'accepted by the server': 'open good', 'opened offline': 'open stale', 'another customer': 'open good' },
    ...{ 'locked, and the server told': 'locked told', 'signed out': 'none', erased: 'none' },
  },
  'open good': {
    ...{ 'opened offline': 'open stale', 'locked, and the server told': 'locked told' },
    ...{ 'locked offline': 'locked untold', 'ten minutes': 'locked untold', 'the token refused': 'open refused' },
    ...{ 'signed out': 'none', erased: 'none', 'ended from elsewhere': 'none' },
  },
  'open stale': {
    ...{ 'accepted by the server': 'open good', 'signed in again': 'open good', 'another customer': 'open good' },
    ...{ 'a call answered': 'open good', 'locked, and the server told': 'locked told' },
    ...{ 'locked offline': 'locked untold', 'ten minutes': 'locked untold', 'the token refused': 'open refused' },
    ...{ 'signed out': 'none', erased: 'none', 'ended from elsewhere': 'none' },
  },
  'open refused': {
    ...{ 'accepted by the server': 'open good', 'signed in again': 'open good', 'another customer': 'open good' },
    ...{ 'locked, and the server told': 'locked told', 'locked offline': 'locked untold' },
    ...{ 'ten minutes': 'locked untold', 'signed out': 'none', erased: 'none', 'ended from elsewhere': 'none' },
  },
  'open missing': {
    ...{ 'accepted by the server': 'open good', 'signed in again': 'open good', 'another customer': 'open good' },
    ...{ 'locked, and the server told': 'locked told', 'locked offline': 'locked told', 'ten minutes': 'locked told' },
    ...{ 'signed out': 'none', erased: 'none' },
  },
};

describe('[D25][D26][D49][D57][F15] a session', () => {
  const cells = (Object.keys(table) as Named[]).flatMap((from) =>
    (Object.keys(events) as Event[]).map((event) => [from, event, table[from][event] ?? from] as const),
  );
  test.each(cells)('that is %s, and then %s, is %s', async (from, event, to) => {
    await inState(from);
    const before = await storedSession(device.db);
    await events[event](device);
    expect(nameOf(await stateOf(device))).toBe(to);
    const now = await stateOf(device);
    const isAnas = now.is !== 'none' && now.owner === (before.sending ?? before.reading)?.owner;
    if (now.is !== 'none' && from !== 'none') expect(isAnas).toBe(event !== 'another customer');
  });
});

describe('reading the session', () => {
  test('tells whether the keys are stored, and how long it stays open', async () => {
    await device.session.signIn(ANA, DEMO_PASSWORD);
    device.time.now += 60_000;
    expect(await stateOf(device)).toMatchObject({ is: 'open', keys: 'stored', left: INACTIVITY_MS - 60_000 });
    await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono');
    expect(await stateOf(device)).toMatchObject({ is: 'open', keys: 'in-memory', left: INACTIVITY_MS });
    expect(await stateOf(tab(device))).toMatchObject({ is: 'locked', untold: false });
  });

  test('[F15] a reading key beside another customer’s sending key opens nothing, and a start removes it', async () => {
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    const luis = await device.db.vault.get('sending');
    await device.session.signIn(ANA, DEMO_PASSWORD);
    if (luis) await device.db.vault.put(luis);
    expect(await stateOf(device)).toMatchObject({ is: 'locked', owner: luis && 'owner' in luis && luis.owner });
    expect(await device.session.start()).toBe('locked');
    expect(await device.db.vault.get('reading')).toBeUndefined();
  });
});

/** What is stored that no state explains. */
async function illegal(pages: readonly [Device, ...Device[]]): Promise<string[]> {
  const [{ db }] = pages;
  const states = await Promise.all(pages.map(stateOf));
  const { reading, sending, activeAt, internal, access } = await storedSession(db);
  const ended = await db.vault.get('ended');
  const passkeys = reading ? await passkeysHere(db, [reading.owner]) : [];
  const found = {
    'a reading key that opens nothing': reading !== null && states.every(({ is }) => is !== 'open'),
    'an open session without a reading key': reading === null && states.some(({ is }) => is === 'open'),
    'a stored reading key beside a passkey': reading !== null && !('held' in reading) && passkeys.length > 0,
    'an activity of nobody': activeAt !== null && sending === null,
    'keys without an activity': activeAt === null && sending !== null,
    'tokens of nobody': sending === null && (internal !== undefined || access !== undefined),
    'an ended session that is here': ended !== undefined && sending !== null,
  };
  return Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
}

test('[D56][F14][F15] no sequence of what two tabs do leaves what no state explains', async () => {
  const more = {
    'a passkey added': ({ session }: Device) => session.addPasskey(DEMO_PASSWORD, 'Mi teléfono'),
    'opened by passkey': ({ session }: Device) => session.unlockByPasskey(),
    'opened by passkey offline': (at: Device) => offline(at, () => at.session.unlockByPasskey()),
    'signed in again by passkey': ({ session }: Device) => session.signInAgainByPasskey(),
    'something done': ({ session, time }: Device) => {
      time.now += 20_000;
      return session.touch();
    },
    'started again': ({ session }: Device) => session.start(),
  };
  const all = { ...events, ...more };
  const one = fc.constantFrom(...(Object.keys(all) as (keyof typeof all)[]));
  const life = fc.array(fc.tuple(one, fc.option(one)), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      device = tab();
      const pages = [device, tab(device)] as const;
      for (const [here, there] of steps) {
        await Promise.all([all[here](pages[0]), there && all[there](pages[1])]);
        expect(await illegal([...pages])).toEqual([]);
      }
      for (const { db } of pages) db.close();
    }),
    { numRuns: process.env.CI ? 60 : 4 },
  );
}, 120_000);
