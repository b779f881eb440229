import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import { policies } from '#mirror/collections.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { signInCopied } from './copied.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';

const ANA = 'internacional@demo.test';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
afterAll(() => server.close());

/** Two tabs of one device with an open session and one clock. */
async function twoTabs(): Promise<[Device, Device]> {
  const name = crypto.randomUUID();
  const one = createDevice(server, { name });
  const two = createDevice(server, { name, time: one.time });
  await signInCopied(server, ANA, one);
  return [one, two];
}

describe('[D25] a sign-in in another tab', () => {
  test('stands beside a start that found the device locked', async () => {
    const [one, two] = await twoTabs();
    await one.session.lock();
    vi.spyOn(two.db.outbox, 'count').mockImplementationOnce((async () => {
      expect(await one.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
      return 0;
    }) as never);
    expect(await two.session.start()).toBe('open');
    expect(await one.session.owner()).not.toBeNull();
  });

  test('stands beside a lock after ten minutes that was begun before it', async () => {
    const [one, two] = await twoTabs();
    one.time.now += 11 * MINUTE_MS;
    expect(await two.session.expired()).toBe(true);
    expect(await one.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await two.session.lockExpired()).toBe(false);
    expect(await one.session.owner()).not.toBeNull();
    one.time.now += 11 * MINUTE_MS;
    expect(await two.session.lockExpired()).toBe(true);
    expect(await one.session.owner()).toBeNull();
  });
});

describe('ten minutes without activity', () => {
  test('[H4.9][F14] a sign that a sleeping tab notes late takes back nothing that another tab noted since', async () => {
    const [one, two] = await twoTabs();
    one.time.now += 9 * MINUTE_MS;
    expect(await two.session.touch()).toBe(true);
    one.time.now += 2 * MINUTE_MS;
    expect(await one.session.touch(11 * MINUTE_MS)).toBe(true);
    expect(await two.session.remaining()).toBe(8 * MINUTE_MS);
  });

  test('[H4.9] count from the last activity', async () => {
    const [{ session, time }] = await twoTabs();
    time.now += 9 * MINUTE_MS;
    expect(await session.touch()).toBe(true);
    time.now += 9 * MINUTE_MS;
    expect(await session.expired()).toBe(false);
    expect(await session.remaining()).toBe(MINUTE_MS);
    time.now += MINUTE_MS;
    expect(await session.expired()).toBe(true);
  });

  test('[F14] activity in another tab counts', async () => {
    const [one, two] = await twoTabs();
    one.time.now += 9 * MINUTE_MS;
    await two.session.touch();
    one.time.now += 9 * MINUTE_MS;
    expect(await one.session.expired()).toBe(false);
  });

  test('[H4.9] activity after the ten minutes does not prolong the session', async () => {
    const [{ session, time }] = await twoTabs();
    time.now += 10 * MINUTE_MS;
    expect(await session.touch()).toBe(false);
    expect(await session.expired()).toBe(true);
  });

  test('a burst of events causes one write', async () => {
    const [{ session, time, db }] = await twoTabs();
    let writes = 0;
    db.vault.hook('updating', () => {
      writes += 1;
    });
    time.now += MINUTE_MS;
    for (let event = 0; event < 20; event++) await session.touch();
    expect(writes).toBe(1);
  });

  test('[D25] a clock that is set back locks instead of prolonging', async () => {
    const [{ session, time }] = await twoTabs();
    time.now += 8 * MINUTE_MS;
    expect(await session.expired()).toBe(false);
    time.now -= 7 * MINUTE_MS;
    expect(await session.expired()).toBe(true);
  });

  test('[D25] a start finds activity in the future and locks', async () => {
    const [, { session, time }] = await twoTabs();
    time.now -= 60 * MINUTE_MS;
    expect(await session.start()).toBe('locked');
  });

  test('[D25] a sign-in after the clock was corrected opens the session', async () => {
    const [{ session, time }] = await twoTabs();
    time.now += 8 * MINUTE_MS;
    await session.touch();
    time.now -= 60 * MINUTE_MS;
    await session.lock();
    await session.signIn(ANA, DEMO_PASSWORD);
    expect(await session.expired()).toBe(false);
    expect(await session.touch()).toBe(true);
  });
});

describe('a start', () => {
  test('[F13] within the ten minutes is open', async () => {
    const [, { session, time }] = await twoTabs();
    time.now += 9 * MINUTE_MS;
    expect(await session.start()).toBe('open');
  });

  test('[F13] [D25] after the ten minutes is locked before anything is read, and keeps the key of the queue', async () => {
    const [, { session, time, db, mirror }] = await twoTabs();
    time.now += 10 * MINUTE_MS;
    expect(await session.start()).toBe('locked');
    expect(await session.customer()).toBeNull();
    expect(await mirror.read(policies)).toMatchObject({ groups: null });
    expect(await sendingKeys(db)).not.toBeNull();
  });

  test('[D25] with a damaged identity row is locked; an online sign-in writes the row again', async () => {
    const [, { session, db, network }] = await twoTabs();
    const owner = (await session.customer())?.owner ?? '';
    const row = await db.session.get(`${owner}:identity`);
    if (!row) throw new Error('no identity is stored');
    const bytes = new Uint8Array(row.data.slice(0));
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await db.session.put({ ...row, data: bytes.buffer });
    expect(await session.start()).toBe('locked');
    network.up = false;
    expect(await session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ problem: { code: 'offline' } });
    expect(await session.state()).toBe('locked');
    network.up = true;
    expect(await session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    // The keys are the same, so nothing else on the device was touched.
    expect((await session.customer())?.owner).toBe(owner);
  });

  test('[F19] on a device whose storage was cleared finds no session', async () => {
    const [{ session, db }] = await twoTabs();
    await Promise.all(db.tables.map((table) => table.clear()));
    expect(await session.start()).toBe('none');
  });
});

describe('a lock', () => {
  test('[F14] holds in all tabs at once', async () => {
    const [one, two] = await twoTabs();
    expect(await two.session.customer()).not.toBeNull();
    await one.session.lock();
    expect(await two.session.customer()).toBeNull();
    expect(await two.session.state()).toBe('locked');
    const call = await two.session.call('tickets', { idUsuario: '1' });
    expect(call).toEqual({ ok: false, problem: { code: 'unauthorised' } });
  });

  test('[D25] deletes the reading key with one delete, and nothing else', async () => {
    const [{ session, db }] = await twoTabs();
    const before = await db.vault.toCollection().primaryKeys();
    await session.lock();
    expect(await db.vault.toCollection().primaryKeys()).toEqual(before.filter((id) => id !== 'reading'));
    expect(await readingKeys(db)).toBeNull();
  });

  test('reports how many items wait to be sent', async () => {
    const changes: unknown[] = [];
    const { session } = createDevice(server, { tell: { session: (change) => changes.push(change) } });
    await session.signIn(ANA, DEMO_PASSWORD);
    await session.lock();
    await session.logout();
    expect(changes).toEqual([
      { state: 'open', waiting: 0, passkey: false, ended: false, greeted: true },
      { state: 'locked', waiting: 0, passkey: false, ended: false, greeted: true },
      { state: 'none', waiting: 0 },
      { state: 'none', waiting: 0, passkey: false, ended: false, greeted: false },
    ]);
  });

  test('[F19] a logout is announced before the keys are deleted, so that another page does not take it for cleared storage', async () => {
    const keysWhenTold: Promise<boolean>[] = [];
    const { session, db } = createDevice(server, {
      tell: {
        session({ state }) {
          if (state === 'none') keysWhenTold.push(readingKeys(db).then((keys) => keys !== null));
        },
      },
    });
    await session.signIn(ANA, DEMO_PASSWORD);
    await session.logout('erase');
    expect(await Promise.all(keysWhenTold)).toEqual([true, false]);
  });
});
