// @module-tag depth
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { LOST_ANSWER_MS } from '#server/accounts/tokens.ts';
import { attempts, devices, endedTokens, renewals } from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { openSecrets } from '#session/open-secrets.ts';
import { openPart, partId } from '#session/stored.ts';
import { giveLocks } from '#tests/locks.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { send } from '#tests/server/requests.ts';
import { createTestApp, fetchOn, ORIGIN, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetEndings, readable, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'costarica@demo.test';
const LOGIN = pathOf('login');
const RENEW = pathOf('renewSession');

const time = { now: Date.now() };
let server: TestApp;
let device: Device;
/** What left the device in bodies. */
let bodies: string[];
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, 'guatemala@demo.test'], clock: () => new Date(time.now) });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  time.now = Date.now();
  await server.db.delete(devices);
  await server.db.delete(endedTokens);
  await server.db.delete(attempts);
  device = createDevice(server, { time });
  await signInCopied(server, ANA, device);
});

/** Signs in or unlocks, and waits until the session's tokens are settled. */
async function enter(password = DEMO_PASSWORD, on = device) {
  const entered = await on.session.signIn(ANA, password);
  await on.session.over();
  return entered;
}

/** Locks and unlocks. */
async function unlock(on = device, password = DEMO_PASSWORD) {
  await on.session.lock();
  await on.session.tellLock();
  watch(on);
  return enter(password, on);
}

/** A request that was parked when the server refused the tokens. Its state now. */
async function parked() {
  const fields = { idUsuario: '7', idTipoTicket: '1', descripcion: 'Aparcada', poliza: '520021' };
  const queued = await device.outbox.enqueue('ticket.create', fields, {});
  if (!queued.ok) throw new Error(queued.code);
  await device.db.outbox.update(queued.value.key, { state: 'parked' });
  return async () => (await device.db.outbox.get(queued.value.key))?.state;
}

function watch(on = device) {
  bodies = [];
  on.seen.length = 0;
  on.network.instead = (_path, { body }) => {
    bodies.push(String(body ?? ''));
    return null;
  };
}

const tickets = async ({ session }: Device = device) =>
  session.call('tickets', { idUsuario: (await session.customer())?.idUsuario ?? '' });
const row = async () => {
  const owner = (await sendingKeys(device.db))?.owner ?? '';
  return device.db.session.get(partId(owner, 'renewal'));
};
const calls = (on = device) => on.paths().filter((path) => path === LOGIN || path === RENEW);
const another = () => createDevice(server, { time });
const tab = () => createDevice(server, { time, name: device.db.name });

describe('[D76] an unlock with a connection', () => {
  test('renews the session, and the password does not leave the device', async () => {
    expect(await unlock()).toMatchObject({ ok: true });
    expect(device.paths()).toEqual([RENEW]);
    expect(readable(bodies, [DEMO_PASSWORD, ANA])).toEqual([]);
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
    expect(calls()).toEqual([RENEW]);
  });

  test('stands before the server has answered, and what is asked meanwhile waits for the new tokens', async () => {
    await device.session.lock();
    let answer = () => {};
    const answered = new Promise<void>((done) => {
      answer = done;
    });
    device.network.instead = async (path) => {
      if (path === RENEW) await answered;
      return null;
    };
    device.seen.length = 0;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.state()).toBe('open');
    const [asked, over] = [tickets(), device.session.over()];
    answer();
    expect([await asked, await over]).toMatchObject([{ ok: true }, false]);
    expect(calls()).toEqual([RENEW]);
  });

  test('[S34] renews it under another writing of the mailbox too', async () => {
    await device.session.lock();
    await device.session.tellLock();
    watch();
    expect(await device.session.signIn(ANA.replace('.test', '。test'), DEMO_PASSWORD)).toMatchObject({ ok: true });
    await device.session.over();
    expect(calls()).toEqual([RENEW]);
  });

  test('goes on for as many unlocks as there are', async () => {
    for (let times = 0; times < 4; times += 1) {
      await unlock();
      expect([calls(), (await tickets()).ok]).toEqual([[RENEW], true]);
    }
    expect(await server.db.$count(devices)).toBe(1);
  });

  test('[S13] makes a new key to read with, as a sign-in does', async () => {
    const before = await readingKeys(device.db);
    await unlock();
    const after = await readingKeys(device.db);
    if (!before || !after) throw new Error('locked');
    const owner = after.owner;
    const internal = await device.db.session.get(partId(owner, 'internal'));
    expect(await openPart(before.readKey, owner, 'internal', internal)).toBeNull();
    expect(await openPart(after.readKey, owner, 'internal', internal)).not.toBeNull();
    expect(after.earlierKeys).toHaveLength(1);
  });

  test('with a wrong password is judged by the server, and opens nothing', async () => {
    expect(await unlock(device, 'Equivocada1')).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect([calls(), await device.session.state()]).toEqual([[LOGIN], 'locked']);
  });

  test('[F6] that began offline is renewed at the first contact, without the password, and lets go what was parked', async () => {
    const state = await parked();
    await device.session.lock();
    await device.session.tellLock();
    device.network.up = false;
    expect(await enter()).toMatchObject({ ok: true });
    expect(await tickets()).toMatchObject({ problem: { code: 'offline' } });
    expect([await device.session.over(), await state()]).toEqual([false, 'parked']);
    device.network.up = true;
    device.seen.length = 0;
    expect(await tickets()).toMatchObject({ ok: true });
    expect(calls()).toEqual([RENEW]);
    await expect.poll(state).toBe('waiting');
  });
});

describe('[S26] a renewal token on a locked device', () => {
  test('opens with no key that was ever stored there, nor with one that a session can make', async () => {
    const [reading, sending] = [await readingKeys(device.db), await sendingKeys(device.db)];
    const owner = reading?.owner ?? '';
    const beside = await openSecrets(device.db, owner);
    await device.session.lock();
    const locked = await row();
    if (!reading || !sending || !beside || !locked) throw new Error('not signed in');
    const secrets = [beside.secrets.read, beside.secrets.send];
    const made = await Promise.all(
      secrets.map((bytes) => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt'])),
    );
    for (const key of [reading, reading.readKey, sending.sendKey, ...made]) {
      expect(await openPart(key, owner, 'renewal', locked)).toBeNull();
    }
    expect(beside.secrets.renew).toBeUndefined();
    // It is there: the password opens it.
    watch();
    await enter();
    expect(calls()).toEqual([RENEW]);
  });

  test('that a thief shows after its owner ends the session, and the device hears of it', async () => {
    await unlock();
    const stolen = JSON.parse(bodies[0] ?? '').renovacion as string;
    await unlock();
    expect((await send(server.app, 'renewSession', { fields: { renovacion: stolen } })).body.code).toBe(
      'session-ended',
    );
    await device.session.lock();
    await device.session.tellLock();
    expect([await device.session.state(), await device.session.ended()]).toEqual(['none', true]);
    expect(await row()).toBeUndefined();
    await enter();
    expect([calls().at(-1), (await tickets()).ok]).toEqual([LOGIN, true]);
  });

  test('exchanged by two tabs at once loses nothing in either', async () => {
    const other = tab();
    await device.session.lock();
    await device.session.tellLock();
    watch();
    watch(other);
    expect(await Promise.all([enter(), enter(DEMO_PASSWORD, other)])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await Promise.all([tickets(), tickets(other)])).toMatchObject([{ ok: true }, { ok: true }]);
    expect([await device.session.over(), await other.session.over()]).toEqual([false, false]);
    expect([...calls(), ...calls(other)].filter((path) => path === LOGIN)).toEqual([]);
    await unlock();
    expect([calls(), (await tickets(other)).ok]).toEqual([[RENEW], true]);
  });

  test('whose answer was lost is exchanged again, at once or at the next unlock', async () => {
    for (const retry of [() => tickets(), () => unlock()]) {
      await device.session.lock();
      await device.session.tellLock();
      loseAnswer();
      await enter();
      expect(await device.session.state()).toBe('open');
      watch();
      await retry();
      expect([calls(), (await tickets()).ok, await device.session.over()]).toEqual([[RENEW], true, false]);
    }
  });

  test('whose answer was lost long ago signs in behind, and nobody is asked', async () => {
    await device.session.lock();
    await device.session.tellLock();
    loseAnswer();
    await enter();
    time.now += LOST_ANSWER_MS + 60_000;
    await unlock();
    expect([calls(), (await tickets()).ok, await device.session.over()]).toEqual([[RENEW, LOGIN], true, false]);
    await unlock();
    expect(calls()).toEqual([RENEW]);
  });
});

/** The server renews once, and its answer does not arrive. */
function loseAnswer() {
  device.network.instead = async (path, init) => {
    if (path !== RENEW) return null;
    device.network.instead = null;
    await fetchOn(server.app)(path, init);
    throw new TypeError('Failed to fetch');
  };
}

describe('[D76] a renewal that is refused', () => {
  test('[F6] is a sign-in with the password of the unlock; calls wait for it, and what was parked goes on', async () => {
    const state = await parked();
    await server.db.delete(renewals);
    await device.session.lock();
    await device.session.tellLock();
    watch();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await tickets()).toMatchObject({ ok: true });
    expect([calls(), await device.session.over()]).toEqual([[RENEW, LOGIN], false]);
    await expect.poll(state).toBe('waiting');
    await unlock();
    expect(calls()).toEqual([RENEW]);
  });

  test('[D83] because the owner closed the session elsewhere closes it here', async () => {
    await device.session.lock();
    await device.session.tellLock();
    const elsewhere = another();
    await enter(DEMO_PASSWORD, elsewhere);
    const idUsuario = (await elsewhere.session.customer())?.idUsuario ?? '';
    await elsewhere.session.call('endSessions', { idUsuario });
    await enter();
    expect([await device.session.state(), await device.session.ended()]).toEqual(['none', true]);
    expect((await device.db.session.toArray()).map(({ id }) => id.split(':')[1])).toEqual(['identity']);
  });

  test('[D84] because the password was changed elsewhere locks the device again, also where a backend does not say why', async () => {
    await device.session.lock();
    await device.session.tellLock();
    const elsewhere = another();
    await enter(DEMO_PASSWORD, elsewhere);
    const NEXT = 'Distinta2027';
    expect(await elsewhere.session.changePassword(DEMO_PASSWORD, NEXT)).toMatchObject({ ok: true });
    await forgetEndings(server);
    await enter();
    expect(await device.session.state()).toBe('locked');
    expect(await enter()).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await enter(NEXT)).toMatchObject({ ok: true });
    expect(await elsewhere.session.changePassword(NEXT, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('late leaves a sign-in alone that was made meanwhile', async () => {
    await server.db.delete(renewals);
    await device.session.lock();
    await device.session.tellLock();
    let refuse = () => {};
    const refused = new Promise<Response>((done) => {
      refuse = () => done(Response.json({ code: 'bad-credentials' }, { status: 401 }));
    });
    device.seen.length = 0;
    device.network.instead = (path) => (path === LOGIN && calls().length === 2 ? refused : null);
    await device.session.signIn(ANA, DEMO_PASSWORD);
    await expect.poll(calls).toEqual([RENEW, LOGIN]);
    await device.session.logout();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    refuse();
    await device.session.over();
    expect([await device.session.state(), (await tickets()).ok]).toEqual(['open', true]);
  });

  test('after a lock in the meantime opens nothing, and the next unlock loses nothing by it', async () => {
    await device.session.lock();
    await device.session.tellLock();
    device.network.instead = async (path) => {
      if (path === RENEW) await device.session.lock();
      return null;
    };
    await enter();
    expect(await device.session.state()).toBe('locked');
    await unlock();
    expect([calls(), (await tickets()).ok]).toEqual([[RENEW], true]);
  });

  test.each(['unavailable', 'rate-limited'])('only for now (%s) is tried again', async (code) => {
    await device.session.lock();
    await device.session.tellLock();
    const status = code === 'unavailable' ? 503 : 429;
    device.network.instead = (path) => (path === RENEW ? Response.json({ code }, { status }) : null);
    await enter();
    expect([await device.session.state(), await device.session.over()]).toEqual(['open', false]);
    watch();
    expect([(await tickets()).ok, calls()]).toEqual([true, [RENEW]]);
  });
});

test('[D76] a call of another tab waits for the renewal of the one that was unlocked, and asks for no sign-in', async () => {
  giveLocks();
  const other = createDevice(server, { name: device.db.name, time });
  await device.session.lock();
  await device.session.tellLock();
  let letThrough = () => {};
  const held = new Promise<null>((done) => {
    letThrough = () => done(null);
  });
  device.network.instead = (path) => (path === RENEW ? held : null);
  expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  await expect.poll(() => device.paths()).toContain(RENEW);
  const called = tickets(other);
  await new Promise((later) => setTimeout(later, 100));
  letThrough();
  expect(await called).toMatchObject({ ok: true });
  vi.unstubAllGlobals();
});

describe('[D26][D76] a sign-out before the unlock is renewed', () => {
  const unavailable = () => Response.json({ code: 'unavailable' }, { status: 503 });

  test.each([
    ['has failed', async () => unavailable()],
    ['is on its way', (out: Promise<void>) => out.then(() => null)],
    ['is on its way and fails', (out: Promise<void>) => out.then(unavailable)],
  ])('where that %s, ends the session at the server too', async (_, first) => {
    await device.session.lock();
    await device.session.tellLock();
    let asked = 0;
    let letThrough = () => {};
    const held = new Promise<void>((done) => {
      letThrough = done;
    });
    device.network.instead = (path) => {
      if (path === RENEW) asked += 1;
      return path === RENEW && asked === 1 ? first(held) : null;
    };
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    await expect.poll(() => asked).toBe(1);
    const left = device.session.logout();
    await expect.poll(() => device.session.state()).toBe('none');
    letThrough();
    expect(await left).toEqual({ everywhere: true, problem: null });
    expect([await server.db.$count(renewals), await server.db.$count(devices)]).toEqual([0, 0]);
    expect(await device.session.state()).toBe('none');
  });
});

test('[D76] an unlock beyond the limit of its sign-in stays open, and is renewed later without the password', async () => {
  await unlock();
  const { renovacion } = JSON.parse(bodies[0] ?? '');
  for (let times = 0; times < attemptRules.renewalPerDevice.free; times += 1) {
    await send(server.app, 'renewSession', { fields: { renovacion } });
  }
  await unlock();
  expect([calls(), await device.session.state(), await device.session.over()]).toEqual([[RENEW], 'open', false]);
  expect(await tickets()).toMatchObject({ problem: { code: 'rate-limited' } });
  time.now += 2_000;
  watch();
  expect([(await tickets()).ok, calls(), await device.session.over()]).toEqual([true, [RENEW], false]);
});

describe('[D76] a backend', () => {
  test.each([undefined, null, '', 'x'.repeat(501), [{}]])(
    'that gives %o for a renewal token is signed in to as before',
    async (given) => {
      await device.session.logout('erase');
      device.network.instead = async (path, init) => {
        if (path !== LOGIN) return null;
        const answer = await (await fetchOn(server.app)(path, init)).json();
        answer.usuario.renovacion = given;
        return Response.json(answer);
      };
      await enter();
      await device.session.lock();
      device.seen.length = 0;
      await enter();
      expect([calls(), await row()]).toEqual([[LOGIN], undefined]);
    },
  );

  test.each([404, 405])('of an earlier version, which answers %s, is signed in to behind', async (status) => {
    await device.session.lock();
    const code = status === 404 ? 'not-found' : 'method-not-allowed';
    device.seen.length = 0;
    device.network.instead = (path) => (path === RENEW ? Response.json({ code }, { status }) : null);
    await enter();
    expect([calls(), (await tickets()).ok]).toEqual([[RENEW, LOGIN], true]);
  });
});

test('[D76][F55] an envelope made anew of what lies beside the reading key makes the next unlock a sign-in, and no more', async () => {
  await device.db.vault
    .where('id')
    .startsWith('envelope:')
    .modify((one) => {
      if ('envelopes' in one) for (const envelope of one.envelopes) delete envelope.renew;
    });
  await unlock();
  expect([calls(), (await tickets()).ok]).toEqual([[LOGIN], true]);
  await unlock();
  expect(calls()).toEqual([RENEW]);
});

test('[D26] a sign-out takes the renewal token along', async () => {
  await device.session.logout();
  expect(await row()).toBeUndefined();
  expect(await server.db.$count(renewals)).toBe(0);
});

test('[D84] after a change of the password here the next unlock signs in', async () => {
  expect(await device.session.changePassword(DEMO_PASSWORD, DEMO_PASSWORD)).toMatchObject({ ok: true });
  await unlock();
  expect([calls(), (await tickets()).ok]).toEqual([[RENEW, LOGIN], true]);
});

describe('[D76][D56] an unlock by passkey', () => {
  let phone: SoftAuthenticator;
  beforeEach(async () => {
    phone = new SoftAuthenticator(ORIGIN);
    device = createDevice(server, { time, ...onPhone(() => phone) });
    await enter();
    expect(await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ ok: true });
    await byPasskey();
  });

  async function byPasskey() {
    await device.session.lock();
    await device.session.tellLock();
    watch();
    const entered = await device.session.unlockByPasskey();
    await device.session.over();
    return entered;
  }

  test('asks the server for nothing before home stands, and renews', async () => {
    expect(await byPasskey()).toMatchObject({ ok: true });
    expect(device.paths()).toEqual([RENEW]);
    expect(await tickets()).toMatchObject({ ok: true });
    await unlock();
    expect(calls()).toEqual([RENEW]);
  });

  test('[S19] that was removed elsewhere is shut out again', async () => {
    const elsewhere = another();
    await enter(DEMO_PASSWORD, elsewhere);
    const idUsuario = (await elsewhere.session.customer())?.idUsuario ?? '';
    const removal = { idUsuario, credencial: phone.id };
    expect(await elsewhere.session.call('removePasskey', removal)).toMatchObject({ ok: true });
    await byPasskey();
    expect(await device.session.state()).toBe('locked');
    expect(await byPasskey()).toMatchObject({ problem: { code: 'not-found' } });
    expect(await enter()).toMatchObject({ ok: true });
  });

  test('[S19] that was removed elsewhere is shut out by the first call, where the unlock found no connection', async () => {
    const elsewhere = another();
    await enter(DEMO_PASSWORD, elsewhere);
    const idUsuario = (await elsewhere.session.customer())?.idUsuario ?? '';
    device.network.up = false;
    await byPasskey();
    expect(await device.session.state()).toBe('open');
    const removal = { idUsuario, credencial: phone.id };
    expect(await elsewhere.session.call('removePasskey', removal)).toMatchObject({ ok: true });
    device.network.up = true;
    // The server has heard of no lock, so the tokens of before it are still good there.
    expect(await tickets()).toMatchObject({ ok: false });
    expect(await device.session.state()).toBe('locked');
  });

  test('that found no connection renews with the first call', async () => {
    device.network.up = false;
    await byPasskey();
    device.network.up = true;
    expect([(await tickets()).ok, await device.session.state()]).toEqual([true, 'open']);
  });
});

test('[F52] an address that became somebody else’s leads there, and shuts what it opened here', async () => {
  const idUsuario = (await device.session.customer())?.idUsuario ?? '';
  const { customers } = await import('#server/database/schema.ts');
  const rename = (email: string, to: string) =>
    server.db.update(customers).set({ email: to }).where(eq(customers.email, email));
  await device.session.lock();
  await device.session.tellLock();
  await rename(ANA, 'ana@elsewhere.test');
  await rename('guatemala@demo.test', ANA);
  await server.db.delete(renewals);
  await enter();
  expect(await device.session.state()).toBe('locked');
  await enter();
  const now = await device.session.customer();
  expect([now?.email, now?.idUsuario === idUsuario]).toEqual([ANA, false]);
  await rename(ANA, 'guatemala@demo.test');
  await rename('ana@elsewhere.test', ANA);
});
