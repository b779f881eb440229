// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readingKeys } from '#database/keyring.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { openSecrets } from '#session/open-secrets.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetEndings, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
const NEW = 'Distinta2027';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());

async function signedIn(email = ANA, password = DEMO_PASSWORD): Promise<Device> {
  const made = createDevice(server);
  expect(await made.session.signIn(email, password)).toMatchObject({ ok: true });
  return made;
}
const tickets = async ({ session }: Device) =>
  session.call('tickets', { idUsuario: (await session.customer())?.idUsuario ?? '' });
const secretsRow = async ({ db }: Device) => readingKeys(db);

/** Changes the password on another device. Each test must change it back to the demo's. */
async function changeElsewhere(from: string, to: string): Promise<void> {
  const other = await signedIn(ANA, from);
  expect(await other.session.changePassword(from, to)).toMatchObject({ ok: true });
  await forgetEndings(server);
}

beforeEach(async () => {
  device = createDevice(server);
  await signInCopied(server, ANA, device);
});

describe('[D49][F35] a session that the server no longer knows', () => {
  test('is not confused with a valid session or a missing answer', async () => {
    expect(await device.session.over()).toBe(false);
    device.network.up = false;
    expect(await tickets(device)).toMatchObject({ problem: { code: 'offline' } });
    expect(await device.session.over()).toBe(false);
  });

  test('counts as over when its tokens cannot be renewed, until the customer signs in again', async () => {
    await changeElsewhere(DEMO_PASSWORD, NEW);
    expect(await device.session.over()).toBe(false);
    expect(await tickets(device)).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.over()).toBe(true);
    // The customer can still read.
    expect(await device.session.state()).toBe('open');

    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.over()).toBe(true);
    expect(await device.session.signInAgain(NEW)).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
    expect(await tickets(device)).toMatchObject({ ok: true });
    await changeElsewhere(NEW, DEMO_PASSWORD);
  });

  test('is also noticed by a call that carries only the internal token', async () => {
    await changeElsewhere(DEMO_PASSWORD, NEW);
    const { idUsuario = '' } = (await device.session.customer()) ?? {};
    const changed = await device.session.call('updatePersonalInformation', { id: idUsuario, ciudad: 'Heredia' });
    expect(changed).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.over()).toBe(true);
    await changeElsewhere(NEW, DEMO_PASSWORD);
  });

  test('counts as over after a logout and an offline sign-in, since it has no tokens', async () => {
    await device.session.logout();
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(true);
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'offline' } });
    device.network.up = true;
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
  });

  test('continues by itself when the server accepts its token after all', async () => {
    device.network.instead = (path) =>
      path.startsWith('/api') ? Response.json({ code: 'unauthorised' }, { status: 401 }) : null;
    expect(await tickets(device)).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.over()).toBe(true);
    device.network.instead = (path) =>
      path.includes('getTicketsByPoliza') && device.paths().filter((one) => one === path).length < 3
        ? Response.json({ code: 'unauthorised' }, { status: 401 })
        : null;
    await tickets(device);
    expect(await device.session.over()).toBe(false);
  });
});

describe('[D49] signing in again under a password that was changed elsewhere', () => {
  test('keeps keys, queue and drafts, and lets only the new password open the device', async () => {
    const before = await secretsRow(device);
    await device.db.outbox.add({
      ...{ key: crypto.randomUUID(), owner: before?.owner ?? '', seq: 1, version: 1, state: 'parked', attempts: 0 },
      ...{ nextAt: 0, unclear: false, dependsOn: null, createdAt: 0, claim: null },
      ...{ iv: new Uint8Array(12), data: new ArrayBuffer(8) },
    });
    const held = await openSecrets(device.db, before?.owner ?? '');
    await changeElsewhere(DEMO_PASSWORD, NEW);
    expect(await device.session.signInAgain(NEW)).toMatchObject({ ok: true, value: { waiting: 1 } });
    // What was sealed under the keys of before still opens: queue and drafts.
    const now = (await openSecrets(device.db, before?.owner ?? ''))?.secrets;
    expect(now?.send).toEqual(held?.secrets.send);
    expect(now?.earlier).toContainEqual(held?.secrets.read);
    expect((await device.session.customer())?.owner).toBe(before?.owner);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });

    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.signIn(ANA, NEW)).toMatchObject({ ok: true });
    device.network.up = true;
    await changeElsewhere(NEW, DEMO_PASSWORD);
  });
});

describe('[D49][F15] signing in again lets no other customer in', () => {
  test('an email that now belongs to another account is refused, and the session of that account is ended', async () => {
    const luis = await server.signIn(LUIS);
    device.network.instead = async (path, init) => {
      if (!path.endsWith('/login')) return null;
      const body = JSON.stringify({ email: LUIS, password: DEMO_PASSWORD });
      return server.app.request('/api/usuarios/login', { ...init, body });
    };
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.customer()).toMatchObject({ email: ANA });
    expect((await device.session.customer())?.idUsuario).not.toBe(luis.id);
    expect(device.paths().at(-1)).toBe('/api/usuarios/logout');
  });

  test('a session that is locked before the answer arrives stays locked', async () => {
    device.network.instead = async (path) => {
      if (path.endsWith('/login')) await device.session.lock();
      return null;
    };
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.state()).toBe('locked');
    device.network.instead = null;
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'unauthorised' } });
  });

  test('[S9] the secrets kept for it are sealed, and a lock deletes them', async () => {
    const row = await secretsRow(device);
    const opened = await openSecrets(device.db, row?.owner ?? '');
    if (!row?.secrets || !opened) throw new Error('no secrets');
    const stored = [row.secrets.data, row.secrets.iv].map((bytes) => new Uint8Array(bytes as ArrayBuffer).join());
    for (const secret of Object.values(opened.secrets)) {
      expect(stored.join(' ')).not.toContain(secret.join());
      expect(new TextDecoder().decode(row.secrets.data)).not.toContain(secret.join());
    }
    await device.session.lock();
    expect(JSON.stringify(await device.db.vault.toArray())).not.toContain('secrets');
  });
});
