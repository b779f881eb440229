// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepLastHome } from '#database/keep-last-home.ts';
import { readingKeys, sendingKeys } from '#database/keyring.ts';
import { readLastHome } from '#database/last-home.ts';
import { contextOf } from '#database/row-context.ts';
import { whenNoneWaits } from '#database/rows-in-memory.ts';
import { sealRow } from '#database/sealed.ts';
import { partsOf, readTables, tableNames } from '#database/sealed-parts.ts';
import { bills, payments, policies, refunds } from '#mirror/collections.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { absorbLocked, listReceipts, sealReceipt } from '#outbox/receipts.ts';
import { createReceived } from '#outbox/received.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { openSecrets } from '#session/open-secrets.ts';
import { sealRowsAgain } from '#session/seal-again.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { giveLocks } from '#tests/locks.ts';
import { fillDevice } from '#tests/outbox/full-device.ts';
import { createTestApp, pathOf, type TestApp } from '#tests/server/test-app.ts';
import { openBytes } from '#vault/codec.ts';
import { importKeys, MAX_EARLIER, type Secrets } from '#vault/keys.ts';
import { putRows, type Rows, rowsOf, signInCopied } from './copied.ts';
import { createDevice, type Device, forgetRenewal, SERVER_START_MS } from './device.ts';

const ANA = 'costarica@demo.test';
const POLICY = '520021';
const NEW_PASSWORD = 'Distinta2027';
const DOCUMENT = { policyId: POLICY, category: 'Póliza', createdOn: '2026-01-01', place: 0 };
const always = async () => true;

let server: TestApp;
let device: Device;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
beforeEach(async () => {
  giveLocks();
  device = createDevice(server);
  await signInCopied(server, ANA, device);
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => server.close());

async function signIn(at = device, password = DEMO_PASSWORD): Promise<void> {
  expect(await at.session.signIn(ANA, password)).toMatchObject({ ok: true });
}

/** Locks it and signs in once more. */
async function returnLater(at = device): Promise<void> {
  await at.session.lock();
  await signIn(at);
}

const draftsOf = ({ db, time }: Device) => createDrafts({ db, clock: () => time.now });

async function keysNow({ db } = device) {
  const keys = await readingKeys(db);
  if (!keys) throw new Error('locked');
  return keys;
}

async function secretsNow(at = device): Promise<Secrets> {
  const open = await openSecrets(at.db, (await keysNow(at)).owner);
  if (!open) throw new Error('no secrets');
  return open.secrets;
}

/** Writes something into each table that is sealed for reading. */
async function fill(at = device): Promise<void> {
  const { db, mirror, time } = at;
  for (const collection of [policies, refunds, payments]) await mirror.pull<unknown>(collection, POLICY);
  await mirror.paying.leave(POLICY, { billNo: '1', amount: 10, currency: 'USD' });
  await mirror.saved.save(
    DOCUMENT,
    { name: 'a.pdf', type: 'application/pdf', bytes: new ArrayBuffer(2000) },
    await at.session.owner(),
  );
  const drafts = draftsOf(at);
  drafts.save('ticket', { descripcion: 'Lo que escribí' });
  await drafts.saveFile('ticket', 'foto', { bytes: new ArrayBuffer(3000), name: 'f.jpg', type: 'image/jpeg' });
  await drafts.flush();
  const { owner, readKey } = await keysNow(at);
  await keepLastHome(db, owner, { drawn: 'home' });
  const clave = crypto.randomUUID();
  const recibo = { clave, tipo: 'ticket.create', numero: 'T-1', fecha: '2026-11-23T00:00:00Z' } as const;
  const receipt = { recibo, answer: {}, label: {}, policy: null };
  await db.receipts.put(await sealReceipt(receipt, readKey, { key: clave, owner, at: time.now, under: 'read' }));
  const news = { kind: 'refund-approved', about: '1', policyId: POLICY, facts: {} };
  const sealed = await sealRow(readKey, news, { table: 'news', row: 'n', owner });
  await db.news.put({ id: 'n', owner, at: time.now, read: false, ...sealed });
}

/** The tables in which a read secret opens something. */
async function openedBy(secrets: Pick<Secrets, 'read' | 'send'>, { db } = device): Promise<string[]> {
  const { readKey } = await importKeys(secrets);
  const found = new Set<string>();
  for (const table of readTables) {
    for (const row of await db.table(table).toArray()) {
      for (const { sealed, context } of partsOf(table, row, 'read')) {
        const opened = await openBytes(readKey, sealed, contextOf({ ...context, owner: row.owner }));
        if (opened) found.add(table);
      }
    }
  }
  return [...found].sort();
}

/** Everything of `fill` is readable, by a page that has just started. */
async function isWhole(name: string, what = ''): Promise<void> {
  const page = createDevice(server, { name });
  page.network.up = false;
  expect(await page.session.signIn(ANA, DEMO_PASSWORD), what).toMatchObject({ ok: true });
  expect(await page.session.customer(), what).toMatchObject({ email: ANA });
  for (const collection of [policies, refunds, payments]) {
    const read = await page.mirror.read<unknown>(collection, POLICY);
    expect([read.damaged, (read.groups?.length ?? 0) > 0], what).toEqual([false, true]);
  }
  const [paid, listed] = [await page.mirror.locate(payments, POLICY), await page.mirror.locate(bills, POLICY)];
  if (!paid || !listed) throw new Error(what);
  expect(await page.mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD'), what).toHaveLength(1);
  const [saved] = await page.mirror.saved.list();
  expect((await page.mirror.saved.open(saved?.id ?? ''))?.bytes.byteLength, what).toBe(2000);
  expect(await draftsOf(page).load('ticket'), what).toMatchObject({
    form: { descripcion: 'Lo que escribí' },
    files: { foto: { name: 'f.jpg' } },
  });
  expect(await listReceipts(page.db), what).toHaveLength(1);
  expect(await page.mirror.news.list(), what).toMatchObject([{ about: '1' }]);
  page.db.close();
}

describe('[D56] without a passkey the read secret', () => {
  test('[S13] is another after each online sign-in, and the same after an unlock without a connection', async () => {
    const seen = [await secretsNow()];
    await returnLater();
    seen.push(await secretsNow());
    expect(await device.session.signInAgain(DEMO_PASSWORD)).toMatchObject({ ok: true });
    seen.push(await secretsNow());
    expect(new Set(seen.map(({ read }) => read.join())).size).toBe(3);
    device.network.up = false;
    await forgetRenewal(device);
    await returnLater();
    expect((await secretsNow()).read).toEqual(seen[2]?.read);
  });

  test('[S13][D76] is another after each unlock that the renewal token stands for, up to as many as wait to be dropped', async () => {
    const seen = new Set<string>();
    for (let times = 0; times < MAX_EARLIER + 3; times += 1) {
      await returnLater();
      seen.add((await secretsNow()).read.join());
    }
    expect(seen.size).toBe(MAX_EARLIER);
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    const before = await secretsNow();
    await returnLater();
    expect((await secretsNow()).read).not.toEqual(before.read);
  });

  test('[S13] of an earlier sign-in opens nothing that is written since, and no row once all are sealed again', async () => {
    const first = await secretsNow();
    await fill();
    const all = await openedBy(first);
    expect(all).toEqual(expect.arrayContaining(['drafts', 'lastHomes', 'news', 'payments', 'pulls', 'receipts']));
    await returnLater();
    await Promise.all(
      [...readTables].filter((name) => name !== 'session').map((name) => device.db.table(name).clear()),
    );
    await fill();
    expect(await openedBy(await secretsNow())).toEqual(all);
    expect(await openedBy(first)).toEqual([]);

    const second = await secretsNow();
    await returnLater();
    expect(await openedBy(second)).not.toEqual([]);
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    for (const earlier of [first, second]) expect(await openedBy(earlier)).toEqual([]);
    expect(await openedBy(await secretsNow())).toEqual(all);
    await isWhole(device.db.name);
  });

  test('[S13] leaves envelope and keyring once no row needs it', async () => {
    await fill();
    await returnLater();
    expect(await keysNow()).toHaveProperty('earlierKeys');
    await sealRowsAgain(device.db, always);
    expect(await keysNow()).not.toHaveProperty('earlierKeys');
    expect(await secretsNow()).not.toHaveProperty('earlier');
    const envelopes = (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.envelopes : []));
    expect(envelopes.map((envelope) => 'earlier' in envelope)).toEqual([false]);
    await isWhole(device.db.name);
  });

  test('of an earlier sign-in cannot open the later one beside the key', async () => {
    const first = await secretsNow();
    await returnLater();
    const { secrets, owner } = await keysNow();
    const { readKey } = await importKeys(first);
    const context = contextOf({ table: 'vault', row: 'reading', owner });
    expect(secrets && (await openBytes(readKey, secrets, context))).toBeNull();
  });

  test('stays the same while too many earlier ones are still needed', async () => {
    for (let visit = 0; visit < MAX_EARLIER; visit += 1) await returnLater();
    const full = await secretsNow();
    expect(full.earlier).toHaveLength(MAX_EARLIER);
    await returnLater();
    expect((await secretsNow()).read).toEqual(full.read);
    await sealRowsAgain(device.db, always);
    await returnLater();
    expect((await secretsNow()).read).not.toEqual(full.read);
  });
});

describe('[D56] rows under an earlier read secret', () => {
  test('are found and read as before, and nothing is pulled for it', async () => {
    await fill();
    await returnLater();
    await isWhole(device.db.name);
    await signIn();
    const before = device.seen.length;
    for (const collection of [refunds, payments]) {
      expect(await device.mirror.freshen<unknown>(collection, POLICY)).toMatchObject({ ok: true });
    }
    // The payment page that was left for makes the payments worth asking for, with the ETag that is still known.
    const asked = device.seen.slice(before).filter(({ status }) => status !== 304);
    // The unlock is renewed behind the screen, whenever its turn comes.
    expect(asked.map(({ path }) => path).filter((path) => path !== pathOf('renewSession'))).toEqual([]);
  });

  test('are read and written by a second tab that was open before', async () => {
    await fill();
    const tab = createDevice(server, { name: device.db.name });
    const drafts = draftsOf(tab);
    expect(await drafts.load('ticket')).toMatchObject({ form: { descripcion: 'Lo que escribí' } });
    drafts.save('ticket', { descripcion: 'En la otra pestaña' });
    await returnLater();
    await drafts.flush();
    await sealRowsAgain(device.db, always);
    expect(await tab.session.customer()).toMatchObject({ email: ANA });
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'En la otra pestaña' } });
    drafts.save('ticket', { descripcion: 'Y después' });
    await drafts.flush();
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'Y después' } });
    expect((await tab.mirror.read(refunds, POLICY)).damaged).toBe(false);
    tab.db.close();
  });

  test('[F12] of a draft in hand count as unchanged, in this tab and the other', async () => {
    const tab = createDevice(server, { name: device.db.name });
    const both = [draftsOf(device), draftsOf(tab)] as const;
    both[0].save('ticket', { descripcion: 'A medias' });
    await both[0].flush();
    for (const drafts of both) await drafts.load('ticket');
    const stops = both.map((drafts) => drafts.watch('ticket'));
    const elsewhere = () => both.map((drafts) => drafts.elsewhere('ticket'));
    await returnLater();
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(elsewhere()).toEqual([null, null]);
    // Both were looking: what a third tab types is seen.
    const third = draftsOf(device);
    third.save('ticket', { descripcion: 'De otra pestaña' });
    await third.flush();
    await expect.poll(elsewhere).toEqual(['changed', 'changed']);
    for (const stop of stops) stop();
    tab.db.close();
  });

  test('[F36] that wait in memory for room keep their key on the device', async () => {
    const drafts = draftsOf(device);
    const makeRoom = fillDevice(device.db);
    drafts.save('ticket', { descripcion: 'No cabía' });
    expect(await drafts.flush()).toMatchObject({ ok: false });
    await returnLater();
    expect(await sealRowsAgain(device.db, always)).toBe(false);
    makeRoom();
    expect(await drafts.flush()).toMatchObject({ ok: true });
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'No cabía' } });
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'No cabía' } });
  });

  test('[F36] that are typed and not written yet keep their key on the device, however late the page writes them', async () => {
    // A frozen page: its timers stand still. Drafts take them when they are made.
    const timers = vi.spyOn(device.db.machine.timers, 'after').mockImplementation(() => () => {});
    const drafts = draftsOf(device);
    drafts.save('ticket', { descripcion: 'Antes de congelarse' });
    // It has read the keys that the return replaces.
    await vi.waitFor(async () => expect(await whenNoneWaits(device.db, always)).toBe(false));
    await returnLater();
    expect(await sealRowsAgain(device.db, always)).toBe(false);
    timers.mockRestore();
    expect(await drafts.flush()).toMatchObject({ ok: true });
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'Antes de congelarse' } });
    // One that is discarded keeps nothing.
    drafts.save('ticket', { descripcion: 'No la quiero' });
    await drafts.discard('ticket');
    await returnLater();
    expect(await sealRowsAgain(device.db, always)).toBe(true);
  });

  test('[F36] of a file that is being written keep their key on the device', async () => {
    const drafts = draftsOf(device);
    const isFree = () => whenNoneWaits(device.db, always);
    const saving = drafts.saveFile('ticket', 'foto', {
      bytes: new ArrayBuffer(3000),
      name: 'f.jpg',
      type: 'image/jpeg',
    });
    expect(await isFree()).toBe(false);
    expect(await saving).toMatchObject({ ok: true });
    expect(await isFree()).toBe(true);
  });

  /** Just before the first write of the table, another tab returns and drops what it can of the earlier keys. */
  function sleepsBefore(table: string): () => boolean {
    const { db } = device;
    const { transaction } = db;
    let slept = false;
    db.transaction = (async (...request: Parameters<typeof transaction>) => {
      const tables = request.slice(1, -1).flat() as unknown as (string | { name: string })[];
      if (!slept && request[0] === 'rw' && tables.some((one) => (typeof one === 'string' ? one : one.name) === table)) {
        slept = true;
        const other = createDevice(server, { name: db.name });
        await returnLater(other);
        await sealRowsAgain(other.db, always);
        other.db.close();
      }
      return transaction.apply(db, request);
    }) as typeof transaction;
    return () => slept;
  }

  const file = { name: 'a.pdf', type: 'application/pdf', bytes: new ArrayBuffer(2000) };
  const received = () => createReceived({ db: device.db, session: device.session, clock: () => device.time.now });
  const openShared = async () => {
    const [one] = await received().list();
    return (await received().open(one?.id ?? ''))?.bytes.byteLength;
  };

  test.each<{
    what: string;
    table: string;
    before?: () => Promise<unknown>;
    write: () => Promise<unknown>;
    read: () => Promise<unknown>;
    is: unknown;
  }>([
    {
      what: 'a receipt',
      table: 'receipts',
      before: async () => {
        const ticket = {
          idUsuario: (await device.session.customer())?.idUsuario ?? '',
          idTipoTicket: '1',
          poliza: POLICY,
        };
        await device.outbox.enqueue('ticket.create', { ...ticket, descripcion: 'Se durmió' });
      },
      write: () => device.outbox.drain(),
      read: async () => (await listReceipts(device.db)).length,
      is: 1,
    },
    {
      what: 'a receipt that came during a lock',
      table: 'receipts',
      before: async () => {
        const sending = await sendingKeys(device.db);
        if (!sending) throw new Error('no key');
        const clave = crypto.randomUUID();
        const recibo = { clave, tipo: 'ticket.create', numero: 'T-1', fecha: '2026-11-23T00:00:00Z' } as const;
        const row = { key: clave, owner: sending.owner, at: 1, under: 'send' } as const;
        await device.db.receipts.put(
          await sealReceipt({ recibo, answer: {}, label: {}, policy: null }, sending.sendKey, row),
        );
      },
      write: () => absorbLocked(device.db, device.mirror),
      read: async () => [
        (await device.db.receipts.toArray()).map(({ under }) => under),
        (await listReceipts(device.db)).length,
      ],
      is: [['read'], 1],
    },
    {
      what: 'a saved document',
      table: 'savedDocuments',
      write: async () => device.mirror.saved.save(DOCUMENT, file, await device.session.owner()),
      read: async () => {
        const [one] = await device.mirror.saved.list();
        return (await device.mirror.saved.open(one?.id ?? ''))?.bytes.byteLength;
      },
      is: 2000,
    },
    { what: 'a shared file', table: 'drafts', write: () => received().keep(file), read: openShared, is: 2000 },
    {
      what: 'a claimed file',
      table: 'drafts',
      before: async () => {
        await device.session.lock();
        await received().keep(file);
        await signIn();
      },
      write: async () => received().claim(await received().unclaimed()),
      read: openShared,
      is: 2000,
    },
    {
      what: 'news that a pull brought',
      table: 'news',
      before: async () => {
        device.network.instead = () => Response.json([]);
        await device.mirror.pull(bills, POLICY);
        device.network.instead = null;
      },
      write: () => device.mirror.pull(bills, POLICY),
      read: async () => (await device.mirror.news.list()).length,
      is: 1,
    },
    {
      what: 'a payment page that was left for',
      table: 'pulls',
      write: () => device.mirror.paying.leave(POLICY, { billNo: '1', amount: 10, currency: 'USD' }),
      read: async () => {
        const [paid, listed] = [
          await device.mirror.locate(payments, POLICY),
          await device.mirror.locate(bills, POLICY),
        ];
        return (
          paid && listed && (await device.mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD')).length
        );
      },
      is: 1,
    },
  ])(
    '[F36] keep their key while $what sleeps between its sealing and its write',
    async ({ table, before, write, read, is }) => {
      await before?.();
      const slept = sleepsBefore(table);
      await write();
      expect(slept()).toBe(true);
      expect(await read()).toEqual(is);
      expect(await sealRowsAgain(device.db, always)).toBe(true);
      expect(await read()).toEqual(is);
    },
  );

  test('[F36] that a page writes between the last look and the end of its key are seen', async () => {
    const { owner, readKey } = await keysNow();
    const news = { kind: 'refund-approved', about: '2', policyId: POLICY, facts: {} };
    const sealed = await sealRow(readKey, news, { table: 'news', row: 'late', owner });
    await returnLater();
    const { request } = navigator.locks;
    let isDue = true;
    vi.spyOn(navigator.locks, 'request').mockImplementation((async (...asked: Parameters<typeof request>) => {
      if (isDue && (asked[1] as LockOptions).ifAvailable) {
        isDue = false;
        await device.db.news.put({ id: 'late', owner, at: device.time.now, read: false, ...sealed });
      }
      return request.apply(navigator.locks, asked);
    }) as typeof request);
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    expect((await device.mirror.news.list()).map(({ id }) => id)).toContain('late');
  });

  test('that no key opens keep the earlier keys on the device', async () => {
    await fill();
    const [receipt] = await device.db.receipts.toArray();
    if (!receipt) throw new Error('no receipt');
    await returnLater();
    await device.db.receipts.put({ ...receipt, data: new ArrayBuffer(40) });
    expect(await sealRowsAgain(device.db, always)).toBe(false);
    await device.db.receipts.put(receipt);
    expect(await sealRowsAgain(device.db, always)).toBe(true);
    await isWhole(device.db.name);
  });

  test('[F65] that the browser has lost keep the earlier keys, and none of the others from being sealed again', async () => {
    const first = await secretsNow();
    await fill();
    await returnLater();
    loseValues(device.db.drafts, ({ part }) => part === 'foto');
    expect(await sealRowsAgain(device.db, always)).toBe(false);
    expect(await keysNow()).toHaveProperty('earlierKeys');
    expect(await openedBy(first, createDevice(server, { name: device.db.name }))).toEqual(['drafts']);
  });

  test('that a page changes meanwhile stay as it wrote them', async () => {
    await fill();
    await returnLater();
    const { owner, readKey } = await keysNow();
    const changed = { kind: 'refund-approved', about: '2', policyId: POLICY, facts: {} };
    const sealed = await sealRow(readKey, changed, { table: 'news', row: 'n', owner });
    let due = true;
    const { decrypt } = crypto.subtle;
    vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...opening) => {
      const [news] = await device.db.news.toArray();
      if (due && news && (opening[0] as AesGcmParams).iv.toString() === news.iv.toString()) {
        due = false;
        await device.db.news.put({ ...news, ...sealed, read: true });
      }
      return decrypt.apply(crypto.subtle, opening);
    });
    await sealRowsAgain(device.db, always);
    vi.restoreAllMocks();
    expect(due).toBe(false);
    expect(await device.mirror.news.list()).toMatchObject([{ about: '2', read: true }]);
  });

  test('[F18] are all there after a kill at any of its writes', async () => {
    await fill();
    await returnLater();
    const filled = await rowsOf(device.db);
    const { writes } = await sealKilledAt(filled, Number.POSITIVE_INFINITY);
    expect(writes).toBeGreaterThan(10);
    for (let last = 1; last <= writes; last += 1) {
      const { name } = await sealKilledAt(filled, last);
      await isWhole(name, `killed at write ${last}`);
      const next = createDevice(server, { name });
      expect(await sealRowsAgain(next.db, always), `after write ${last}`).toBe(true);
      next.db.close();
      await isWhole(name, `sealed again after ${last}`);
    }
  });

  test('are left for later where the page has no time, and by a lock or sign-in in between', async () => {
    await fill();
    await returnLater();
    let batches = 3;
    expect(
      await sealRowsAgain(device.db, async () => {
        batches -= 1;
        return batches > 0;
      }),
    ).toBe(false);
    expect(await keysNow()).toHaveProperty('earlierKeys');
    await isWhole(device.db.name);
    const second = await secretsNow();
    let asked = 0;
    const returns = async () => {
      asked += 1;
      if (asked === 4) await returnLater();
      return true;
    };
    expect(await sealRowsAgain(device.db, returns)).toBe(false);
    const third = await secretsNow();
    expect(third.earlier?.map(String)).toContain(String(second.read));
    await isWhole(device.db.name);
    const locks = async () => {
      await device.session.lock();
      return true;
    };
    expect(await sealRowsAgain(device.db, locks)).toBe(false);
    await isWhole(device.db.name);
  });
});

describe('[D25] under an earlier password', () => {
  test('what every sign-in before sealed comes over', async () => {
    await fill();
    await returnLater();
    const drafts = draftsOf(device);
    drafts.save('queja', { descripcion: 'Más tarde' });
    await drafts.flush();
    const other = createDevice(server);
    await signIn(other);
    expect(await other.session.changePassword(DEMO_PASSWORD, NEW_PASSWORD)).toMatchObject({ ok: true });
    await device.session.lock();
    await signIn(device, NEW_PASSWORD);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 2, documents: 1, receipts: 1 });
    expect(await device.session.openSealedQueue(DEMO_PASSWORD)).toMatchObject({ ok: true, value: { drafts: 2 } });
    expect(await draftsOf(device).load('ticket')).toMatchObject({ form: { descripcion: 'Lo que escribí' } });
    expect(await draftsOf(device).load('queja')).toMatchObject({ form: { descripcion: 'Más tarde' } });
    expect(await listReceipts(device.db)).toHaveLength(1);
    expect(await other.session.changePassword(NEW_PASSWORD, DEMO_PASSWORD)).toMatchObject({ ok: true });
    other.db.close();
  });
});

describe('the last home', () => {
  test('[D38] of this sign-in is read with one key, and one of an earlier key is not shown', async () => {
    await keepLastHome(device.db, await device.session.owner(), { drawn: 'before' });
    await returnLater();
    expect(await readLastHome(device.db.name)).toBeNull();
    await sealRowsAgain(device.db, always);
    expect(await readLastHome(device.db.name)).toMatchObject({ value: { drawn: 'before' } });
  });
});

test('[S9][F54] each table says under which key it lies and how it moves', async () => {
  expect([...tableNames].sort()).toEqual(device.db.tables.map(({ name }) => name).sort());
  const notRead = tableNames.filter((name) => !readTables.includes(name));
  expect(notRead.sort()).toEqual(['outbox', 'outboxFiles', 'vault']);
});

/** Seals the rows of such a device again, by a page that ends at its nth write. Returns how many writes it began. */
async function sealKilledAt(filled: Rows, last: number): Promise<{ name: string; writes: number }> {
  const copy = createDevice(server);
  await putRows(copy.db, filled);
  copy.db.close();
  const { db } = createDevice(server, { name: copy.db.name });
  let writes = 0;
  db.use({
    stack: 'dbcore',
    name: 'mortal',
    create: (core) => ({
      ...core,
      table: (table) => {
        const inner = core.table(table);
        const mutate: typeof inner.mutate = (request) => {
          writes += 1;
          return writes >= last ? Promise.reject(new Error('killed')) : inner.mutate(request);
        };
        return { ...inner, mutate };
      },
    }),
  });
  // Whatever it comes to: nobody is left to be told.
  await sealRowsAgain(db, always).catch(() => undefined);
  db.close();
  return { name: db.name, writes };
}
