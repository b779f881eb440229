// @module-tag depth
import Dexie, { liveQuery } from 'dexie';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { readingKeys } from '#database/keyring.ts';
import type { SessionRow } from '#database/rows.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { sessionKeys } from '#session/door.ts';
import { type Identity, partId, readPart, sealPart } from '#session/stored.ts';
import { createTestApp, fetchOn, type TestApp } from '#tests/server/test-app.ts';
import { createSecrets } from '#vault/keys.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetEndings, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
const TOKEN_PATH = '/api/auth/salesforce/getAccessToken';

/** The clock of the server and the device. */
const time = { now: Date.now() };
let server: TestApp;
let device: Device;
let idUsuario: string;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS], clock: () => new Date(time.now) });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  time.now = Date.now();
  device = createDevice(server, { time });
  await signInCopied(server, ANA, device);
  idUsuario = (await device.session.customer())?.idUsuario ?? '';
});

async function signedIn(email: string): Promise<Device> {
  const made = createDevice(server, { time });
  expect(await made.session.signIn(email, DEMO_PASSWORD)).toMatchObject({ ok: true });
  made.seen.length = 0;
  return made;
}

/** Replaces the stored access token. */
async function spoilAccess(token = 'worn out'): Promise<void> {
  const keys = await readingKeys(device.db);
  const stored = keys && (await readPart(device.db, keys.readKey, keys.owner, 'access'));
  if (!keys || !stored) throw new Error('no token');
  await device.db.session.put(await sealPart(keys.readKey, keys.owner, 'access', { ...stored, token }));
}

const renewals = () => device.paths().filter((path) => path === TOKEN_PATH).length;

describe('the access token', () => {
  test('[V4.5] is used for 30 days', async () => {
    time.now += 30 * DAY_MS - 1000;
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect(renewals()).toBe(0);
  });

  test('[V4.5] is renewed 30 days after its `updated`', async () => {
    time.now += 30 * DAY_MS;
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect(device.seen.map(({ path, status }) => [path, status])).toEqual([
      [TOKEN_PATH, 200],
      ['/api/tickets/getTicketsByPoliza', 200],
    ]);
  });

  test('[V4.5] is renewed once for several simultaneous calls', async () => {
    time.now += 31 * DAY_MS;
    const calls = await Promise.all(Array.from({ length: 5 }, () => device.session.call('tickets', { idUsuario })));
    expect(calls.every(({ ok }) => ok)).toBe(true);
    expect(renewals()).toBe(1);
  });

  test('[S8] is renewed once, and the call repeated, when the server refuses it early', async () => {
    await spoilAccess();
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect(device.seen.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  test('[S8] is renewed once when five simultaneous calls are refused', async () => {
    await spoilAccess();
    const calls = await Promise.all(Array.from({ length: 5 }, () => device.session.call('tickets', { idUsuario })));
    expect(calls.every(({ ok }) => ok)).toBe(true);
    expect(renewals()).toBe(1);
  });

  test('[S8] that was revoked with all others leads to "unauthorised" without a loop', async () => {
    const elsewhere = await signedIn(ANA);
    await elsewhere.session.call('changePassword', {
      id: idUsuario,
      current: DEMO_PASSWORD,
      new: DEMO_PASSWORD,
      confirm: DEMO_PASSWORD,
    });
    await forgetEndings(server);
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(device.seen).toHaveLength(2);
  });

  test('[F26] is not renewed for every call by a clock that is two months ahead', async () => {
    const ahead = createDevice(server, { time: { now: time.now + 60 * DAY_MS } });
    await ahead.session.signIn(ANA, DEMO_PASSWORD);
    ahead.seen.length = 0;
    await ahead.session.call('tickets', { idUsuario });
    await ahead.session.call('tickets', { idUsuario });
    expect(ahead.paths()).toEqual(['/api/tickets/getTicketsByPoliza', '/api/tickets/getTicketsByPoliza']);
  });

  test('is not renewed for any other problem, which is returned unchanged', async () => {
    const body = JSON.stringify({ message: 'Vuelve más tarde' });
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '7' };
    device.network.instead = () => new Response(body, { status: 503, headers });
    expect(await device.session.call('tickets', { idUsuario })).toEqual({
      ok: false,
      problem: { code: 'unavailable', text: 'Vuelve más tarde', retryAfter: 7, status: 503 },
    });
    expect(device.seen).toHaveLength(1);
  });

  test('[F15] fetched for one customer is not stored when another signed in meanwhile', async () => {
    const who = await device.session.customer();
    await spoilAccess();
    device.network.instead = async (path) => {
      if (path !== TOKEN_PATH) return null;
      device.network.instead = null;
      await device.session.signIn(LUIS, DEMO_PASSWORD);
      return null;
    };
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ problem: { code: 'unauthorised' } });
    const luis = await device.session.customer();
    expect(luis?.owner).not.toBe(who?.owner);
    expect(await device.session.call('tickets', { idUsuario: luis?.idUsuario ?? '' })).toMatchObject({ ok: true });
  });

  test('[F15] fetched for an earlier sign-in does not replace that of a newer one of its customer', async () => {
    await spoilAccess();
    let newest = '';
    answerLate('access', async () => {
      await device.session.logout();
      await device.session.signIn(ANA, DEMO_PASSWORD);
      newest = await storedToken('access');
    });
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect(newest).not.toBe('');
    expect(await storedToken('access')).toBe(newest);
  });
});

/** The server answers the call that renews this part, and the answer arrives after what happens meanwhile. */
function answerLate(part: 'internal' | 'access', meanwhile: () => Promise<void>): void {
  device.network.instead = async (path, init) => {
    if (path !== (part === 'access' ? TOKEN_PATH : '/api/usuarios/resetToken')) return null;
    device.network.instead = null;
    const late = await fetchOn(server.app)(path, init);
    await meanwhile();
    return late;
  };
}

async function storedToken(part: 'internal' | 'access'): Promise<string> {
  const keys = await readingKeys(device.db);
  return (keys && (await readPart(device.db, keys, keys.owner, part)))?.token ?? '';
}

describe('the internal token', () => {
  test('[F15] fetched for an earlier sign-in does not replace that of a newer one of the same customer', async () => {
    time.now += 61 * DAY_MS;
    await device.session.call('tickets', { idUsuario });
    let newest = '';
    answerLate('internal', async () => {
      await device.session.logout();
      await device.session.signIn(ANA, DEMO_PASSWORD);
      newest = await storedToken('internal');
    });
    expect(await device.session.renewInternal()).toEqual({ ok: true, value: null });
    expect(newest).not.toBe('');
    expect(await storedToken('internal')).toBe(newest);
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
  });

  test('[D57] fetched while an unlock marks the one before as stale is stored', async () => {
    time.now += 61 * DAY_MS;
    await device.session.call('tickets', { idUsuario });
    const before = await storedToken('internal');
    answerLate('internal', async () => {
      const keys = await readingKeys(device.db);
      const held = keys && (await readPart(device.db, keys, keys.owner, 'internal'));
      if (!keys || !held) throw new Error('locked');
      await device.db.session.put(await sealPart(keys.readKey, keys.owner, 'internal', { ...held, stale: true }));
    });
    await device.session.renewInternal();
    expect(await storedToken('internal')).not.toBe(before);
  });

  test('[D27] is exchanged after 60 days, and the new one is valid', async () => {
    await device.session.renewInternal();
    expect(device.seen).toEqual([]);
    time.now += 61 * DAY_MS;
    expect(await device.session.renewInternal()).toEqual({ ok: true, value: null });
    time.now += 60 * DAY_MS;
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
  });

  test('[F60] is exchanged when it was stored while the clock stood years ahead, and then no more', async () => {
    const keys = await readingKeys(device.db);
    if (!keys) throw new Error('locked');
    const held = await readPart(device.db, keys, keys.owner, 'internal');
    const since = time.now + 9 * 365 * DAY_MS;
    await device.db.session.put(
      await sealPart(keys.readKey, keys.owner, 'internal', { ...held, token: held?.token ?? '', since }),
    );
    await device.session.renewInternal();
    expect(device.seen).toHaveLength(1);
    await device.session.renewInternal();
    expect(device.seen).toHaveLength(1);
  });
});

describe('logout', () => {
  test('[V4.6] [D26] [H4.10] removes the keys and tokens of this device and ends the session at the server', async () => {
    const other = await signedIn(ANA);
    const access = device.db.session;
    expect(await device.session.logout()).toEqual({ everywhere: true, problem: null });
    expect(await device.session.state()).toBe('none');
    expect((await access.toCollection().primaryKeys()).map((id) => String(id).split(':')[1])).toEqual(['identity']);
    expect(await other.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
  });

  test('[S8] makes the tokens invalid', async () => {
    await device.session.call('tickets', { idUsuario });
    const bearer = device.seen[0]?.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    await device.session.logout();
    expect(await device.api.call('tickets', { idUsuario }, { bearer })).toMatchObject({
      problem: { code: 'unauthorised' },
    });
  });

  test('[S8] ends the session at the server also when the access token has expired', async () => {
    time.now += 40 * DAY_MS;
    expect(await device.session.logout()).toEqual({ everywhere: true, problem: null });
    expect(device.paths()).toEqual(['/api/usuarios/logout', TOKEN_PATH, '/api/usuarios/logout']);
  });

  test('[D26] offline deletes the local tokens and reports that only this device is signed out', async () => {
    device.network.up = false;
    expect(await device.session.logout()).toEqual({ everywhere: false, problem: { code: 'offline' } });
    expect(await device.session.state()).toBe('none');
    expect(await device.db.session.count()).toBe(1);
  });

  test('[D26] signs the device out before it tells the server', async () => {
    let state = '';
    device.network.instead = async () => {
      state = await device.session.state();
      return null;
    };
    await device.session.logout();
    expect(state).toBe('none');
  });
});

describe('delivery of a queued command', () => {
  async function ticket() {
    const [policy] = (await server.signIn(ANA)).polizas;
    const types = await device.session.call('ticketTypes', { idUsuario });
    const idTipoTicket = (types.ok && types.value[0]?.id) || '';
    device.seen.length = 0;
    const fields = { idUsuario, idTipoTicket, descripcion: 'Necesito un certificado', poliza: policy?.Policy ?? '' };
    return { fields, key: crypto.randomUUID(), fingerprint: await fingerprint(fields) };
  }
  const ownerOf = async (one: Device) => (await one.session.customer())?.owner ?? '';

  test('[F30] works while the device is locked, with only the send-only token', async () => {
    const { fields, ...rest } = await ticket();
    const owner = await ownerOf(device);
    await device.session.lock();
    const answer = await device.session.deliver('createTicket', fields, { owner, ...rest });
    expect(answer).toMatchObject({ ok: true, value: { recibo: { clave: rest.key, tipo: 'ticket.create' } } });
    expect(device.seen[0]?.headers.get('Amparo-Internal-Token')).toBeNull();
    const unknown = await device.session.withdraw(crypto.randomUUID(), owner);
    expect(unknown).toEqual({ ok: true, value: { estado: 'anulado' } });
  });

  test('[D57] asks after it with the open session, which alone reads what was answered', async () => {
    const { fields, ...rest } = await ticket();
    const owner = await ownerOf(device);
    const sent = await device.session.deliver('createTicket', fields, { owner, ...rest });
    const resultado = sent.ok ? sent.value : expect.fail('not sent');
    expect(await device.session.withdraw(rest.key, owner)).toMatchObject({ ok: true, value: { resultado } });
    await device.session.lock();
    const locked = await device.session.withdraw(rest.key, owner);
    expect(locked).toMatchObject({ ok: false, problem: { code: 'unauthorised' } });
  });

  test('[F6] with a refused send-only token uses the open session, which brings a new one', async () => {
    const { fields, ...rest } = await ticket();
    const owner = await ownerOf(device);
    const refused = JSON.stringify({ code: 'unauthorised' });
    device.network.instead = (path) => {
      if (!path.endsWith('/tickets/create')) return null;
      device.network.instead = null;
      return new Response(refused, { status: 401, headers: { 'Content-Type': 'application/json' } });
    };
    expect(await device.session.deliver('createTicket', fields, { owner, ...rest })).toMatchObject({ ok: true });
    expect(renewals()).toBe(1);
    await device.session.lock();
    expect(await device.session.withdraw(crypto.randomUUID(), owner)).toMatchObject({ ok: true });
  });

  test.each([
    ['405', 'method-not-allowed'],
    ['404', 'not-found'],
  ])('[F29] withdraws by GET at a backend that answers %s to DELETE', async (status, code) => {
    const owner = await ownerOf(device);
    const key = crypto.randomUUID();
    const json = (body: unknown, at: number) =>
      new Response(JSON.stringify(body), { status: at, headers: { 'Content-Type': 'application/json' } });
    device.network.instead = (path, { method }) => {
      if (!path.includes('/recibos/')) return null;
      return method === 'DELETE' ? json({ code }, Number(status)) : json({ estado: 'anulado' }, 200);
    };
    expect(await device.session.withdraw(key, owner)).toEqual({ ok: true, value: { estado: 'anulado' } });
    // A new backend never withdraws by GET, so its answer must not be read as a withdrawal.
    device.network.instead = (path) => (path.includes('/recibos/') ? json({ code: 'not-found' }, 404) : null);
    expect(await device.session.withdraw(key, owner)).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  });

  test('[F11] is refused after a logout, without a request', async () => {
    const { fields, ...rest } = await ticket();
    const owner = await ownerOf(device);
    await device.session.logout();
    device.seen.length = 0;
    const answer = await device.session.deliver('createTicket', fields, { owner, ...rest });
    expect(answer).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(device.seen).toEqual([]);
  });

  test('[F15] never uses the tokens of another customer', async () => {
    const { fields, ...rest } = await ticket();
    const owner = await ownerOf(device);
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    // The server is told of who was displaced behind the sign-in.
    await device.session.tellLock();
    device.seen.length = 0;
    const answer = await device.session.deliver('createTicket', fields, { owner, ...rest });
    expect(answer).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(await device.session.withdraw(rest.key, owner)).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(device.seen).toEqual([]);
  });
});

test('[F55] who the customer is, is read whole while another tab signs in with a new secret', async () => {
  const { db } = device;
  const who = await device.session.customer();
  const { owner = '', ...identity } = who ?? {};
  const { readKey, nameKey, secrets } = await sessionKeys(owner, createSecrets());
  const sealed = await sealPart(readKey, owner, 'identity', identity as Identity);
  const signIn = () =>
    db.transaction('rw', db.vault, db.session, async () => {
      await db.vault.put({ id: 'reading', owner, readKey, nameKey, secrets });
      await db.session.put(sealed);
    });
  const get = db.session.get.bind(db.session) as (key: string) => Promise<SessionRow | undefined>;
  vi.spyOn(db.session, 'get').mockImplementationOnce((async (key: string) => {
    void Dexie.ignoreTransaction(signIn);
    // Whoever reads in one transaction keeps it open meanwhile.
    await Dexie.waitFor(new Promise((resolve) => setTimeout(resolve, 50)));
    return get(key);
  }) as never);
  expect(await device.session.customer()).toEqual(who);
});

test('[D29] who the customer is, is not read again when the screen is touched or a token renewed', async () => {
  const { db } = device;
  const heard = vi.fn();
  const listening = liveQuery(() => device.session.customer()).subscribe(heard);
  onTestFinished(() => listening.unsubscribe());
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
  const { owner = '' } = (await device.session.customer()) ?? {};
  await db.vault.put({ id: 'activity', at: 1 });
  await db.session.delete(partId(owner, 'access'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toHaveBeenCalledOnce();
});
