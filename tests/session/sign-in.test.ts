// @module-tag depth
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { deviceKeys, readingKeys, sendingKeys } from '#database/keyring.ts';
import type { EnvelopeRow, VaultRow } from '#database/rows.ts';
import { openRow } from '#database/sealed.ts';
import { policies } from '#mirror/collections.ts';
import { thisMachine } from '#ports/machine.ts';
import { problemText } from '#rules/problem-words.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { attempts } from '#server/database/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { envelopeName } from '#vault/names.ts';
import { createDevice, type Device, forgetRenewal, SERVER_START_MS } from './device.ts';

const ANA = 'ecuador@demo.test';
const LUIS = 'guatemala@demo.test';
/** What a Wi-Fi portal answers instead of the server. */
const portal = () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } });

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());

async function signedIn(email = ANA, device = createDevice(server)): Promise<Device> {
  expect(await device.session.signIn(email, DEMO_PASSWORD)).toMatchObject({ ok: true });
  return device;
}

async function envelopesOf({ db }: Device): Promise<EnvelopeRow[]> {
  return (await db.vault.toArray()).flatMap((row) => ('envelopes' in row ? [row] : []));
}

describe('online', () => {
  test('[V3.11] [H7.3] a sign-in opens the session and stores who the customer is', async () => {
    const { session } = await signedIn();
    expect(await session.customer()).toMatchObject({ email: ANA, nombre: 'Gabriela', residence: 'Ecuador' });
    expect(await session.state()).toBe('open');
  });

  test('[V3.11] the policies of the answer are mirrored without a second call', async () => {
    const { mirror, paths } = await signedIn();
    const { groups } = await mirror.read(policies);
    expect(groups?.[0]?.rows.length).toBeGreaterThan(0);
    expect(paths()).toEqual(['/api/usuarios/login', '/api/auth/salesforce/getAccessToken']);
  });

  test('[D27] the access token is requested with the internal token', async () => {
    const { seen } = await signedIn();
    expect(seen[1]?.headers.get('Amparo-Internal-Token')).toBeTruthy();
  });

  test('a wrong password returns the server’s text and writes nothing', async () => {
    const device = createDevice(server);
    const answer = await device.session.signIn(ANA, 'equivocada');
    expect(answer).toMatchObject({
      ok: false,
      problem: { code: 'bad-credentials', text: 'El correo o la contraseña no son correctos' },
    });
    expect(await device.session.state()).toBe('none');
    // The device row has only a random salt and key; the salt is what the installation id is made from. 'new' says that nobody
    // has signed in here.
    expect(await device.db.vault.toCollection().primaryKeys()).toEqual(['device', 'new']);
    expect(await device.db.session.count()).toBe(0);
    await server.signIn(ANA);
  });

  test('[V3.11] a password with a blank behind it is tried without the blank before it is called wrong, online and offline', async () => {
    const device = createDevice(server);
    expect(await device.session.signIn(ANA, `${DEMO_PASSWORD} `)).toMatchObject({ ok: true });
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, `${DEMO_PASSWORD}  `)).toMatchObject({ ok: true });
    // One that is wrong without the blank too is wrong, and so is a blank before it.
    for (const wrong of ['equivocada ', ` ${DEMO_PASSWORD}`])
      expect(await device.session.signIn(ANA, wrong)).toMatchObject({ problem: { code: 'bad-credentials' } });
  });

  test('[S5][S16] wrong guesses of strangers do not lock the customer out of a device that signed in before', async () => {
    const device = await signedIn(LUIS);
    await device.session.logout();
    const guess = () => createDevice(server).session.signIn(LUIS, 'adivinada');
    for (let tries = 0; tries < attemptRules.signInPerAccount.free; tries += 1) await guess();
    const blockedUntil = new Date(Date.now() + attemptRules.signInPerAccount.longest / 2);
    await server.db.update(attempts).set({ blockedUntil }).where(like(attempts.bucket, 'signInPerAccount:%'));
    expect(await guess()).toMatchObject({ problem: { code: 'rate-limited' } });
    expect(await createDevice(server).session.signIn(LUIS, DEMO_PASSWORD)).toMatchObject({
      problem: { code: 'rate-limited' },
    });

    expect(await device.session.signIn(LUIS, 'equivocada')).toMatchObject({ problem: { code: 'rate-limited' } });
    expect(await device.session.signIn(LUIS, DEMO_PASSWORD)).toMatchObject({ ok: true });
    await server.db.delete(attempts);
  });

  test('[F18] a sign-in whose policies cannot be written here is one all the same', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => told.mockRestore());
    const device = createDevice(server);
    device.mirror.seedPolicies = () => Promise.reject(new DOMException('lost', 'UnknownError'));
    await signedIn(ANA, device);
    expect(await device.session.state()).toBe('open');
    expect(told).toHaveBeenCalledOnce();
  });

  test.each([
    ['without a connection', 'offline', null, /^No hay conexión\. Para entrar por primera vez/],
    ['at a Wi-Fi portal', 'nonsense', portal, /^La respuesta que recibimos no es de Amparo/],
    ['at a server that does not answer', 'timeout', () => new Promise<never>(() => {}), /^El servidor está tardando/],
    ['at one whose answer cannot be read', 'unreadable', () => Response.json({}), /^No pudimos leer la respuesta/],
  ] as const)('[F10][V2.11] a first sign-in on a device %s says so', async (_, code, answer, text) => {
    const { after } = thisMachine.timers;
    const timers = { ...thisMachine.timers, after: (ms: number, run: () => void) => after(Math.min(ms, 20), run) };
    const device = createDevice(server, code === 'timeout' ? { timers } : {});
    device.network.up = answer !== null;
    device.network.instead = (path) => (answer && path.endsWith('/login') ? answer() : null);
    const entered = await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(entered).toMatchObject({ ok: false, problem: { code } });
    expect(entered.ok ? '' : problemText(entered.problem)).toMatch(text);
  });

  test('an answer that comes after the sign-in was aborted opens nothing', async () => {
    const device = createDevice(server);
    const gone = new AbortController();
    device.network.instead = (path) => {
      if (path.endsWith('getAccessToken')) gone.abort();
      return null;
    };
    expect(await device.session.signIn(ANA, DEMO_PASSWORD, gone.signal)).toMatchObject({
      problem: { code: 'timeout' },
    });
    expect(await device.session.state()).toBe('none');
  });

  test('[V4.5] a sign-in succeeds without an access token, and the first call that needs one fetches it', async () => {
    const device = createDevice(server);
    device.network.instead = (path) => (path.endsWith('getAccessToken') ? new Response('', { status: 502 }) : null);
    await signedIn(ANA, device);
    device.network.instead = null;
    const who = await device.session.customer();
    expect(await device.session.call('tickets', { idUsuario: who?.idUsuario ?? '' })).toMatchObject({ ok: true });
  });

  test('two tabs that sign in for the first time at the same time share one envelope', async () => {
    const one = createDevice(server, { name: 'two tabs' });
    const two = createDevice(server, { name: 'two tabs' });
    // The first tab signs in while the second, which found no envelope, makes its secrets.
    const { vault } = two.db;
    const get = vault.get.bind(vault);
    let first: string | undefined;
    const meanwhile = async (id: VaultRow['id']) => {
      const row = await get(id);
      if (!id.startsWith('envelope:')) return row;
      vault.get = get;
      await signedIn(ANA, one);
      first = (await one.session.customer())?.owner;
      return row;
    };
    vault.get = meanwhile as typeof get;
    await signedIn(ANA, two);
    const [row, ...others] = await envelopesOf(one);
    expect(others).toEqual([]);
    expect(row?.envelopes).toHaveLength(1);
    expect(row?.aside).toEqual([]);
    expect(row?.envelopes[0]?.owner).toBe(first);
    expect((await two.session.customer())?.owner).toBe(first);
  });

  test('a sign-in raises the rounds of an older envelope', async () => {
    const device = await signedIn(ANA, createDevice(server, { name: 'older', rounds: 500 }));
    const owner = (await device.session.customer())?.owner;
    await signedIn(ANA, createDevice(server, { name: 'older' }));
    expect((await envelopesOf(device))[0]?.envelopes).toMatchObject([{ rounds: 1000, owner }]);
  });
});

describe('offline', () => {
  test('[D29] the password alone opens the data of the device', async () => {
    const device = await signedIn();
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(` ${ANA.toUpperCase()} `, DEMO_PASSWORD)).toEqual({
      ok: true,
      value: { waiting: 0 },
    });
    expect(await device.session.customer()).toMatchObject({ nombre: 'Gabriela' });
    expect((await device.mirror.read(policies)).groups).not.toBeNull();
  });

  test('[D29][S34] so does it under another writing of the mailbox, and for an envelope that is named by its own letters', async () => {
    const device = await signedIn();
    const written = ANA.replace('demo.test', 'Ｄｅｍｏ。test');
    const enter = async (email: string, up = false) => {
      await device.session.lock();
      device.network.up = up;
      expect(await device.session.signIn(email, DEMO_PASSWORD)).toMatchObject({ ok: true });
      expect((await device.mirror.read(policies)).groups).not.toBeNull();
    };
    await enter(written);
    const [row] = await envelopesOf(device);
    const { salt } = await deviceKeys(device.db);
    await device.db.vault.delete(row?.id ?? 'new');
    await device.db.vault.put({
      ...(row as EnvelopeRow),
      id: `envelope:${await envelopeName(salt, written.toLowerCase())}`,
    });
    await enter(written);
    // The next sign-in that the server accepts names it by the mailbox.
    await enter(written, true);
    await forgetRenewal(device);
    await enter(written, true);
    await enter(ANA);
    expect(await envelopesOf(device)).toMatchObject([{ id: row?.id }]);
  });

  test('a wrong password opens nothing', async () => {
    const device = await signedIn();
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, 'equivocada')).toEqual({
      ok: false,
      problem: { code: 'bad-credentials', text: 'El correo o la contraseña no son correctos' },
    });
    expect(await device.session.state()).toBe('locked');
  });

  test('[D29] a customer who is not on this device is told to connect', async () => {
    const device = createDevice(server);
    device.network.up = false;
    const answer = await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'offline' } });
    expect(answer.ok ? '' : answer.problem.text).toMatch(/conexión a internet/);
  });

  test('[F8] a captive portal counts as no network', async () => {
    const device = await signedIn();
    await device.session.lock();
    const page = new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } });
    device.network.instead = () => page.clone();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('[D51] a backend that refuses this version leaves the device to its customer; one who is not known here is told to update', async () => {
    const device = await signedIn();
    await device.session.logout('keep');
    const refusing = () => Response.json({ code: 'outdated' }, { status: 426, headers: { 'Amparo-Contract': '2' } });
    device.network.instead = refusing;
    expect(await device.session.signIn(ANA, 'equivocada')).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect((await device.mirror.read(policies)).groups).not.toBeNull();
    const other = createDevice(server);
    other.network.instead = refusing;
    expect(await other.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'outdated' } });
  });

  test('[D26] after a logout the mirror can be read again, without any token', async () => {
    const device = await signedIn();
    await device.session.logout();
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect((await device.mirror.read(policies)).groups).not.toBeNull();
    device.network.up = true;
    const who = await device.session.customer();
    const call = await device.session.call('tickets', { idUsuario: who?.idUsuario ?? '' });
    expect(call).toEqual({ ok: false, problem: { code: 'unauthorised' } });
  });
});

describe('another customer on the same device', () => {
  test('[F15] both keys are replaced, and they do not open the rows of the first customer', async () => {
    const device = await signedIn(ANA);
    const ana = await device.session.customer();
    const mirrored = await device.db.policies.toArray();
    await signedIn(LUIS, device);
    const luis = await device.session.customer();
    const [reading, sending] = [await readingKeys(device.db), await sendingKeys(device.db)];
    expect([reading?.owner, sending?.owner]).toEqual([luis?.owner, luis?.owner]);
    expect(luis?.nombre).not.toBe(ana?.nombre);
    for (const row of mirrored) {
      const context = { table: 'policies', row: `${row.scope}/${row.group}`, owner: row.owner };
      expect(reading && (await openRow(reading.readKey, row, context))).toBeNull();
    }
  });

  test('[F15] signing in at the same time in another tab: both keys belong to the same customer', async () => {
    const [one, two] = [createDevice(server, { name: 'two at once' }), createDevice(server, { name: 'two at once' })];
    const entered = await Promise.all([
      one.session.signIn(ANA, DEMO_PASSWORD),
      two.session.signIn(LUIS, DEMO_PASSWORD),
    ]);
    expect(entered.map(({ ok }) => ok)).toEqual([true, true]);
    const [reading, sending] = [await readingKeys(one.db), await sendingKeys(one.db)];
    const [whom, whomThere] = [await one.session.customer(), await two.session.customer()];
    expect(whom).toEqual(whomThere);
    expect([reading?.owner, sending?.owner]).toEqual([whom?.owner, whom?.owner]);
    expect((await envelopesOf(one)).length).toBe(2);
    for (const email of [ANA, LUIS]) {
      one.network.up = false;
      expect(await one.session.signIn(email, DEMO_PASSWORD)).toMatchObject({ ok: true });
      expect((await one.session.customer())?.email).toBe(email);
    }
  });

  test('[F15] the rows of both stay on the device, and each customer sees only their own', async () => {
    const device = await signedIn(ANA);
    await signedIn(LUIS, device);
    device.network.up = false;
    const numbers = async () => (await device.mirror.read(policies)).groups?.[0]?.rows.map(({ Policy }) => Policy);
    const ofLuis = await numbers();
    // Rows that arrive for a customer who is no longer signed in are shown to nobody.
    await device.mirror.seedPolicies([], 'the one before');
    expect(await numbers()).toEqual(ofLuis);
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const ofAna = await numbers();
    expect(ofAna).not.toEqual(ofLuis);
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    expect(await numbers()).toEqual(ofLuis);
  });

  test('[F15] an identity row copied to another customer does not open', async () => {
    const device = await signedIn(ANA);
    const ana = await device.session.customer();
    await signedIn(LUIS, device);
    const luis = await device.session.customer();
    const row = await device.db.session.get(`${ana?.owner}:identity`);
    if (!row) throw new Error('no row');
    await device.db.session.put({ ...row, id: `${luis?.owner}:identity`, owner: luis?.owner ?? '' });
    expect(await device.session.customer()).toBeNull();
    expect(await device.session.start()).toBe('locked');
  });
});

describe('a password that was changed elsewhere', () => {
  test('opens a session with new secrets, and sets the old envelope aside with its sealed queue', async () => {
    const device = await signedIn(LUIS);
    const before = await device.session.customer();
    const queued = {
      key: crypto.randomUUID(),
      owner: before?.owner ?? '',
      seq: 1,
      version: 1,
      state: 'waiting' as const,
    };
    const rest = { attempts: 0, nextAt: 0, unclear: false, dependsOn: null, createdAt: 0, claim: null };
    await device.db.outbox.add({ ...queued, ...rest, iv: new Uint8Array(12), data: new ArrayBuffer(8) });
    await device.session.lock();

    const elsewhere = await server.signIn(LUIS);
    await server.app.request('/api/usuarios/changePassword', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', ...elsewhere.headers },
      body: JSON.stringify({ id: elsewhere.id, current: DEMO_PASSWORD, new: 'Nueva2026', confirm: 'Nueva2026' }),
    });

    expect(await device.session.signIn(LUIS, 'Nueva2026')).toEqual({ ok: true, value: { waiting: 0 } });
    expect((await device.session.customer())?.owner).not.toBe(before?.owner);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 1, drafts: 0 });
    const [row] = (await envelopesOf(device)).filter(({ aside }) => aside.length > 0);
    expect(row?.aside).toMatchObject([{ owner: before?.owner }]);
    expect(row?.envelopes).toHaveLength(1);

    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(LUIS, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'bad-credentials' } });
    expect(await device.session.signIn(LUIS, 'Nueva2026')).toMatchObject({ ok: true });
    expect(await device.db.outbox.count()).toBe(1);
  });
});

describe('the installation id of a browser', () => {
  test('is the same at each sign-in, differs per customer and browser, and is not stored', async () => {
    const sent: string[] = [];
    const watch = (one: Device) => {
      one.network.instead = (path, { body }) => {
        if (path.endsWith('/login')) sent.push(JSON.parse(String(body)).instalacion);
        return null;
      };
      return one.session;
    };
    const [here, there] = [createDevice(server), createDevice(server)];
    await watch(here).signIn(ANA, DEMO_PASSWORD);
    await here.session.lock();
    await forgetRenewal(here);
    await here.session.signIn(ANA.toUpperCase(), DEMO_PASSWORD);
    await here.session.signInAgain(DEMO_PASSWORD);
    await here.session.signIn(LUIS, DEMO_PASSWORD);
    await watch(there).signIn(ANA, DEMO_PASSWORD);
    expect(sent).toHaveLength(5);
    expect(sent.every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
    expect(new Set(sent.slice(0, 3)).size).toBe(1);
    expect(new Set(sent.slice(2)).size).toBe(3);
    const stored = (await here.db.vault.toCollection().primaryKeys()).map(String);
    expect(stored.some((id) => sent.some((name) => id.includes(name)))).toBe(false);
  });

  test('makes two sign-ins of one browser one session at the server', async () => {
    const here = createDevice(server);
    await here.session.signIn(ANA, DEMO_PASSWORD);
    await here.session.lock();
    await here.session.tellLock();
    await here.session.signIn(ANA, DEMO_PASSWORD);
    const { idUsuario = '' } = (await here.session.customer()) ?? {};
    await here.session.call('endSessions', { idUsuario });
    await here.session.lock();
    await here.session.signIn(ANA, DEMO_PASSWORD);
    expect(await here.session.call('sessions', { idUsuario })).toMatchObject({ value: [{ aqui: true }] });
  });
});
