// @module-tag depth
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readingKeys } from '#database/keyring.ts';
import type { MirrorTable } from '#database/rows.ts';
import { mirrorTables } from '#database/rows.ts';
import { sealRow } from '#database/sealed.ts';
import {
  bills,
  cards,
  collections,
  payments,
  personalInformation,
  policies,
  refunds,
  tickets,
} from '#mirror/collections.ts';
import { pack } from '#mirror/packed.ts';
import { MAX_PULLS } from '#mirror/pulls.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, readable } from '#tests/session/device.ts';
import { ANA, signedInEach } from './signed-in.ts';

const LUIS = 'ecuador@demo.test';

let server: TestApp;
let device: Device;
/** A health policy, with refunds. */
let policyId: string;
signedInEach(
  (signedIn, started) => {
    [device, server] = [signedIn, started];
  },
  [LUIS],
);
beforeEach(async () => {
  const { groups } = await device.mirror.read(policies);
  policyId = groups?.[0]?.rows.find((policy) => policy.LineOfBusinessType.startsWith('Health'))?.Policy ?? '';
  expect(policyId).not.toBe('');
});

/** Counts what is written to mirror tables from now on. */
function watchWrites({ db }: Device): { table: string }[] {
  const writes: { table: string }[] = [];
  for (const table of mirrorTables) {
    db[table].hook('creating', () => void writes.push({ table }));
    db[table].hook('updating', () => void writes.push({ table }));
    db[table].hook('deleting', () => void writes.push({ table }));
  }
  return writes;
}

describe('a pull', () => {
  test('has one declared collection for each mirror table', () => {
    expect(Object.keys(collections).sort()).toEqual([...mirrorTables].sort());
    for (const [name, { table }] of Object.entries(collections)) expect(table).toBe(name);
  });

  test.each(Object.keys(collections))('brings %s, which can then be read offline', async (name) => {
    const collection = collections[name as MirrorTable];
    expect(await device.mirror.pull<never>(collection as never, policyId)).toMatchObject({ ok: true });
    device.network.up = false;
    const { groups, at, problem } = await device.mirror.read<never>(collection as never, policyId);
    expect(groups).not.toBeNull();
    expect(at).toBe(device.time.now);
    expect(problem).toBeNull();
  });

  test('[H2.37] groups refunds by the year of diagnosis, latest year first, and sorts each by creation, newest first', async () => {
    await device.mirror.pull(refunds, policyId);
    const { groups } = await device.mirror.read(refunds, policyId);
    const years = groups?.map(({ label }) => label) ?? [];
    expect(years.length).toBeGreaterThan(0);
    expect(years).toEqual([...years].sort().reverse());
    for (const { label, rows } of groups ?? []) {
      expect(rows.every((row) => row.fechaDiagnostico?.startsWith(label))).toBe(true);
      const created = rows.map((row) => Date.parse(row.created));
      expect(created).toEqual([...created].sort((a, b) => b - a));
    }
  });

  test('stores one record for each year, as a screen shows it', async () => {
    await device.mirror.pull(payments, policyId);
    const { groups } = await device.mirror.read(payments, policyId);
    expect(await device.db.payments.count()).toBe(groups?.length);
  });

  test('of unchanged rows costs a 304 and writes to no mirror table', async () => {
    await device.mirror.pull(refunds, policyId);
    const writes = watchWrites(device);
    const before = await device.mirror.read(refunds, policyId);
    device.time.now += 1000;
    expect(await device.mirror.pull(refunds, policyId)).toEqual({ ok: true, value: 'unchanged' });
    expect(device.seen.map(({ status }) => status)).toEqual([200, 304]);
    expect(writes).toEqual([]);
    const after = await device.mirror.read(refunds, policyId);
    expect(after.at).toBe(device.time.now);
    // The same objects come back, so nothing is decrypted or drawn again.
    expect(after.groups).toBe(before.groups);
  });

  test('[S9] stores the ETag sealed, since it would allow guessing the answer; one that does not open is not sent', async () => {
    await device.mirror.pull(refunds, policyId);
    await device.mirror.pull(refunds, policyId);
    const tag = device.seen.at(-1)?.headers.get('If-None-Match') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    const rows = await device.db.pulls.toArray();
    expect(readable(rows, [tag.slice(3, -1)])).toEqual([]);
    for (const { etag, ...row } of rows) {
      await device.db.pulls.put({ ...row, etag: etag && { ...etag, iv: new Uint8Array(12) } });
    }
    expect(await device.mirror.pull(refunds, policyId)).toEqual({ ok: true, value: 'changed' });
    expect(device.seen.at(-1)?.headers.get('If-None-Match')).toBeNull();
  });

  test('by POST can be answered with 304 too', async () => {
    await device.mirror.pull(policies);
    expect(await device.mirror.pull(policies)).toEqual({ ok: true, value: 'unchanged' });
  });

  test('during another pull of the same collection shares its request', async () => {
    await Promise.all([device.mirror.pull(tickets), device.mirror.pull(tickets)]);
    expect(device.seen).toHaveLength(1);
  });

  test('keeps the rows and reports the problem when it fails', async () => {
    await device.mirror.pull(refunds, policyId);
    const { groups } = await device.mirror.read(refunds, policyId);
    device.network.up = false;
    expect(await device.mirror.pull(refunds, policyId)).toMatchObject({ problem: { code: 'offline' } });
    expect(await device.mirror.read(refunds, policyId)).toMatchObject({ groups, problem: 'offline' });
  });

  test('leaves a collection unknown, not empty, when the first one fails', async () => {
    device.network.up = false;
    await device.mirror.pull(tickets);
    expect(await device.mirror.read(tickets)).toMatchObject({ groups: null, at: null, problem: 'offline' });
  });

  test('[D29] of an empty list leaves the collection empty, not unknown', async () => {
    device.network.instead = () => Response.json([]);
    await device.mirror.pull(cards, policyId);
    expect(await device.mirror.read(cards, policyId)).toMatchObject({ groups: [] });
  });

  test('[S7] of bills is not sent for a policy of another customer', async () => {
    expect(await device.mirror.pull(bills, 'NOBODYS')).toMatchObject({ problem: { code: 'not-found' } });
    expect(device.paths()).not.toContain('/host/salesforce/getPendingBills');
  });

  test('asks nothing while locked', async () => {
    await device.session.lock();
    expect(await device.mirror.pull(tickets)).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(device.seen).toEqual([]);
  });

  test('[D25] writes nothing when the answer comes after a lock', async () => {
    device.network.instead = async () => {
      await device.session.lock();
      return null;
    };
    expect(await device.mirror.pull(tickets)).toMatchObject({ ok: false });
    expect(await device.db.tickets.count()).toBe(0);
  });

  test('[F19] brings everything again after the browser cleared the mirror', async () => {
    await device.mirror.pull(refunds, policyId);
    await Promise.all([device.db.refunds.clear(), device.db.pulls.clear()]);
    expect(await device.mirror.pull(refunds, policyId)).toEqual({ ok: true, value: 'changed' });
  });
});

describe('freshening', () => {
  test('pulls only after the time the collection stays fresh, or when the last pull failed', async () => {
    await device.mirror.freshen(tickets);
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(1);
    device.time.now += tickets.freshMs;
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(2);
    device.network.up = false;
    await device.mirror.pull(tickets);
    device.network.up = true;
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(4);
  });

  test('[F26] pulls when the clock was set back', async () => {
    await device.mirror.freshen(tickets);
    device.time.now -= 60_000;
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(2);
  });
});

describe('a collection that may be changing elsewhere', () => {
  test('is pulled at each view for a quarter of an hour', async () => {
    await device.mirror.pull(tickets);
    await device.mirror.expectChange(tickets);
    device.seen.length = 0;
    for (const look of [1, 2, 3]) {
      device.time.now += 60_000;
      await device.mirror.freshen(tickets);
      expect(device.seen).toHaveLength(look);
    }
    device.time.now += 11 * 60_000;
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(4);
    device.time.now += 60_000;
    await device.mirror.freshen(tickets);
    expect(device.seen).toHaveLength(4);
  });

  test('[F60] is not expected to change for years, because the clock stood ahead when the customer left', async () => {
    device.time.now += 9 * 365 * 86_400_000;
    await device.mirror.expectChange(tickets);
    device.time.now -= 9 * 365 * 86_400_000;
    await device.mirror.pull(tickets);
    device.seen.length = 0;
    await device.mirror.freshen(tickets);
    expect(device.seen).toEqual([]);
  });

  test('ignores an answer that was requested before the customer left', async () => {
    await device.mirror.pull(tickets);
    device.network.instead = async () => {
      device.network.instead = null;
      await device.mirror.expectChange(tickets);
      return Response.json([]);
    };
    await device.mirror.pull(tickets);
    expect((await device.mirror.read(tickets)).groups).not.toEqual([]);
  });

  test('ignores an answer requested before the customer came back, and pulls once for several views', async () => {
    await device.mirror.pull(tickets);
    await device.mirror.expectChange(tickets);
    let answer = (_: Response) => {};
    device.network.instead = () => new Promise<Response>((resolve) => (answer = resolve));
    const before = device.mirror.pull(tickets);
    await expect.poll(() => device.seen.length).toBe(2);
    device.time.now += 30_000;
    const looks = [device.mirror.freshen(tickets), device.mirror.freshen(tickets)];
    await new Promise((resolve) => setTimeout(resolve, 50));
    device.network.instead = null;
    answer(Response.json([]));
    await Promise.all([before, ...looks]);
    expect((await device.mirror.read(tickets)).groups).not.toEqual([]);
    expect(device.seen).toHaveLength(3);
  });
});

describe('reading', () => {
  test('[D25] ends with a lock in another tab, which drops opened rows from memory', async () => {
    await device.mirror.pull(tickets);
    const place = await device.mirror.locate(tickets);
    if (!place) throw new Error('locked');
    expect((await device.mirror.readAt(place)).groups).not.toBeNull();
    const other = createDevice(server, { name: device.db.name });
    await other.session.lock();
    expect(await device.mirror.readAt(place)).toMatchObject({ groups: null, at: null });
  });

  test('[F15] shows another customer who signs in no opened rows of the first', async () => {
    const place = await device.mirror.locate(policies);
    if (!place) throw new Error('locked');
    expect((await device.mirror.readAt(place)).groups).not.toBeNull();
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    expect(await device.mirror.readAt(place)).toEqual({
      groups: null,
      at: null,
      problem: null,
      damaged: false,
      partial: false,
      since: null,
    });
  });

  test("[F15] does not open another customer's row that was copied to this place", async () => {
    await device.session.signIn(LUIS, DEMO_PASSWORD);
    const luis = await device.mirror.locate(policies);
    await device.session.signIn(ANA, DEMO_PASSWORD);
    const ana = await device.mirror.locate(policies);
    const foreign = await device.db.policies.where({ owner: luis?.owner ?? '' }).first();
    if (!foreign || !ana) throw new Error('nothing mirrored');
    await device.db.policies.put({ ...foreign, scope: ana.scope, owner: ana.owner, group: 0 });
    const fresh = createDevice(server, { name: device.db.name });
    expect(await fresh.mirror.read(policies)).toMatchObject({ groups: null, damaged: true });
  });

  test('finds a damaged row, and only its collection is pulled whole again', async () => {
    await device.mirror.pull(refunds, policyId);
    await device.mirror.pull(tickets);
    const row = await device.db.refunds.toCollection().first();
    if (!row) throw new Error('nothing mirrored');
    const broken = new Uint8Array(row.data.slice(0));
    broken[0] = (broken[0] ?? 0) ^ 1;
    await device.db.refunds.put({ ...row, data: broken.buffer });

    const fresh = createDevice(server, { name: device.db.name });
    expect(await fresh.mirror.read(refunds, policyId)).toMatchObject({ groups: null, damaged: true });
    expect((await fresh.mirror.read(tickets)).groups).not.toBeNull();
    expect(await fresh.mirror.freshen(refunds, policyId)).toEqual({ ok: true, value: 'changed' });
    expect(fresh.seen.at(-1)?.headers.get('If-None-Match')).toBeNull();
    expect(await fresh.mirror.read(refunds, policyId)).toMatchObject({ damaged: false });
  });
});

describe('[F65] a list of which the browser has lost a row', () => {
  test('counts as damaged, and it alone is pulled whole again', async () => {
    await device.mirror.pull(refunds, policyId);
    await device.mirror.pull(tickets);
    const lost = new Set((await device.db.refunds.toArray()).map(({ iv }) => iv.join()));

    const fresh = createDevice(server, { name: device.db.name });
    loseValues(fresh.db.refunds, ({ iv }) => lost.has(iv.join()));
    expect(await fresh.mirror.read(refunds, policyId)).toMatchObject({ groups: null, damaged: true });
    expect((await fresh.mirror.read(tickets)).groups).not.toBeNull();
    expect(await fresh.mirror.freshen(refunds, policyId)).toEqual({ ok: true, value: 'changed' });
    expect(fresh.seen.at(-1)?.headers.get('If-None-Match')).toBeNull();
    expect(await fresh.mirror.read(refunds, policyId)).toMatchObject({ damaged: false });
  });
});

describe('[D69][D70] rows that do not open', () => {
  const senses = { online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} };
  const progressOf = async ({ mirror }: Device) => mirror.bringing.progressOf((await mirror.bringing.parts()) ?? []);
  /** Brings what is due on a page that is then closed. */
  async function bring(page: Device) {
    const stop = page.mirror.bringing.run(senses);
    await page.mirror.bringing.look('start');
    stop();
  }
  /** Another page of this device, which has read nothing yet. */
  const anotherPage = () => createDevice(server, { name: device.db.name, time: device.time });
  const placeOfPayments = async () => {
    const place = await device.mirror.locate(payments, policyId);
    if (!place) throw new Error('locked');
    return place;
  };

  test('[F65] and were found by a page without a connection are asked for whole by the next one', async () => {
    await bring(device);
    expect(await progressOf(device)).toMatchObject({ complete: true });
    const { scope } = await placeOfPayments();
    await device.db.payments.where({ scope }).modify((row) => {
      row.data = new ArrayBuffer(row.data.byteLength);
    });
    const reading = anotherPage();
    reading.network.up = false;
    expect(await reading.mirror.read(payments, policyId)).toMatchObject({ groups: null, damaged: true });
    await expect.poll(async () => (await device.db.pulls.get(scope))?.at).toBeNull();
    // The page that found them still asks for them, and none says that they are here.
    expect(await reading.mirror.read(payments, policyId)).toMatchObject({ groups: null, damaged: true });
    expect(await progressOf(anotherPage())).toMatchObject({ complete: false });

    const next = anotherPage();
    await bring(next);
    expect(await progressOf(next)).toMatchObject({ complete: true });
    expect((await next.mirror.read(payments, policyId)).groups).not.toBeNull();
  });

  test('since another version sealed them are known by their pull, and none is opened for that', async () => {
    await bring(device);
    const [{ scope, owner, table }, keys] = [await placeOfPayments(), await readingKeys(device.db)];
    if (!keys) throw new Error('nobody is signed in');
    const old = { version: 1, label: '2025', ...pack([]) };
    const sealed = await sealRow(keys.readKey, old, { table, owner, row: `${scope}/0` });
    await device.db.payments.where({ scope }).modify(sealed);
    await device.db.pulls.update(scope, { rowsVersion: 1 });

    const next = anotherPage();
    expect(await progressOf(next)).toMatchObject({ complete: false });
    expect(await next.mirror.countAt(await placeOfPayments())).toBeNull();
    await bring(next);
    expect(await progressOf(next)).toMatchObject({ complete: true });
    expect((await next.mirror.read(payments, policyId)).groups).not.toBeNull();
    // A version of before noted none, and had rows as they are today.
    await device.db.pulls.where({ scope }).modify((row) => {
      delete row.rowsVersion;
    });
    expect((await anotherPage().mirror.read(payments, policyId)).groups).not.toBeNull();
  });

  test('are not confirmed by an answer that was asked for before they were found', async () => {
    await device.mirror.pull(payments, policyId);
    const { scope } = await placeOfPayments();
    device.network.instead = async () => {
      device.network.instead = null;
      await device.db.pulls.update(scope, { at: null, etag: null });
      return null;
    };
    expect(await device.mirror.pull(payments, policyId)).toEqual({ ok: true, value: 'changed' });
    expect(device.seen.map(({ status }) => status)).toEqual([200, 304, 200]);
  });
});

const ownerOf = async ({ session }: Device) => (await session.owner()) ?? '';

describe('a prepared change', () => {
  const renamed = (rows: readonly unknown[]) => rows.map((row) => ({ ...(row as object), nombre: 'Cambiado' }));
  const writeIn = (prepared: { tables: string[]; write(): Promise<boolean> }) =>
    device.db.transaction('rw', prepared.tables, () => prepared.write());

  test('is written in the caller’s transaction and visible at once', async () => {
    await device.mirror.pull(tickets);
    const prepared = await device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device));
    expect(prepared && (await writeIn(prepared))).toBe(true);
    const { groups } = await device.mirror.read(tickets);
    expect(groups?.flatMap(({ rows }) => rows).every(({ nombre }) => nombre === 'Cambiado')).toBe(true);
  });

  test('is followed by a pull of the whole list, since the ETag no longer matches', async () => {
    await device.mirror.pull(tickets);
    const prepared = await device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device));
    if (prepared) await writeIn(prepared);
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'changed' });
  });

  test('[F3] is not written when the caller’s transaction fails', async () => {
    await device.mirror.pull(tickets);
    const before = await device.mirror.read(tickets);
    const prepared = await device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device));
    const failing = device.db.transaction('rw', prepared?.tables ?? [], async () => {
      await prepared?.write();
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    const fresh = createDevice(server, { name: device.db.name });
    expect((await fresh.mirror.read(tickets)).groups).toEqual(before.groups);
  });

  test('is refused when the rows changed after its preparation', async () => {
    await device.mirror.pull(tickets);
    const [one, two] = await Promise.all([
      device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device)),
      device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device)),
    ]);
    expect(one && (await writeIn(one))).toBe(true);
    expect(two && (await writeIn(two))).toBe(false);
  });

  test('is not overwritten by an answer that was requested before it', async () => {
    await device.mirror.pull(tickets);
    const prepared = await device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device));
    device.network.instead = async () => {
      device.network.instead = null;
      if (prepared) await writeIn(prepared);
      return Response.json([]);
    };
    // The overtaken answer, an empty list, is dropped, and the list is pulled again.
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'changed' });
    expect((await device.mirror.read(tickets)).groups).not.toEqual([]);
  });

  test('is never overwritten by such an answer, however often changes overtake it', async () => {
    await device.mirror.pull(tickets);
    let asked = 0;
    device.network.instead = async () => {
      asked += 1;
      const prepared = await device.mirror.prepareChange('tickets', undefined, renamed, await ownerOf(device));
      if (prepared) await writeIn(prepared);
      return Response.json([]);
    };
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'unchanged' });
    expect(asked).toBe(MAX_PULLS);
    expect((await device.mirror.read(tickets)).groups).not.toEqual([]);
  });

  test('is null while locked, when nothing is mirrored, and for another customer than the one who is signed in', async () => {
    const owner = await ownerOf(device);
    expect(await device.mirror.prepareChange('tickets', undefined, renamed, owner)).toBeNull();
    await device.mirror.pull(tickets);
    expect(await device.mirror.prepareChange('tickets', undefined, renamed, `${owner}2`)).toBeNull();
    expect(await device.mirror.prepareChange('tickets', undefined, renamed, owner)).not.toBeNull();
    await device.session.lock();
    expect(await device.mirror.prepareChange('tickets', undefined, renamed, owner)).toBeNull();
  });
});

describe('a device that goes to another time zone', () => {
  const zoneBefore = process.env.TZ;
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });
  /** Paid at 22:00 of the last day of 2025 in Costa Rica, and half a year before. */
  const paid = ['2026-01-01T04:00:00Z', '2025-06-01T12:00:00Z'];
  const pulledIn = async (zone: string) => {
    process.env.TZ = zone;
    await device.mirror.pull(payments, policyId);
    const [one] = (await device.mirror.read(payments, policyId)).groups?.[0]?.rows ?? [];
    const rows = paid.map((ParsedCompletedDate) => ({ ...one, ParsedCompletedDate }));
    device.network.instead = (path) =>
      /payment/i.test(path) ? Response.json([{ year: 2025, payments: rows }], { headers: { etag: '"a"' } }) : null;
    expect(await device.mirror.pull(payments, policyId)).toEqual({ ok: true, value: 'changed' });
  };
  const groupsOf = async ({ mirror }: Device) => (await mirror.read(payments, policyId)).groups;
  const yearsOf = async (one: Device) =>
    (await groupsOf(one))?.map(({ label, rows }) => [label, ...rows.map((row) => row.ParsedCompletedDate)]);
  const inAmerica = [['2025', ...paid]];
  const inEurope = [
    ['2026', paid[0]],
    ['2025', paid[1]],
  ];
  const anotherTab = () => createDevice(server, { name: device.db.name });

  test('[H2.32] [D78] shows a payment in the year it has there, in every tab, without a connection or a write', async () => {
    await pulledIn('America/Costa_Rica');
    expect(await yearsOf(device)).toEqual(inAmerica);
    device.network.up = false;
    const writes = watchWrites(device);
    process.env.TZ = 'Europe/Madrid';
    expect(await yearsOf(device)).toEqual(inEurope);
    expect(await yearsOf(anotherTab())).toEqual(inEurope);
    // The same objects come back, so nothing is decrypted or grouped again.
    expect(await groupsOf(device)).toBe(await groupsOf(device));
    process.env.TZ = 'America/Costa_Rica';
    expect(await yearsOf(device)).toEqual(inAmerica);
    expect(writes).toEqual([]);
  });

  test('[D78] keeps every row of a list that is changed there, and is at home again afterwards', async () => {
    await pulledIn('America/Costa_Rica');
    process.env.TZ = 'Europe/Madrid';
    const later = '2026-02-01T12:00:00Z';
    const change = await device.mirror.prepareChange(
      'payments',
      policyId,
      (rows) => [{ ...(rows[0] as object), ParsedCompletedDate: later }, ...rows],
      await ownerOf(device),
    );
    await device.db.transaction('rw', change?.tables ?? [], () => change?.write());
    expect(await yearsOf(anotherTab())).toEqual([
      ['2026', later, paid[0]],
      ['2025', paid[1]],
    ]);
    process.env.TZ = 'America/Costa_Rica';
    expect(await yearsOf(anotherTab())).toEqual([
      ['2026', later],
      ['2025', ...paid],
    ]);
  });
});

describe('storage and database connection', () => {
  test('[F16] a full device evicts the oldest mirrored rows to store a pull', async () => {
    await device.mirror.pull(personalInformation);
    device.time.now += 1000;
    let full = true;
    device.db.tickets.hook('creating', () => {
      if (!full) return;
      full = false;
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await device.mirror.pull(tickets)).toMatchObject({ ok: true, value: 'changed' });
    expect(await device.mirror.read(personalInformation)).toMatchObject({ groups: null, damaged: false });
    expect((await device.mirror.read(tickets)).groups).not.toBeNull();
  });

  test('[F16] a device without any room reports that the pull was not kept, and the session stays open', async () => {
    device.db.tickets.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await device.mirror.pull(tickets)).toEqual({ ok: true, value: 'not-kept' });
    expect(await device.session.state()).toBe('open');
  });

  test('[F18] reading, pulling and signing in work after the database connection was lost', async () => {
    await device.mirror.pull(tickets);
    device.loseConnection();
    expect((await device.mirror.read(tickets)).groups).not.toBeNull();
    device.loseConnection();
    expect(await device.mirror.pull(tickets)).toMatchObject({ ok: true });
    device.loseConnection();
    expect(await device.session.touch()).toBe(true);
    await device.session.lock();
    device.loseConnection();
    expect(await device.session.signIn(ANA, DEMO_PASSWORD)).toMatchObject({ ok: true });
  });
});

test('[D61] what a pull compares with is not kept in memory: it would be drawn as the rows of today', async () => {
  await device.mirror.pull(bills, policyId);
  device.network.instead = (path) => (path.endsWith('getPendingBills') ? Response.json([]) : null);
  expect(await device.mirror.pull(bills, policyId)).toMatchObject({ ok: true, value: 'changed' });
  expect(device.mirror.peekAside(bills, [policyId])).toBeNull();
});
