import { liveQuery } from 'dexie';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PasskeyResponse } from '#contract/passkeys.ts';
import { ok } from '#contract/result.ts';
import { forgetHeld } from '#database/held-keys.ts';
import { readingKeys } from '#database/keyring.ts';
import { policies } from '#mirror/collections.ts';
import { createDrafts } from '#outbox/drafts.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import type { Authenticator } from '#session/authenticator.ts';
import { shareHeldKeys } from '#session/pages.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'ecuador@demo.test';

let server: TestApp;
let phone: SoftAuthenticator;
/** What the authenticator's secret consists of. */
let fill = 7;
const secret = (byte: number): ArrayBuffer => new Uint8Array(32).fill(byte).buffer;

beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
beforeEach(() => {
  phone = new SoftAuthenticator(ORIGIN);
  fill = 7;
});
afterAll(() => server.close());

/** The phone's authenticator: what it answers to the server, and the secret it makes whatever the salt. */
function authenticator(): Authenticator {
  const local = { challenge: 'AAAA' };
  const ceremony = (response: PasskeyResponse) =>
    ok({ made: { credential: phone.id, secret: secret(fill) }, response });
  return {
    canHold: async () => true,
    create: async (question) => ceremony(phone.create(question)),
    get: async (question) => ceremony(phone.get(question ?? local)),
  };
}

const page = (name?: string) =>
  createDevice(server, {
    ...(name && { name }),
    loadPasskeys: async () => ({ ...(await import('#session/passkeys.ts')), authenticator: authenticator() }),
  });

/** A device with a passkey, of this device and at the server. */
async function withPasskey(device = page()): Promise<Device> {
  const { session } = device;
  expect(await session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toEqual({ ok: true, value: null });
  return device;
}

/** Every key that the database stores of what is read. */
const storedReadingKeys = async ({ db }: Device) => (await db.vault.toArray()).filter((row) => 'readKey' in row);

describe('[D56] with a passkey', () => {
  test('no reading key lies on the device: not after it was added, nor after a sign-in by password or passkey', async () => {
    const device = page();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await storedReadingKeys(device)).toHaveLength(1);
    await withPasskey(device);
    expect(await storedReadingKeys(device)).toEqual([]);
    expect(await device.session.state()).toBe('open');
    await device.session.lock();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await storedReadingKeys(device)).toEqual([]);
    await device.session.lock();
    expect(await device.session.unlockByPasskey()).toMatchObject({ ok: true });
    expect(await storedReadingKeys(device)).toEqual([]);
    expect((await device.mirror.read(policies)).groups?.[0]?.rows.length).toBeGreaterThan(0);
  });

  test('the earlier secrets open nothing any more, and drafts and documents are moved to the new ones', async () => {
    const device = page();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const before = await readingKeys(device.db);
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    await drafts.save('ticket', { descripcion: 'Lo que escribí' });
    await drafts.flush();
    const document = { policyId: '1', category: 'Póliza', createdOn: '2026-01-01', place: 0 };
    await device.mirror.saved.save(document, { name: 'a.pdf', type: 'application/pdf', bytes: secret(1) });
    await withPasskey(device);
    const now = await readingKeys(device.db);
    expect(now?.owner).not.toBe(before?.owner);
    for (const table of device.db.tables.filter(({ schema }) => 'owner' in schema.idxByName)) {
      expect(
        await table
          .where('owner')
          .equals(before?.owner ?? '')
          .count(),
        table.name,
      ).toBe(0);
    }
    expect(await createDrafts({ db: device.db, clock: () => device.time.now }).load('ticket')).toMatchObject({
      form: { descripcion: 'Lo que escribí' },
    });
    expect(await device.mirror.saved.list()).toMatchObject([{ name: 'a.pdf' }]);
  });

  test('a cold start finds it locked; offline the passkey opens it, and another answer of an authenticator does not', async () => {
    const { db, session } = await withPasskey();
    forgetHeld(db);
    expect(await session.start()).toBe('locked');
    const cold = page(db.name);
    cold.network.up = false;
    expect(await cold.session.start()).toBe('locked');
    fill = 8;
    expect(await cold.session.unlockByPasskey()).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await cold.session.state()).toBe('locked');
    fill = 7;
    expect(await cold.session.unlockByPasskey()).toMatchObject({ ok: true });
    expect(await cold.session.customer()).toMatchObject({ email: ANA });
  });

  test('pages hand the keys on in memory, and after a lock they do not', async () => {
    const first = page();
    const stops = [shareHeldKeys(first.db)];
    await withPasskey(first);
    const second = page(first.db.name);
    expect(await second.session.state()).toBe('locked');
    stops.push(shareHeldKeys(second.db));
    expect(await second.session.start()).toBe('open');
    expect(await second.session.customer()).toMatchObject({ email: ANA });
    await first.session.lock();
    expect(await second.session.state()).toBe('locked');
    for (const stop of stops) stop();
  });

  test('the password opens it offline as well', async () => {
    const device = await withPasskey();
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.customer()).toMatchObject({ email: ANA });
  });

  test('[S19] one that was removed at the server opens no more here than there', async () => {
    const device = await withPasskey();
    const { session } = device;
    const idUsuario = (await session.customer())?.idUsuario ?? '';
    await session.call('removePasskey', { idUsuario, credencial: phone.id });
    await session.lock();
    expect(await session.unlockByPasskey()).toMatchObject({
      problem: { code: 'not-found' },
    });
    expect(await session.state()).toBe('locked');
    device.network.up = false;
    expect(await session.unlockByPasskey()).toMatchObject({ problem: { code: 'not-found' } });
    expect(await session.passkeysHere()).toEqual([]);
  });

  test('a passkey whose secrets were set aside by a new password no longer works', async () => {
    const device = await withPasskey();
    const other = page();
    await other.session.signIn(ANA, DEMO_PASSWORD);
    expect(await other.session.changePassword(DEMO_PASSWORD, 'Otra-clave-2026')).toMatchObject({ ok: true });
    await device.session.lock();
    expect(await device.session.signIn(ANA, 'Otra-clave-2026')).toMatchObject({ ok: true });
    expect(await device.session.passkeysHere()).toEqual([]);
    await other.session.changePassword('Otra-clave-2026', DEMO_PASSWORD);
  });

  test('a wrong password changes nothing', async () => {
    const { session, db } = page();
    await session.signIn(ANA, DEMO_PASSWORD);
    const before = await readingKeys(db);
    expect(await session.addPasskey('equivocada', 'Mi teléfono')).toMatchObject({
      problem: { code: 'invalid' },
    });
    expect(await readingKeys(db)).toEqual(before);
    expect(await session.passkeysHere()).toEqual([]);
  });

  test('[D26] erasing the device deletes it too', async () => {
    const { session, db } = await withPasskey();
    await session.logout('erase');
    expect(await db.vault.toArray()).toEqual([]);
  });

  test('[D49] after the server ended the session, the passkey renews it in place, only for its own customer', async () => {
    const device = await withPasskey();
    const { session } = device;
    const who = await session.customer();
    const other = createDevice(server);
    await other.session.signIn(ANA, DEMO_PASSWORD);
    expect(await other.session.changePassword(DEMO_PASSWORD, 'Distinta2027')).toMatchObject({ ok: true });
    // As screens ask: told of a change, without asking again.
    const told: boolean[] = [];
    const watching = liveQuery(() => session.over()).subscribe((over) => void told.push(over));
    await expect.poll(() => told).toEqual([false]);
    await session.call('refunds', { idUsuario: who?.idUsuario ?? '', poliza: '520021' });
    expect(await session.over()).toBe(true);
    await expect.poll(() => told).toContain(true);
    watching.unsubscribe();
    // Without the server nothing would be gained.
    device.network.up = false;
    expect(await session.signInAgainByPasskey()).toMatchObject({ ok: false });
    expect(await session.over()).toBe(true);
    device.network.up = true;
    expect(await session.signInAgainByPasskey()).toMatchObject({ ok: true });
    expect(await session.over()).toBe(false);
    expect((await session.customer())?.idUsuario).toBe(who?.idUsuario);
    await other.session.changePassword('Distinta2027', DEMO_PASSWORD);
    await session.logout();
    expect(await session.signInAgainByPasskey()).toMatchObject({ ok: false, problem: { code: 'unauthorised' } });
  });
});
