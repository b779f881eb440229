// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { fail } from '#contract/result.ts';
import { deviceKeys } from '#database/keyring.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { sealPart } from '#session/stored.ts';
import { heldTimers } from '#tests/machine.ts';
import { send } from '#tests/server/requests.ts';
import { createTestApp, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, dump, forgetEndings, forgetRenewal, readable, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const LUIS = 'guatemala@demo.test';
/** What stands on Ana's screens: her name, her number, her policies. */
const ANAS = ['MARIA FERNANDA', 'ROJAS', '112340567', '520021', ANA];

const TICKETS = pathOf('tickets');

let server: TestApp;
let device: Device;
let idUsuario: string;
let owner: string;
const onChange = vi.fn();
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, LUIS] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  await forgetEndings(server);
  device = createDevice(server, { tell: { session: onChange } });
  await signInCopied(server, ANA, device);
  const who = await device.session.customer();
  idUsuario = who?.idUsuario ?? '';
  owner = who?.owner ?? '';
});
afterEach(() => vi.clearAllMocks());

async function signIn({ session }: Device, email: string) {
  expect(await session.signIn(email, DEMO_PASSWORD)).toMatchObject({ ok: true });
}

/** From another device, ends every other session of Ana's. */
async function endElsewhere(fields: Record<string, unknown> = {}): Promise<void> {
  const { id, headers } = await server.signIn(ANA);
  const ended = await send(server.app, 'endSessions', { fields: { idUsuario: id, ...fields } }, headers);
  expect(ended.status).toBe(200);
}
const endAndErase = () => endElsewhere({ borrar: true, password: DEMO_PASSWORD });

/** Stores a draft and a queued request as the app's rows, of this owner. */
async function leaveSealed({ db }: Device, of: string) {
  const sealed = { owner: of, iv: new Uint8Array(12), bytes: new ArrayBuffer(16) };
  await db.outbox.put({ key: `q ${of}`, ...sealed, state: 'waiting', nextAt: 0 } as never);
  await db.drafts.put({ id: `d ${of}`, part: '', ...sealed } as never);
}
const kept = async ({ db }: Device) => [await db.outbox.count(), await db.drafts.count()];
const vaultIds = async ({ db }: Device) =>
  (await db.vault.toCollection().primaryKeys()).filter((id) => !/^(device$|envelope:)/.test(String(id)));
const parts = async ({ db }: Device) =>
  (await db.session.toCollection().primaryKeys()).map((id) => String(id).split(':')[1]).sort();

async function ticket() {
  const fields = { idUsuario, idTipoTicket: '1', descripcion: 'Necesito un certificado', poliza: '520021' };
  return { fields, key: crypto.randomUUID(), fingerprint: await fingerprint(fields) };
}

describe('[S30][D83] a device whose session the owner ended from elsewhere', () => {
  test('locks at once: neither keys nor tokens are left, and queue and drafts stay sealed', async () => {
    await leaveSealed(device, owner);
    await endElsewhere();
    expect(await device.session.call('tickets', { idUsuario })).toEqual(fail('unauthorised', { status: 401 }));
    expect(await device.session.state()).toBe('none');
    expect(await device.session.ended()).toBe(true);
    expect(await vaultIds(device)).toEqual(['ended']);
    expect(await parts(device)).toEqual(['identity']);
    expect(await kept(device)).toEqual([1, 1]);
    expect(readable(await dump(device.db), ANAS)).toEqual([]);
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'none', ended: true }));
    expect(await device.session.start()).toBe('none');
    expect(await device.session.ended()).toBe(true);
  });

  const ways: [string, (device: Device) => Promise<unknown>][] = [
    ['a list that is read for the mirror', ({ session }) => session.pull('policies', { cedula: '1', idUsuario }, null)],
    ['the question that a page in use asks', ({ session }) => session.ask()],
    [
      'a queued request',
      async ({ session }) => {
        const { fields, ...rest } = await ticket();
        return session.deliver('createTicket', fields, { owner, ...rest });
      },
    ],
    ['the withdrawal of a queued request', ({ session }) => session.withdraw(crypto.randomUUID(), owner)],
    [
      'the renewal of a token',
      async ({ session, time }) => {
        time.now += 61 * 24 * 60 * 60_000;
        await session.renewInternal();
      },
    ],
    ['a change of the password', ({ session }) => session.changePassword(DEMO_PASSWORD, 'Otra2027clave')],
    ['push', ({ session }) => session.callSending('unsubscribePush', { endpoint: 'https://push.example.com/1' })],
  ];
  test.each(ways)('hears of it by %s', async (_, hear) => {
    await endElsewhere();
    await hear(device);
    expect([await device.session.state(), await device.session.ended()]).toEqual(['none', true]);
  });

  test('that is locked hears of it by its send-only token, and by telling of the lock', async () => {
    await device.session.lock();
    await endElsewhere();
    await device.session.ask();
    expect([await vaultIds(device), await parts(device)]).toEqual([['ended'], ['identity']]);

    await signIn(device, ANA);
    device.network.up = false;
    await device.session.lock();
    await endElsewhere();
    device.network.up = true;
    await device.session.tellLock();
    expect([await vaultIds(device), await parts(device)]).toEqual([['ended'], ['identity']]);
  });

  test('hears of it in the worker, and every tab follows', async () => {
    const tab = createDevice(server, { name: device.db.name });
    const worker = createDevice(server, { name: device.db.name });
    const seen: (string | null)[] = [];
    const stop = tab.session.watch((now) => seen.push(now));
    await vi.waitFor(() => expect(seen).toEqual([owner]));
    await endElsewhere();
    await worker.session.ask();
    await vi.waitFor(() => expect(seen.at(-1)).toBeNull());
    expect([await tab.session.customer(), await tab.session.ended()]).toEqual([null, true]);
    stop();
  });

  test('opens with the password, offline too, and then sends what waits after a sign-in', async () => {
    await leaveSealed(device, owner);
    await endElsewhere();
    await device.session.ask();
    device.network.up = false;
    await signIn(device, ANA);
    expect(await device.session.customer()).toMatchObject({ owner });
    // Without tokens nothing is sent, and the customer is asked to sign in again (D49).
    expect([await device.session.over(), await device.session.ended()]).toEqual([true, false]);
    device.network.up = true;
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await kept(device)).toEqual([1, 1]);
    const { fields, ...rest } = await ticket();
    expect(await device.session.deliver('createTicket', fields, { owner, ...rest })).toMatchObject({ ok: true });
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'open', ended: false }));
  });

  test('that has signed in again meanwhile stays open, and the call is made with the new tokens', async () => {
    let held = 0;
    device.network.instead = async (path) => {
      if (path !== TICKETS) return null;
      held += 1;
      if (held > 1) return null;
      await endElsewhere();
      await forgetRenewal(device);
      await signIn(device, ANA);
      return null;
    };
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect([held, await device.session.state(), await device.session.ended()]).toEqual([2, 'open', false]);
  });

  test('where somebody else has signed in meanwhile says and takes nothing of theirs', async () => {
    device.network.instead = async (path) => {
      if (path !== TICKETS) return null;
      device.network.instead = null;
      await endElsewhere();
      await signIn(device, LUIS);
      return null;
    };
    await device.session.call('tickets', { idUsuario });
    expect([await device.session.state(), await device.session.ended()]).toEqual(['open', false]);
    expect((await device.session.customer())?.email).toBe(LUIS);
  });

  test('is signed out in any case: the answer to its own sign-out is no ending', async () => {
    await endElsewhere();
    expect(await device.session.logout()).toEqual({ everywhere: true, problem: null });
    expect(await device.session.ended()).toBe(false);
  });

  test('whose backend does not know the code stays readable until it signs in again (D49)', async () => {
    await endElsewhere();
    device.network.instead = async () =>
      new Response(JSON.stringify({ message: 'Tu sesión terminó' }), {
        status: 401,
        headers: { 'Content-Type': 'application/json' },
      });
    await device.session.ask();
    expect([await device.session.state(), await device.session.over()]).toEqual(['open', true]);
  });

  test('hears of it also after an unlock without a connection, once the page that could renew is gone', async () => {
    await leaveSealed(device, owner);
    await device.session.lock();
    await device.session.tellLock();
    device.network.up = false;
    await signIn(device, ANA);
    // As after a reload: what opens the renewal token was in the memory of that page alone.
    const again = createDevice(server, { name: device.db.name });
    expect([await again.session.start(), await again.session.over()]).toEqual(['open', true]);
    await endAndErase();
    await again.session.ask();
    expect([await again.session.state(), await again.session.ended()]).toEqual(['none', true]);
    expect(await kept(again)).toEqual([0, 0]);
  });

  test('locks at the next question when the device refused the first time', async () => {
    await endElsewhere();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const refused = vi.spyOn(device.db, 'transaction').mockRejectedValue(new Error('disk'));
    await device.session.ask().catch(() => undefined);
    refused.mockRestore();
    expect(await device.session.state()).toBe('open');
    await device.session.ask();
    expect(await device.session.state()).toBe('none');
  });
});

describe('[S30][D83] a device whose owner also asked to erase it', () => {
  test('deletes everything of the customer, the queue included, and says only that it was ended', async () => {
    await leaveSealed(device, owner);
    await endAndErase();
    await device.session.ask();
    const filled = (await dump(device.db)).filter(({ rows }) => rows.length > 0);
    expect(filled).toEqual([{ table: 'vault', rows: [{ id: 'ended' }, 'ended'] }]);
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ waiting: 0, ended: true }));
  });

  test('does so while locked, and leaves what another customer keeps there', async () => {
    await leaveSealed(device, owner);
    await device.session.lock();
    const other = createDevice(server, { name: device.db.name });
    await signIn(other, LUIS);
    const luis = (await other.session.customer())?.owner ?? '';
    await leaveSealed(other, luis);
    await signIn(device, ANA);
    await device.session.lock();
    await endAndErase();
    await device.session.ask();
    expect(await kept(device)).toEqual([1, 1]);
    const owners = new Set(
      (await dump(device.db)).flatMap(({ rows }) => rows.map((row) => (row as { owner?: string }).owner)),
    );
    expect([owners.has(owner), owners.has(luis)]).toEqual([false, true]);
    await signIn(other, LUIS);
    expect((await other.session.customer())?.owner).toBe(luis);
  });

  test.each([
    ['', async () => undefined],
    [', also where somebody else has signed in since', () => signIn(device, LUIS)],
  ])('leaves what is made after a sign-in with a new password%s', async (_, comes) => {
    const changed = 'Otra2027clave';
    await leaveSealed(device, owner);
    await device.session.lock();
    await device.session.tellLock();
    await endAndErase();
    const elsewhere = createDevice(server);
    await signIn(elsewhere, ANA);
    expect(await elsewhere.session.changePassword(DEMO_PASSWORD, changed)).toMatchObject({ ok: true });
    // The question whether the earlier session still stands does not arrive yet.
    device.network.instead = (path) => {
      if (path === pathOf('readTogether')) throw new TypeError('Failed to fetch');
      return null;
    };
    expect(await device.session.signIn(ANA, changed)).toMatchObject({ ok: true });
    const anew = (await device.session.customer())?.owner ?? '';
    await leaveSealed(device, anew);
    await comes();
    const here = (await device.session.customer())?.email;
    await device.session.tellLock();
    device.network.instead = null;
    await device.session.tellLock();
    expect(await elsewhere.session.changePassword(changed, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.db.outbox.toCollection().primaryKeys()).toContain(`q ${anew}`);
    expect((await device.session.customer())?.email).toBe(here);
    const hers = await device.db.session.filter((row) => row.owner === owner).primaryKeys();
    expect(hers).toEqual([`${owner}:identity`]);
  });

  describe('where somebody else has signed in since', () => {
    let luis: string;
    beforeEach(async () => {
      await leaveSealed(device, owner);
      await device.session.signIn(LUIS, DEMO_PASSWORD);
      luis = (await device.session.customer())?.owner ?? '';
      await device.session.tellLock();
    });
    /** A page that Luis opens later, once it has asked for whom he displaced. */
    async function startOfLuis() {
      await device.db.session.update(`${owner}:telling`, { askedAt: 0 });
      const page = createDevice(server, { name: device.db.name });
      expect(await page.session.start()).toBe('open');
      await page.session.tellLock();
      return page;
    }
    const keptOf = async (whose: string) => JSON.stringify(await dump(device.db)).split(whose).length > 1;

    test('deletes everything of hers at the next start, and leaves them their open session', async () => {
      await device.db.vault.put({ id: 'push', owner: luis, on: true, key: null, renewed: null });
      const before = await vaultIds(device);
      await endAndErase();
      const page = await startOfLuis();
      expect([await keptOf(owner), await keptOf(luis)]).toEqual([false, true]);
      expect(await vaultIds(page)).toEqual(before);
      expect(await page.session.customer()).toMatchObject({ owner: luis, email: LUIS });
      expect([await page.session.ended(), await page.session.over(), await kept(page)]).toEqual([false, false, [0, 0]]);
    });

    test('does so when an hour has passed since they were asked about, without another start', async () => {
      const planned = new Map<number, () => void>();
      const timers = heldTimers((ms, run) => void planned.set(ms, run));
      await endAndErase();
      device.time.now += 5 * MINUTE_MS;
      const page = createDevice(server, { name: device.db.name, time: device.time, timers });
      expect(await page.session.start()).toBe('open');
      await page.session.tellLock();
      expect(await keptOf(owner)).toBe(true);
      device.time.now += 55 * MINUTE_MS;
      planned.get(55 * MINUTE_MS)?.();
      await vi.waitFor(async () => expect(await keptOf(owner)).toBe(false));
      expect(await page.session.customer()).toMatchObject({ owner: luis });
    });

    test('asks about them each hour for as long as they are here', async () => {
      const planned = new Map<number, () => void>();
      const timers = heldTimers((ms, run) => void planned.set(ms, run));
      device.time.now += HOUR_MS;
      const page = createDevice(server, { name: device.db.name, time: device.time, timers });
      await page.session.tellLock();
      await endAndErase();
      device.time.now += HOUR_MS;
      planned.get(HOUR_MS)?.();
      await vi.waitFor(async () => expect(await keptOf(owner)).toBe(false));
    });

    test('does so where they came in without a connection', async () => {
      await signIn(device, ANA);
      device.network.up = false;
      await signIn(device, LUIS);
      await endAndErase();
      device.network.up = true;
      const page = await startOfLuis();
      expect([await keptOf(owner), await keptOf(luis), await page.session.ended()]).toEqual([false, true, false]);
      expect((await page.session.customer())?.owner).toBe(luis);
    });

    test('leaves queue and drafts of hers sealed where only the session was ended, and asks no more', async () => {
      await endElsewhere();
      const page = await startOfLuis();
      expect(await kept(page)).toEqual([1, 1]);
      const hers = await page.db.session.filter((row) => row.owner === owner).primaryKeys();
      expect(hers).toEqual([`${owner}:identity`]);
      page.seen.length = 0;
      await page.session.tellLock();
      expect(page.paths()).toEqual([]);
    });

    test('asks again at the next start when the device refused the first time, and no longer once the token is over', async () => {
      await endAndErase();
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const run = device.db.transaction.bind(device.db) as (...given: unknown[]) => never;
      const refused = vi
        .spyOn(device.db, 'transaction')
        .mockImplementation((...given: unknown[]) =>
          Array.isArray(given[1]) ? (Promise.reject(new Error('disk')) as never) : run(...given),
        );
      await device.db.session.update(`${owner}:telling`, { askedAt: 0 });
      expect(await device.session.tellLock()).toBe(false);
      refused.mockRestore();
      expect(await keptOf(`${owner}:telling`)).toBe(true);
      await forgetEndings(server);
      const page = await startOfLuis();
      expect([await keptOf(`${owner}:telling`), await kept(page)]).toEqual([false, [1, 1]]);
    });
  });
});

describe('[D83][D76] of thirty customers who were displaced', () => {
  const QUESTION = pathOf('readTogether');
  /** Who is asked about, or whose lock is told, by their tokens. */
  let told: string[];
  let answer: () => void;
  beforeEach(async () => {
    told = [];
    const { key } = await deviceKeys(device.db);
    const rows = Array.from({ length: 30 }, (_, index) =>
      sealPart(key, `o${index}`, 'telling', { token: `t${index}` }),
    );
    await device.db.session.bulkPut(await Promise.all(rows));
    const held = new Promise<void>((done) => {
      answer = done;
    });
    device.network.instead = async (path, { headers }) => {
      const [, token] = /Bearer (t\d+)$/.exec(new Headers(headers).get('authorization') ?? '') ?? [];
      if (!token) return null;
      told.push(token);
      await held;
      return Response.json(path === QUESTION ? { respuestas: [] } : {});
    };
  });

  test('none is waited for by an unlock, however long they are asked about', async () => {
    // The lock of the first is still to be told.
    await device.db.session.put({ id: 'o0:internal', owner: 'o0', iv: new Uint8Array(12), data: new ArrayBuffer(8) });
    await device.session.lock();
    await vi.waitFor(() => expect(told).toEqual(['t0']));
    await signIn(device, ANA);
    await vi.waitFor(() => expect(device.paths()).toContain(pathOf('renewSession')), { timeout: 3000 });
    expect(told).toEqual(['t0']);
    answer();
    expect(await device.session.tellLock()).toBe(true);
  });

  test('who comes back while they are asked about waits for no answer either', async () => {
    await device.db.session.filter(({ id }) => id.endsWith(':telling')).delete();
    await device.session.lock();
    expect(await device.session.tellLock()).toBe(true);
    const { key } = await deviceKeys(device.db);
    await device.db.session.put(await sealPart(key, owner, 'telling', { token: 't30' }));
    const asked = device.session.tellLock();
    await vi.waitFor(() => expect(told).toEqual(['t30']));
    await signIn(device, ANA);
    await vi.waitFor(() => expect(device.paths()).toContain(pathOf('renewSession')), { timeout: 3000 });
    answer();
    expect(await asked).toBe(true);
  });

  test('each is asked about once an hour, however often the app is opened', async () => {
    answer();
    await device.session.tellLock();
    expect(told).toHaveLength(30);
    const page = createDevice(server, { name: device.db.name, time: device.time });
    page.network.instead = device.network.instead;
    expect(await page.session.start()).toBe('open');
    await page.session.tellLock();
    expect(told).toHaveLength(30);
    device.time.now += HOUR_MS;
    await page.session.tellLock();
    expect(told).toHaveLength(60);
  });
});
