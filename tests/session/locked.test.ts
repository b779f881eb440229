import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { maskedAddress } from '#session/locked.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, dump, forgetRenewal, readable, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
const OTHER = 'elige «Usar otra cuenta»';

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  device = createDevice(server);
  await signInCopied(server, ANA, device);
});

const addressRows = async ({ db }: Device) =>
  (await db.session.toCollection().primaryKeys()).filter((id) => id.endsWith(':address')).length;

describe('[D72] who is locked out', () => {
  test.each([
    ['maria@demo.test', 'm•••@demo.test'],
    ['"a@b"@demo.test', '"•••@demo.test'],
    ['ñandú@demo.test', 'ñ•••@demo.test'],
    ['maria', 'm•••'],
  ])('%s is greeted as %s', (email, masked) => {
    expect(maskedAddress(email)).toBe(masked);
  });

  test('is greeted by the masked address, which no dump shows, as nothing else of them', async () => {
    await device.session.lock();
    expect(await device.session.keptAddress()).toBe('c•••@demo.test');
    expect(readable(await dump(device.db), ['demo.test', 'c•••', ANA])).toEqual([]);
    const later = createDevice(server, { name: device.db.name });
    expect(await later.session.keptAddress()).toBe('c•••@demo.test');
  });

  test('is told to the page with the lock, and no more after a sign-out', async () => {
    const session = vi.fn();
    const page = createDevice(server, { name: device.db.name, tell: { session } });
    await page.session.lock();
    expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'locked', greeted: true }));
    await page.session.unlock(DEMO_PASSWORD);
    await page.session.logout();
    expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'none', greeted: false }));
  });

  test.each([
    ['signed out', () => device.session.logout()],
    ['erased the device', () => device.session.logout('erase')],
  ])('is forgotten once they %s', async (_, end) => {
    await end();
    expect([await device.session.keptAddress(), await addressRows(device)]).toEqual([null, 0]);
    expect(await device.session.unlock(DEMO_PASSWORD)).toMatchObject({ problem: { code: 'unauthorised' } });
  });

  test('is who signed in last: of another customer before, nothing is kept', async () => {
    await device.session.lock();
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    await device.session.lock();
    expect([await device.session.keptAddress(), await addressRows(device)]).toEqual(['g•••@demo.test', 1]);
    await device.session.unlock(DEMO_PASSWORD);
    expect(await device.session.customer()).toMatchObject({ email: LUIS });
  });

  test('is nobody where a passkey opens the device, nor where an older version signed in', async () => {
    await device.db.session.filter(({ id }) => id.endsWith(':address')).delete();
    expect(await device.session.keptAddress()).toBeNull();
    const phone = new SoftAuthenticator(ORIGIN);
    const held = createDevice(
      server,
      onPhone(
        () => phone,
        () => 7,
      ),
    );
    await held.session.signIn(ANA, DEMO_PASSWORD);
    await held.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono');
    await held.session.lock();
    await held.session.signIn(ANA, DEMO_PASSWORD);
    await held.session.lock();
    expect(await held.session.keptAddress()).toBeNull();
  });

  test('[D56] is greeted where the passkey is somebody else’s, which opens the device for them alone', async () => {
    const session = vi.fn();
    const phone = new SoftAuthenticator(ORIGIN);
    const held = createDevice(server, { ...onPhone(() => phone), tell: { session } });
    await held.session.signIn(ANA, DEMO_PASSWORD);
    await held.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono');
    await held.session.logout();
    expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'none', passkey: true }));
    await held.session.signIn(LUIS, DEMO_PASSWORD);
    await held.session.lock();
    const his = { state: 'locked', passkey: false, greeted: true };
    expect(session).toHaveBeenLastCalledWith(expect.objectContaining(his));
    expect(await held.session.keptAddress()).toBe('g•••@demo.test');
    expect(await held.session.passkeysHere()).toHaveLength(1);
    expect(await held.session.unlockByPasskey()).toMatchObject({ ok: true });
    expect(await held.session.customer()).toMatchObject({ email: ANA });
  });

  test('is greeted by the address that the server accepted meanwhile', async () => {
    await device.session.moveToEmail('nueva@demo.test', (await device.session.owner()) ?? '');
    await device.session.lock();
    expect(await device.session.keptAddress()).toBe('n•••@demo.test');
  });
});

describe('[D72] the password alone', () => {
  test.each([
    ['with a renewal token, which asks nobody', async () => {}],
    ['at the server', () => forgetRenewal(device)],
    [
      'without a connection',
      async () => {
        device.network.up = false;
      },
    ],
  ])('opens the session %s', async (_, first) => {
    await device.session.lock();
    await first();
    expect(await device.session.unlock(`${DEMO_PASSWORD} `)).toMatchObject({ ok: true });
    expect(await device.session.customer()).toMatchObject({ email: ANA });
    expect((await device.mirror.read(policies)).groups?.[0]?.rows.length).toBeGreaterThan(0);
  });

  test('derives no key twice: one to open the envelope, one for the new one', async () => {
    await device.session.lock();
    const derive = vi.spyOn(crypto.subtle, 'deriveKey');
    await device.session.unlock(DEMO_PASSWORD);
    const derived = derive.mock.calls.filter(([how]) => typeof how === 'object' && how.name === 'PBKDF2').length;
    derive.mockRestore();
    expect(derived).toBe(2);
  });

  test('that is wrong opens nothing, and says where both are asked for', async () => {
    await device.session.lock();
    const answer = await device.session.unlock('equivocada');
    expect(answer).toMatchObject({ problem: { code: 'bad-credentials', text: expect.stringContaining(OTHER) } });
    expect(await device.session.state()).toBe('locked');
  });

  test('that the server refuses, as after a change of the address elsewhere, says so too', async () => {
    await device.session.lock();
    await forgetRenewal(device);
    device.network.instead = (path) =>
      path.endsWith('/login') ? Response.json({ message: 'No' }, { status: 401 }) : null;
    expect(await device.session.unlock(DEMO_PASSWORD)).toMatchObject({
      problem: { code: 'bad-credentials', text: expect.stringContaining(OTHER) },
    });
    expect(await device.session.state()).toBe('locked');
  });

  test('opens the session that another tab opened meanwhile', async () => {
    await device.session.lock();
    const tab = createDevice(server, { name: device.db.name });
    await tab.session.unlock(DEMO_PASSWORD);
    expect(await device.session.unlock(DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('that the customer takes back opens nothing', async () => {
    await device.session.lock();
    expect(await device.session.unlock(DEMO_PASSWORD, AbortSignal.abort())).toMatchObject({
      problem: { code: 'timeout' },
    });
    expect(await device.session.state()).toBe('locked');
  });
});
