// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { giveLocks } from '#tests/locks.ts';
import { send } from '#tests/server/requests.ts';
import { createTestApp, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, forgetEndings, forgetRenewal, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const RENEW = pathOf('renewSession');
const ACCESS = pathOf('accessToken');

let server: TestApp;
let device: Device;
let idUsuario: string;
let makeRoom = () => {};
let mayMakeDatabases = () => {};
const onChange = vi.fn();
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  await forgetEndings(server);
  device = createDevice(server, { tell: { session: onChange } });
  await signInCopied(server, ANA, device);
  idUsuario = (await device.session.customer())?.idUsuario ?? '';
});
afterEach(() => {
  makeRoom();
  mayMakeDatabases();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});
const fill = (on: Device = device) => {
  makeRoom = atQuota(on.db);
};
const vaultIds = async () =>
  (await device.db.vault.toCollection().primaryKeys()).filter((id) => !/^(device$|envelope:)/.test(String(id)));

async function endElsewhere(fields: Record<string, unknown> = {}): Promise<void> {
  const { id, headers } = await server.signIn(ANA);
  expect((await send(server.app, 'endSessions', { fields: { idUsuario: id, ...fields } }, headers)).status).toBe(200);
}

describe('[S30][D83][F16] a session that was ended from elsewhere, on a device without room', () => {
  test('ends all the same, and says why', async () => {
    await endElsewhere();
    fill();
    expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await vaultIds()).toEqual([]);
    expect(await device.session.state()).toBe('none');
    expect(await device.session.ended()).toBe(true);
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'none', ended: true }));
    makeRoom();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.ended()).toBe(false);
    expect(await device.session.logout()).toMatchObject({ everywhere: true });
    expect(await device.session.ended()).toBe(false);
  });

  test('erases the device all the same', async () => {
    await endElsewhere({ borrar: true, password: DEMO_PASSWORD });
    fill();
    await device.session.call('tickets', { idUsuario });
    expect(await device.db.vault.count()).toBe(0);
    expect(await device.db.session.count()).toBe(0);
    expect(await device.session.ended()).toBe(true);
  });
});

describe('[F16][F57] a device without room, after its connection was lost once', () => {
  /** There is no room for a new log either, which comes before the next write. */
  function loseAndFill(why = 'QuotaExceededError'): void {
    const open = indexedDB.open.bind(indexedDB);
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name === 'amparo-registro') throw new DOMException('It cannot be made', why);
      return open(name, version);
    });
    mayMakeDatabases = () => opening.mockRestore();
    device.loseConnection();
    fill();
  }

  test('locks, and is locked at each start', async () => {
    loseAndFill();
    await device.session.lock();
    expect(await device.session.state()).toBe('locked');
    expect(await device.session.start()).toBe('locked');
  });

  test('starts locked once the time is over', async () => {
    loseAndFill();
    device.time.now += 11 * MINUTE_MS;
    expect(await device.session.start()).toBe('locked');
    expect(await vaultIds()).not.toContain('reading');
  });

  // An engine whose database of the log is damaged refuses it with an error of its own.
  test.each(['QuotaExceededError', 'InvalidStateError'])(
    '[S30][D83] ends what was ended from elsewhere (%s)',
    async (why) => {
      await endElsewhere();
      loseAndFill(why);
      expect(await device.session.call('tickets', { idUsuario })).toMatchObject({ problem: { code: 'unauthorised' } });
      expect(await vaultIds()).toEqual([]);
      expect(await device.session.ended()).toBe(true);
      expect(await device.session.start()).toBe('none');
    },
  );

  test('signs out', async () => {
    loseAndFill();
    expect(await device.session.logout()).toMatchObject({ everywhere: true });
    expect(await vaultIds()).toEqual([]);
  });

  test('[D26] erases what it keeps', async () => {
    loseAndFill();
    await device.session.logout('erase');
    expect([await device.db.vault.count(), await device.db.session.count()]).toEqual([0, 0]);
  });
});

describe('[H4.9][F16] a customer in constant use, on a device without room', () => {
  test('stays signed in for ten minutes after the last activity', async () => {
    const { session, time } = device;
    fill();
    for (let minutes = 0; minutes < 30; minutes += 5) {
      time.now += 5 * MINUTE_MS;
      expect(await session.touch()).toBe(true);
    }
    expect(await session.lockExpired()).toBe(false);
    time.now += 9 * MINUTE_MS;
    expect(await session.remaining()).toBe(MINUTE_MS);
    time.now += MINUTE_MS;
    expect(await session.touch()).toBe(false);
    expect(await session.lockExpired()).toBe(true);
  });

  test('is counted by the device again once there is room', async () => {
    const { session, time } = device;
    fill();
    time.now += 5 * MINUTE_MS;
    await session.touch();
    makeRoom();
    time.now += MINUTE_MS;
    expect(await session.touch()).toBe(true);
    const other = createDevice(server, { name: device.db.name, time });
    expect(await other.session.remaining()).toBe(10 * MINUTE_MS);
  });
});

describe('[D76][F16] tokens that a device has no room for', () => {
  const tickets = () => device.session.call('tickets', { idUsuario });
  const asked = (path: string) => device.paths().filter((one) => one === path).length;

  /** The keys of a sign-in still fit, and what renews it behind does not. */
  async function unlock() {
    await device.session.lock();
    await device.session.tellLock();
    makeRoom = atQuota(device.db, ({ id }: { id: string }) => !/:(access|internal|sending|renewal)$/.test(id));
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  }

  test('serve this page after an unlock, which exchanges its renewal token once', async () => {
    await unlock();
    expect(await device.session.over()).toBe(false);
    expect([await tickets(), await tickets()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await device.session.over()).toBe(false);
    expect(asked(RENEW)).toBe(1);
    // What is exchanged again is the token that came, not the one that lies there.
    device.time.now += 31 * 24 * 60 * MINUTE_MS;
    expect(await tickets()).toMatchObject({ ok: true });
    expect(asked(RENEW)).toBe(2);
    makeRoom();
    device.time.now += MINUTE_MS;
    expect(await tickets()).toMatchObject({ ok: true });
    const parts = (await device.db.session.toCollection().primaryKeys()).map((id) => id.split(':')[1]).sort();
    expect(parts).toEqual(expect.arrayContaining(['access', 'internal', 'renewal']));
  });

  test('are stored at a contact once there is room, and serve the other tabs', async () => {
    await unlock();
    expect(await device.session.over()).toBe(false);
    expect(await tickets()).toMatchObject({ ok: true });
    makeRoom();
    device.time.now += MINUTE_MS;
    expect(await tickets()).toMatchObject({ ok: true });
    const other = createDevice(server, { name: device.db.name, time: device.time });
    expect(await other.session.over()).toBe(false);
    expect(await other.session.call('tickets', { idUsuario })).toMatchObject({ ok: true });
    expect(other.paths()).not.toEqual(expect.arrayContaining([RENEW]));
    expect(asked(RENEW)).toBe(1);
  });

  test('stay when the page reads everything anew, as in another time zone', async () => {
    await unlock();
    expect(await device.session.over()).toBe(false);
    expect(await tickets()).toMatchObject({ ok: true });
    device.mirror.forget();
    expect(await tickets()).toMatchObject({ ok: true });
    expect(asked(RENEW)).toBe(1);
  });

  describe('beside another tab', () => {
    /** Tokens were renewed in this page's memory alone; the other tab has those that came before. */
    async function renewedHere(timers = thisMachine.timers) {
      giveLocks();
      await forgetRenewal(device);
      device.network.up = false;
      await device.session.lock();
      await device.session.tellLock();
      expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
      device.network.up = true;
      fill();
      expect(await tickets()).toMatchObject({ ok: true });
      expect(await device.session.call('passkeys', { idUsuario })).toMatchObject({ ok: true });
      const { session } = createDevice(server, { name: device.db.name, time: device.time, timers });
      const overs = async () => [await device.session.over(), await session.over()];
      return { session, overs, there: () => session.call('tickets', { idUsuario }) };
    }

    test('[D49] are not lost to another tab that is refused with the ones before, which alone asks for a sign-in', async () => {
      const after = (ms: number, run: () => void) => thisMachine.timers.after(ms === 200 ? 10 : ms, run);
      const { session, overs, there } = await renewedHere({ ...thisMachine.timers, after });
      const told = vi.fn();
      session.refusals.subscribe(told);
      expect(await there()).toMatchObject({ problem: { code: 'unauthorised' } });
      expect(told).toHaveBeenCalledOnce();
      expect(await overs()).toEqual([false, true]);
      makeRoom();
      device.time.now += MINUTE_MS;
      expect([await tickets(), await there()]).toMatchObject([{ ok: true }, { ok: true }]);
      expect(await overs()).toEqual([false, false]);
    });

    test('[D49] serve it once there is room, also while the page that holds them is hidden and asks for nothing', async () => {
      const { overs, there } = await renewedHere();
      makeRoom();
      expect(await there()).toMatchObject({ ok: true });
      expect(await overs()).toEqual([false, false]);
    });
  });

  test('end with the session that was ended from elsewhere', async () => {
    await unlock();
    expect(await tickets()).toMatchObject({ ok: true });
    await endElsewhere();
    expect(await tickets()).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.state()).toBe('none');
  });

  test('are not fetched again for each call', async () => {
    await device.db.session.delete(`${await device.session.owner()}:access`);
    fill();
    expect([await tickets(), await tickets()]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(asked(ACCESS)).toBe(1);
  });

  test('[D49] ask for a sign-in once the server refuses them', async () => {
    fill();
    device.network.instead = () => Response.json({ code: 'unauthorised' }, { status: 401 });
    expect(await tickets()).toMatchObject({ problem: { code: 'unauthorised' } });
    expect(await device.session.over()).toBe(true);
  });
});

describe('[F16] what the server has changed, on a device that has no room to follow', () => {
  const NEXT = 'Distinta2027';
  const envelopes = async () =>
    (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.envelopes : [])).length;

  test('is a changed password, and either opens the device until the next sign-in', async () => {
    const real = device.network.instead;
    device.network.instead = (path) => {
      if (path === pathOf('changePassword')) fill();
      return null;
    };
    expect(await device.session.changePassword(DEMO_PASSWORD, NEXT)).toEqual({ ok: true, value: null });
    device.network.instead = real;
    expect(await envelopes()).toBe(2);
    makeRoom();
    expect(await device.session.signIn(ANA, NEXT)).toMatchObject({ ok: true });
    expect(await envelopes()).toBe(1);
    expect(await device.session.changePassword(NEXT, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('or cannot be written for another reason', async () => {
    device.network.instead = (path) => {
      if (path === pathOf('changePassword')) vi.spyOn(device.db.vault, 'put').mockRejectedValueOnce(new Error('gone'));
      return null;
    };
    expect(await device.session.changePassword(DEMO_PASSWORD, NEXT)).toEqual({ ok: true, value: null });
    expect(await device.session.changePassword(NEXT, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });

  test('or a refused one, and its answer is told', async () => {
    device.network.instead = (path) => {
      if (path !== pathOf('changePassword')) return null;
      fill();
      return Response.json({ code: 'invalid', message: 'no' }, { status: 422 });
    };
    expect(await device.session.changePassword(DEMO_PASSWORD, NEXT)).toMatchObject({ problem: { code: 'invalid' } });
  });

  test('is an email, and nobody is told that it failed', async () => {
    fill();
    const owner = (await device.session.owner()) ?? '';
    await expect(device.session.moveToEmail('nueva@demo.test', owner)).resolves.toBeUndefined();
    expect((await device.session.customer())?.email).toBe(ANA);
  });
});

describe('[D25][F16] what lies under an earlier password, on a device without room', () => {
  async function withEarlier(): Promise<void> {
    const { db } = device;
    const [row] = (await db.vault.toArray()).flatMap((one) => ('envelopes' in one ? [one] : []));
    if (!row?.envelopes[0]) throw new Error('no envelope');
    await db.vault.put({ ...row, aside: [{ ...row.envelopes[0], owner: 'earlier' }] });
    const sealed = { owner: 'earlier', iv: new Uint8Array(12), data: new ArrayBuffer(16) };
    await db.outbox.put({ key: 'q', ...sealed, state: 'waiting', nextAt: 0 } as never);
  }

  test('is discarded all the same, and its envelope once there is room', async () => {
    await withEarlier();
    expect(await device.session.sealedQueue()).toMatchObject({ waiting: 1 });
    fill();
    await device.session.discardSealedQueue();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.session.sealedQueue()).toMatchObject({ waiting: 0, drafts: 0 });
  });
});
