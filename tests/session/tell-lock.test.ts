// @module-tag depth
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fingerprint } from '#contract/fingerprint.ts';
import { readingKeys } from '#database/keyring.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { readPart } from '#session/stored.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetRenewal, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'ecuador@demo.test';
const LOCK_PATH = '/api/usuarios/bloquear';

let server: TestApp;
let device: Device;
let idUsuario: string;
/** The tokens that are stored on the device while the session is open. */
let stored: { bearer: string; internal: string };
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  device = createDevice(server);
  await signInCopied(server, ANA, device);
  idUsuario = (await device.session.customer())?.idUsuario ?? '';
  stored = await tokensOf(device);
  device.seen.length = 0;
});

async function tokensOf({ db }: Device) {
  const keys = await readingKeys(db);
  if (!keys) throw new Error('locked');
  const [access, internal] = await Promise.all([
    readPart(db, keys.readKey, keys.owner, 'access'),
    readPart(db, keys.readKey, keys.owner, 'internal'),
  ]);
  return { bearer: access?.token ?? '', internal: internal?.token ?? '' };
}

/** For each call that a thief with these tokens can try, whether it succeeds. */
async function thiefReads({ bearer, internal }: typeof stored): Promise<boolean[]> {
  const policyId = '520021';
  const answers = [
    await device.api.call('tickets', { idUsuario }, { bearer }),
    await device.api.call('payments', { policyId }, { internal }),
    await device.api.call('accessToken', { cedula: '112340567' }, { internal }),
  ];
  return answers.map(({ ok }) => ok);
}

const parts = async ({ db }: Device) =>
  (await db.session.toCollection().primaryKeys()).map((id) => String(id).split(':')[1]).sort();
const tickets = () => device.session.call('tickets', { idUsuario });

async function ticket() {
  const fields = { idUsuario, idTipoTicket: '1', descripcion: 'Necesito un certificado', poliza: '520021' };
  return { fields, key: crypto.randomUUID(), fingerprint: await fingerprint(fields) };
}

describe('[D57] [S13] a lock', () => {
  test('makes the tokens on the device invalid at the server, and deletes them', async () => {
    await device.session.lock();
    expect(await device.session.tellLock()).toBe(true);
    expect(device.paths()).toEqual([LOCK_PATH]);
    expect(device.seen[0]?.headers.get('Amparo-Internal-Token')).toBeNull();
    expect(await parts(device)).toEqual(['address', 'identity', 'renewal', 'sending']);
    expect(await thiefReads(stored)).toEqual([false, false, false]);
  });

  test('that is told late ends nothing of who signed in meanwhile', async () => {
    await device.session.lock();
    await forgetRenewal(device);
    device.network.instead = async (path) => {
      if (path !== LOCK_PATH) return null;
      device.network.instead = null;
      // It replaces the sign-in of this browser, so that the server no longer knows the token of the report.
      expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
      expect(await tickets()).toMatchObject({ ok: true });
      return null;
    };
    expect(await device.session.tellLock()).toBe(true);
    expect([(await tickets()).ok, await device.session.over()]).toEqual([true, false]);
  });

  test('[F30] does not stop the queue, nor an item that is being sent', async () => {
    const owner = (await device.session.customer())?.owner ?? '';
    const { fields, ...rest } = await ticket();
    const late = await ticket();
    device.network.instead = async (path) => {
      if (path !== '/api/tickets/create') return null;
      device.network.instead = null;
      await device.session.lock();
      await device.session.tellLock();
      return null;
    };
    const answers = [
      await device.session.deliver('createTicket', fields, { owner, ...rest }),
      await device.session.deliver('createTicket', late.fields, { owner, ...late }),
    ];
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await device.session.state()).toBe('locked');
  });

  test('ends no token of another device', async () => {
    const other = createDevice(server);
    await other.session.signIn(ANA, DEMO_PASSWORD);
    await device.session.lock();
    await device.session.tellLock();
    expect(await other.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
  });

  test('is followed by new tokens at the next sign-in', async () => {
    await device.session.lock();
    await device.session.tellLock();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
    expect(await tokensOf(device)).not.toMatchObject(stored);
  });

  test('is not reported while the session is open', async () => {
    expect(await device.session.tellLock()).toBe(true);
    expect(device.seen).toEqual([]);
  });

  test('that is noticed at a start is reported too', async () => {
    device.time.now += 11 * 60_000;
    expect(await device.session.start()).toBe('locked');
    await vi.waitFor(() => expect(device.seen).toMatchObject([{ path: LOCK_PATH, status: 200 }]));
    expect(await thiefReads(stored)).toEqual([false, false, false]);
  });

  test('whose report is on its way during a sign-in leaves the new session alone', async () => {
    await device.session.lock();
    device.network.instead = async (path) => {
      if (path !== LOCK_PATH) return null;
      await device.session.signIn(ANA, DEMO_PASSWORD);
      // Long enough for a renewal that waits for nothing.
      await new Promise((resolve) => setTimeout(resolve, 300));
      stored = await tokensOf(device);
      return null;
    };
    await device.session.tellLock();
    // A renewal would bring others, and hide that they were deleted.
    expect(await tokensOf(device)).toEqual(stored);
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await parts(device)).toEqual(['access', 'address', 'identity', 'internal', 'renewal', 'sending']);
  });

  test('[D76] whose report arrives after the renewal that follows it leaves the new tokens; the next lock ends them', async () => {
    let bearer = '';
    device.network.instead = (path, { headers }) => {
      if (path !== LOCK_PATH) return null;
      bearer = new Headers(headers).get('Authorization')?.slice('Bearer '.length) ?? '';
      return Response.json({ code: 'unavailable' }, { status: 503 });
    };
    await device.session.lock();
    await device.session.tellLock();
    device.network.instead = null;
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await tickets()).toMatchObject({ ok: true });
    stored = await tokensOf(device);
    expect(await device.api.call('lock', {}, { bearer })).toMatchObject({ ok: true });
    expect(await thiefReads(stored)).toEqual([true, true, true]);
    await device.session.lock();
    await device.session.tellLock();
    expect(await thiefReads(stored)).toEqual([false, false, false]);
  });
});

describe('[D57] a lock without a connection', () => {
  const untold = vi.fn();
  beforeEach(async () => {
    untold.mockClear();
    device = createDevice(server, { tell: { untold } });
    await device.session.signIn(ANA, DEMO_PASSWORD);
    stored = await tokensOf(device);
    device.network.up = false;
    device.seen.length = 0;
    await device.session.lock();
    expect(await device.session.tellLock()).toBe(false);
  });

  test('is reported later by the worker, at the next contact', async () => {
    expect(untold).toHaveBeenCalled();
    device.network.up = true;
    expect((await thiefReads(stored)).at(-1)).toBe(true);
    const worker = createDevice(server, { name: device.db.name });
    expect(await worker.session.tellLock()).toBe(true);
    expect(await thiefReads(stored)).toEqual([false, false, false]);
    expect(await parts(device)).toEqual(['address', 'identity', 'renewal', 'sending']);
  });

  test('and an offline unlock: the first contact exchanges both tokens without asking the customer', async () => {
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await tickets()).toMatchObject({ problem: { code: 'offline' } });
    device.network.up = true;
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
    expect(await thiefReads(stored)).toEqual([false, false, false]);
    device.seen.length = 0;
    expect(await tickets()).toMatchObject({ ok: true });
    expect(device.paths()).toEqual(['/api/tickets/getTicketsByPoliza']);
  });

  test('that is reported during a new unlock renews it (D76), and asks in place (D49) at a backend without renewal', async () => {
    await lockedMeanwhile();
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
    device.network.up = false;
    await device.session.lock();
    await device.session.tellLock();
    await forgetRenewal(device);
    await lockedMeanwhile();
    expect(await tickets()).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.over()).toBe(true);
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await tickets()).toMatchObject({ ok: true });
  });

  /** The server hears of the lock while the device is unlocked without a connection. */
  async function lockedMeanwhile() {
    device.network.instead = async (path) => {
      if (path !== LOCK_PATH) return null;
      device.network.instead = null;
      device.network.up = false;
      await device.session.signIn(ANA, DEMO_PASSWORD);
      await device.session.over();
      device.network.up = true;
      return null;
    };
    device.network.up = true;
    expect(await device.session.tellLock()).toBe(true);
  }
});

describe('[D57] [S13] the sign-in of somebody else on the same device', () => {
  const luis = () => device.session.signIn(LUIS, DEMO_PASSWORD);

  /** Both have been here, and the server knows all of it. */
  async function backAfterLuis() {
    await luis();
    await device.session.tellLock();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    await device.session.tellLock();
    expect(await tickets()).toMatchObject({ ok: true });
  }

  test('ends the tokens of who was here, who has not locked', async () => {
    await luis();
    await device.session.tellLock();
    expect(await thiefReads(stored)).toEqual([false, false, false]);
    expect(await parts(device)).toEqual([
      ...[
        'access',
        'address',
        'identity',
        'identity',
        'internal',
        'renewal',
        'renewal',
        'sending',
        'sending',
        'telling',
      ],
    ]);
    expect(await device.session.over()).toBe(false);
  });

  test('ends them at the next contact, when the lock could not be told and they came in without a connection', async () => {
    await backAfterLuis();
    stored = await tokensOf(device);
    device.network.up = false;
    await device.session.lock();
    expect(await luis()).toMatchObject({ ok: true });
    expect(await device.session.tellLock()).toBe(false);
    device.network.up = true;
    expect((await thiefReads(stored)).at(-1)).toBe(true);
    const page = createDevice(server, { name: device.db.name });
    expect(await page.session.start()).toBe('open');
    await vi.waitFor(() => expect(page.seen).toMatchObject([{ path: LOCK_PATH, status: 200 }]));
    expect(await page.session.tellLock()).toBe(true);
    // It is told once. Later starts ask whether the session was ended from elsewhere.
    expect(page.paths().filter((path) => path === LOCK_PATH)).toHaveLength(1);
    expect(await thiefReads(stored)).toEqual([false, false, false]);
  });

  test('[F30] leaves what waits, and who was here goes on without a question', async () => {
    await luis();
    await device.session.tellLock();
    device.network.up = false;
    await device.session.signIn(ANA, DEMO_PASSWORD);
    device.network.up = true;
    const { fields, ...rest } = await ticket();
    const owner = (await device.session.customer())?.owner ?? '';
    expect(await device.session.deliver('createTicket', fields, { owner, ...rest })).toMatchObject({ ok: true });
    expect(device.paths().at(-1)).toBe('/api/tickets/create');
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.over()).toBe(false);
  });

  test('is told no more once who was here is back', async () => {
    await backAfterLuis();
    device.network.up = false;
    await luis();
    expect(await device.session.tellLock()).toBe(false);
    await device.session.signIn(ANA, DEMO_PASSWORD);
    device.network.up = true;
    device.seen.length = 0;
    expect(await tickets()).toMatchObject({ ok: true });
    expect(await device.session.tellLock()).toBe(true);
    expect(device.paths()).not.toContain(LOCK_PATH);
  });
});

describe('[D57] a backend', () => {
  test.each([404, 405])(
    'that answers %s does not know the call, and the tokens stay for the next unlock',
    async (status) => {
      const codes = { 404: 'not-found', 405: 'method-not-allowed' };
      device.network.instead = (path) =>
        path === LOCK_PATH ? Response.json({ code: codes[status as 404] }, { status }) : null;
      await device.session.lock();
      expect(await device.session.tellLock()).toBe(true);
      device.network.up = false;
      await device.session.signIn(ANA, DEMO_PASSWORD);
      device.network.up = true;
      expect(await tickets()).toMatchObject({ ok: true });
    },
  );

  test('that has been told once is not told again', async () => {
    await device.session.lock();
    await device.session.tellLock();
    expect(await device.session.tellLock()).toBe(true);
    expect(device.paths()).toEqual([LOCK_PATH]);
  });
});
