// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { readingKeys } from '#database/keyring.ts';
import type { VaultRow } from '#database/rows.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { INACTIVITY_MS } from '#session/inactivity.ts';
import { readSession } from '#session/state.ts';
import { readPart } from '#session/stored.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'ecuador@demo.test';

let server: TestApp;
let phone: SoftAuthenticator;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  phone = new SoftAuthenticator(ORIGIN);
  device = tab();
  await signInCopied(server, ANA, device);
});

const tab = (name?: string) => createDevice(server, { ...(name && { name }), ...onPhone(() => phone) });
const tokens = async ({ db }: Device) => {
  const state = await readSession(db, () => INACTIVITY_MS);
  return state.is === 'open' ? state.tokens : state.is;
};
const internal = async ({ db }: Device) => {
  const keys = await readingKeys(db);
  return keys && (await readPart(db, keys, keys.owner, 'internal'))?.token;
};
const tickets = async ({ session }: Device) =>
  session.call('tickets', { idUsuario: (await session.customer())?.idUsuario ?? '' });

/** The server answers this call with a problem. */
function answering(path: string, status: number, code: string): void {
  device.network.instead = (asked) => (asked === path ? Response.json({ code, message: 'no' }, { status }) : null);
}

describe('the one write of a session', () => {
  test('[D25][F55] does not open a session that was locked while its secrets were opened', async () => {
    const { vault } = device.db;
    const get = vault.get.bind(vault);
    const locking = async (id: VaultRow['id']) => {
      const row = await get(id);
      if (!id.startsWith('envelope:') || device.paths().at(-1) !== pathOf('accessToken')) return row;
      vault.get = get;
      await device.session.lock();
      return row;
    };
    device.seen.length = 0;
    vault.get = locking as typeof get;
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(vault.get).toBe(get);
    expect(await device.session.state()).toBe('locked');
  });

  test('[D57][F55] leaves the token that another tab fetched while this one opened offline', async () => {
    const other = tab(device.db.name);
    other.network.up = false;
    const { session } = other.db;
    const bulkGet = session.bulkGet.bind(session);
    const before = await internal(device);
    let fetched = before;
    const renewing = async (ids: Parameters<typeof bulkGet>[0]) => {
      const rows = await bulkGet(ids);
      session.bulkGet = bulkGet as typeof session.bulkGet;
      device.time.now += 61 * DAY_MS;
      expect(await device.session.renewInternal()).toMatchObject({ ok: true });
      fetched = await internal(device);
      return rows;
    };
    session.bulkGet = renewing as typeof session.bulkGet;
    expect(await other.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(fetched).not.toBe(before);
    expect(await internal(other)).toBe(fetched);
    expect(await tokens(other)).toBe('stale');
    other.network.up = true;
    expect(await tickets(other)).toMatchObject({ ok: true });
    expect(await tokens(other)).toBe('good');
  });
});

describe('a passkey that the server has not judged', () => {
  beforeEach(async () => {
    expect(await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ ok: true });
  });

  test('[D29][D56] after too many tries elsewhere opens the device', async () => {
    answering(pathOf('passkeySignIn'), 429, 'rate-limited');
    await device.session.lock();
    expect(await device.session.unlockByPasskey()).toMatchObject({ ok: true });
    expect(await device.session.state()).toBe('open');
  });

  test('[D49] changes nothing when the customer signs in again, and tells the server’s reason', async () => {
    answering(pathOf('passkeySignIn'), 429, 'rate-limited');
    const before = await device.db.session.toArray();
    expect(await device.session.signInAgainByPasskey()).toMatchObject({ problem: { code: 'rate-limited' } });
    expect(await device.db.session.toArray()).toEqual(before);
  });

  test('is refused by a clear no', async () => {
    answering(pathOf('passkeySignIn'), 401, 'bad-credentials');
    await device.session.lock();
    expect(await device.session.unlockByPasskey()).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.state()).toBe('locked');
  });
});
