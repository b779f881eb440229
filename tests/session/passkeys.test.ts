// @module-tag depth
import { liveQuery } from 'dexie';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { forgetHeld } from '#database/held-keys.ts';
import { readingKeys } from '#database/keyring.ts';
import { policies } from '#mirror/collections.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { createReceived } from '#outbox/received.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { openSecrets } from '#session/open-secrets.ts';
import { shareHeldKeys, withKeysOfPages } from '#session/pages.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { giveLocks } from '#tests/locks.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, forgetEndings, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'ecuador@demo.test';

let server: TestApp;
let phone: SoftAuthenticator;
/** The byte that the authenticator's secret repeats. */
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

const page = (name?: string) =>
  createDevice(server, {
    ...(name && { name }),
    ...onPhone(
      () => phone,
      () => fill,
    ),
  });

/** A device with a passkey that the server knows too. */
async function withPasskey(device = page()): Promise<Device> {
  const { session } = device;
  expect(await session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toEqual({ ok: true, value: null });
  return device;
}

/** The stored rows with a reading key. */
const storedReadingKeys = async ({ db }: Device) => (await db.vault.toArray()).filter((row) => 'readKey' in row);

describe('[D56] with a passkey', () => {
  test('[S13] no reading key is stored on the device, whether the session began by password or passkey', async () => {
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

  test('[F2] whose answer is lost as it is set up is removed at the server, and can be set up again', async () => {
    const device = page();
    const { session, network } = device;
    await session.signIn(ANA, DEMO_PASSWORD);
    const idUsuario = (await session.customer())?.idUsuario ?? '';
    const atServer = async () => {
      const listed = await session.call('passkeys', { idUsuario });
      return listed.ok ? listed.value.map(({ credencial }) => credencial) : expect.fail(listed.problem.code);
    };
    const before = await atServer();
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => new Response('{', { status: 200 }),
    ];
    for (const answer of answers) {
      network.instead = async (path, init) => {
        if (init.method !== 'POST' || !path.endsWith('/usuarios/passkeys')) return null;
        expect((await server.app.request(ORIGIN + path, init)).status).toBe(200);
        return answer();
      };
      expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ ok: false });
      network.instead = null;
      expect(await atServer()).toEqual(before);
      phone = new SoftAuthenticator(ORIGIN);
    }
    expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toEqual({ ok: true, value: null });
  });

  test('adding it moves drafts and saved documents to new secrets, and the earlier ones open nothing', async () => {
    const device = page();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const before = await readingKeys(device.db);
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    await drafts.save('ticket', { descripcion: 'Lo que escribí' });
    await drafts.flush();
    const document = { policyId: '1', category: 'Póliza', createdOn: '2026-01-01', place: 0 };
    await device.mirror.saved.save(
      document,
      { name: 'a.pdf', type: 'application/pdf', bytes: secret(1) },
      await device.session.owner(),
    );
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

  test('a sign-in by password makes no new read secret, which the passkey could not open, until the passkey is removed', async () => {
    const device = await withPasskey();
    const secretsNow = async () => {
      const owner = (await readingKeys(device.db))?.owner ?? '';
      return (await openSecrets(device.db, owner))?.secrets;
    };
    const { read } = (await secretsNow()) ?? {};
    await device.session.lock();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await secretsNow()).toMatchObject({ read });
    await device.session.lock();
    expect(await device.session.unlockByPasskey()).toMatchObject({ ok: true });
    expect(await secretsNow()).toMatchObject({ read });
    expect((await device.mirror.read(policies)).groups?.[0]?.rows.length).toBeGreaterThan(0);
    await device.session.removePasskey(phone.id);
    await device.session.lock();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect((await secretsNow())?.read).not.toEqual(read);
    expect((await device.mirror.read(policies)).groups?.[0]?.rows.length).toBeGreaterThan(0);
  });

  test('screens hear that it was set up, and that it was removed', async () => {
    const device = page();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const told: string[][] = [];
    const watching = liveQuery(() => device.session.passkeysHere()).subscribe(
      (here) => void told.push(here.map(({ credential }) => credential)),
    );
    await expect.poll(() => told.at(-1)).toEqual([]);
    await withPasskey(device);
    await expect.poll(() => told.at(-1)).toEqual([phone.id]);
    expect(await device.session.removePasskey(phone.id)).toEqual({ ok: true, value: null });
    await expect.poll(() => told.at(-1)).toEqual([]);
    watching.unsubscribe();
  });

  test('setting one up drops every earlier read secret, and what they sealed is moved', async () => {
    const device = page();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const drafts = createDrafts({ db: device.db, clock: () => device.time.now });
    drafts.save('ticket', { descripcion: 'De la primera sesión' });
    await drafts.flush();
    await device.session.lock();
    await device.session.signIn(ANA, DEMO_PASSWORD);
    expect(await readingKeys(device.db)).toHaveProperty('earlierKeys');
    expect(await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ ok: true });
    expect(await readingKeys(device.db)).not.toHaveProperty('earlierKeys');
    const envelopes = (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.envelopes : []));
    expect(envelopes.map((one) => 'earlier' in one)).toEqual([false]);
    expect(await createDrafts({ db: device.db, clock: () => device.time.now }).load('ticket')).toMatchObject({
      form: { descripcion: 'De la primera sesión' },
    });
  });

  test('a cold start is locked; offline the passkey opens it, and another secret does not', async () => {
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

  test('pages pass the keys on in memory until a lock', async () => {
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

  test('[S13] a page that has not noticed a lock yet gives its keys to nobody', async () => {
    const device = page();
    const stop = shareHeldKeys(device.db);
    await withPasskey(device);
    const reading = await device.db.vault.get('reading');
    const name = reading?.id === 'reading' && 'held' in reading ? reading.held : expect.fail('no name');
    const other = new BroadcastChannel(`amparo keys ${device.db.name}`);
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => void heard.push(data);
    const answers = async () => {
      other.postMessage({ ask: name });
      for (let waited = 0; heard.length === 0 && waited < 25; waited += 1)
        await new Promise((later) => setTimeout(later, 20));
      return heard.splice(0);
    };
    expect(await answers()).toMatchObject([{ give: name }]);
    // Another page's lock is this.
    await page(device.db.name).db.vault.delete('reading');
    expect(await answers()).toEqual([]);
    other.close();
    stop();
  });

  test.each(['password', 'passkey'])(
    '[F16][D49] a sign-in again by %s that finds no room at its end leaves the session as it was, and works with room',
    async (by) => {
      const device = page();
      const stops = [shareHeldKeys(device.db)];
      await withPasskey(device);
      const again = () =>
        by === 'password' ? device.session.signInAgain(DEMO_PASSWORD) : device.session.signInAgainByPasskey();
      const makeRoom = atQuota(device.db, ({ id }: { id?: string }) => id !== 'reading');
      expect(await again()).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
      expect(await device.session.customer()).toMatchObject({ email: ANA });
      const second = page(device.db.name);
      stops.push(shareHeldKeys(second.db));
      expect(await second.session.start(), 'other pages are still given the keys').toBe('open');
      makeRoom();
      expect(await again()).toMatchObject({ ok: true });
      expect(await device.session.customer()).toMatchObject({ email: ANA });
      expect(await second.session.customer()).toMatchObject({ email: ANA });
      for (const stop of stops) stop();
    },
  );

  test('[S23] a file shared while a page has the key is the customer’s: the worker asks the page, and keeps no key', async () => {
    const receivedOn = ({ db, session, time }: Device) => createReceived({ db, session, clock: () => time.now });
    const shared = { bytes: secret(9), name: 'factura.pdf', type: 'application/pdf' };
    const first = page();
    const stop = shareHeldKeys(first.db);
    await first.session.signIn(ANA, DEMO_PASSWORD);
    await receivedOn(first).keep({ ...shared, name: 'antes.pdf' });
    await withPasskey(first);
    const worker = page(first.db.name);
    expect(await withKeysOfPages(worker.db, () => receivedOn(worker).keep(shared))).toBe(true);
    expect((await receivedOn(first).list()).map(({ name }) => name)).toEqual(['antes.pdf', 'factura.pdf']);
    expect(await receivedOn(worker).list()).toEqual([]);
    expect(await receivedOn(first).unclaimed()).toEqual([]);
    stop();
  });

  test('[S23] of two shares at once each file is the customer’s, also after the first is done', async () => {
    const receivedOn = ({ db, session, time }: Device) => createReceived({ db, session, clock: () => time.now });
    const shared = (name: string) => ({ bytes: secret(name.length), name, type: 'application/pdf' });
    const first = page();
    const stop = shareHeldKeys(first.db);
    await withPasskey(first);
    const worker = page(first.db.name);
    const keep = (name: string) => receivedOn(worker).keep(shared(name));
    let endFirst = () => {};
    const untilEnded = new Promise<void>((done) => {
      endFirst = done;
    });
    const firstShare = withKeysOfPages(worker.db, () => untilEnded);
    const secondShare = withKeysOfPages(worker.db, async () => {
      expect(await keep('a.pdf')).toBe(true);
      endFirst();
      await firstShare;
      expect(await keep('bb.pdf')).toBe(true);
    });
    await secondShare;
    expect((await receivedOn(first).list()).map(({ name }) => name).sort()).toEqual(['a.pdf', 'bb.pdf']);
    expect(await receivedOn(first).unclaimed()).toEqual([]);
    expect(await receivedOn(worker).list()).toEqual([]);
    stop();
  });

  test('an offer that was called off while its question was on its way does not end the press that came since', async () => {
    const device = await withPasskey();
    await device.session.lock();
    await device.db.session.filter(({ id }) => id.endsWith(':renewal')).delete();
    const gets = vi.spyOn(phone, 'get');
    let answer = () => {};
    device.network.instead = async (path) => {
      if (path !== pathOf('passkeySignInQuestion')) return null;
      device.network.instead = null;
      await new Promise<void>((answers) => {
        answer = answers;
      });
      return null;
    };
    const offer = new AbortController();
    const offered = device.session.unlockByPasskey(offer.signal);
    await vi.waitFor(() => expect(device.network.instead).toBeNull());
    offer.abort();
    expect(await device.session.unlockByPasskey()).toMatchObject({ ok: true });
    answer();
    expect(await offered).toMatchObject({ ok: false, problem: { text: '' } });
    expect(gets).toHaveBeenCalledTimes(1);
    expect(await device.session.state()).toBe('open');
  });

  test('the password still opens the device offline', async () => {
    const device = await withPasskey();
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    expect(await device.session.customer()).toMatchObject({ email: ANA });
  });

  test('[S19] a passkey that was removed at the server opens nothing on the device either', async () => {
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

  test('[D26] erasing the device deletes the passkey too', async () => {
    const { session, db } = await withPasskey();
    await session.logout('erase');
    expect(await db.vault.toArray()).toEqual([]);
  });

  test('[D49] the passkey renews a session that the server ended, in place, and not after a logout', async () => {
    const device = await withPasskey();
    const { session } = device;
    const who = await session.customer();
    const other = createDevice(server);
    await other.session.signIn(ANA, DEMO_PASSWORD);
    expect(await other.session.changePassword(DEMO_PASSWORD, 'Distinta2027')).toMatchObject({ ok: true });
    await forgetEndings(server);
    // Screens watch it like this, and are told of each change.
    const told: boolean[] = [];
    const watching = liveQuery(() => session.over()).subscribe((over) => void told.push(over));
    await expect.poll(() => told).toEqual([false]);
    await session.call('refunds', { idUsuario: who?.idUsuario ?? '', poliza: '520021' });
    expect(await session.over()).toBe(true);
    await expect.poll(() => told).toContain(true);
    watching.unsubscribe();
    // Offline the passkey cannot bring new tokens.
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

describe('[F2][D56] a passkey whose setting up was cut off', () => {
  let device: Device;
  /** What the server had of the customer before. */
  let before: string[];
  /** Lets the addition arrive, however late. */
  let arrive: () => Promise<unknown>;
  beforeEach(async () => {
    giveLocks();
    device = page();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
    before = await atServer();
  });
  afterEach(() => vi.unstubAllGlobals());

  async function atServer(): Promise<string[]> {
    const idUsuario = (await device.session.customer())?.idUsuario ?? '';
    const listed = await device.session.call('passkeys', { idUsuario });
    return listed.ok ? listed.value.map(({ credencial }) => credencial) : expect.fail(listed.problem.code);
  }
  const noted = async () =>
    (await device.db.vault.toCollection().primaryKeys()).filter((id) => id.startsWith('addition:'));
  const isAddition = (path: string, init: RequestInit) => init.method === 'POST' && path.endsWith('/usuarios/passkeys');

  /** The line is dead from the addition on. */
  async function cutOff(isSentBefore: boolean): Promise<void> {
    const { network, session } = device;
    network.instead = async (path, init) => {
      if (!isAddition(path, init)) return null;
      arrive = async () => expect((await server.app.request(ORIGIN + path, init)).status).toBe(200);
      if (isSentBefore) await arrive();
      network.up = false;
      throw new TypeError('Failed to fetch');
    };
    expect(await session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toMatchObject({ problem: { code: 'offline' } });
    network.instead = null;
    network.up = true;
  }

  test('is taken back at the next start', async () => {
    await cutOff(true);
    expect(await atServer()).toEqual([...before, phone.id]);
    const later = page(device.db.name);
    expect(await later.session.start()).toBe('open');
    await vi.waitFor(async () => expect(await atServer()).toEqual(before));
    await vi.waitFor(async () => expect(await noted()).toEqual([]));
  });

  test('is taken back when the connection returns', async () => {
    await cutOff(true);
    device.network.up = false;
    expect(await device.session.tellLock()).toBe(false);
    device.network.up = true;
    expect(await device.session.tellLock()).toBe(true);
    expect(await atServer()).toEqual(before);
  });

  test('is taken back before the next one is made, and that one opens the device', async () => {
    await cutOff(true);
    const create = vi.spyOn(phone, 'create');
    expect(await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toEqual({ ok: true, value: null });
    const excluded = create.mock.calls[0]?.[0].excludeCredentials as { id: string }[];
    expect(excluded.map(({ id }) => id).sort()).toEqual([...before].sort());
    expect(await atServer()).toEqual([...before, phone.id]);
    expect(await noted()).toEqual([]);
  });

  test('is taken back also when it reaches the server after that', async () => {
    await cutOff(false);
    expect(await device.session.tellLock()).toBe(true);
    await arrive();
    expect(await atServer()).toEqual([...before, phone.id]);
    expect(await device.session.tellLock()).toBe(true);
    expect(await atServer()).toEqual(before);
    expect(await noted()).toEqual([]);
  });

  test('is forgotten after ten minutes in which the server did not get it', async () => {
    const { session, time } = device;
    await cutOff(false);
    for (const minutes of [6, 5]) {
      expect(await noted()).toHaveLength(1);
      time.now += minutes * MINUTE_MS;
      await session.touch();
      await session.tellLock();
    }
    expect(await noted()).toEqual([]);
  });

  test('[D26] is forgotten with everything of its customer', async () => {
    await device.db.vault.put({ id: 'envelope:other', person: 'other', envelopes: [], aside: [] });
    await cutOff(false);
    await device.session.logout('erase');
    expect(await noted()).toEqual([]);
  });

  test('is noted only once a page that takes back has ended: it would find the new one at the server', async () => {
    let end = () => {};
    const takingBack = new Promise<void>((ended) => {
      end = ended;
    });
    void navigator.locks.request(`amparo adding ${device.db.name}`, {}, () => takingBack);
    const adding = device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono');
    await expect.poll(() => device.paths().at(-1)).toMatch(/passkeys\/nueva$/);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await noted()).toEqual([]);
    end();
    expect(await adding).toEqual({ ok: true, value: null });
    expect(await atServer()).toEqual([...before, phone.id]);
  });

  test('is none while a page is still setting it up', async () => {
    const other = page(device.db.name);
    device.network.instead = async (path, init) => {
      if (!isAddition(path, init)) return null;
      const answer = await server.app.request(ORIGIN + path, init);
      expect(await other.session.tellLock()).toBe(true);
      return answer;
    };
    expect(await device.session.addPasskey(DEMO_PASSWORD, 'Mi teléfono')).toEqual({ ok: true, value: null });
    expect(await atServer()).toEqual([...before, phone.id]);
  });
});
