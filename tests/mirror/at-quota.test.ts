// @module-tag depth
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#contract/age.ts';
import { keepLastHome } from '#database/keep-last-home.ts';
import { withRoom } from '#database/storage.ts';
import { bills, payments, refunds, tickets } from '#mirror/collections.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import type { TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { signedInEach } from './signed-in.ts';

const POLICY = '520021';
const ORDER = { billNo: 'F-520021-1', amount: 214.6, currency: 'USD' };

let device: Device;
let server: TestApp;
signedInEach((ready, app) => {
  device = ready;
  server = app;
});
let makeRoom = () => {};
const senses = { online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} };
afterEach(() => {
  makeRoom();
  vi.unstubAllGlobals();
});

/** As without a connection: what is mirrored stays. */
const nothingGivesWay = () => vi.stubGlobal('navigator', { onLine: false });

async function outcomes({ mirror } = device) {
  const [paid, listed] = [await mirror.locate(payments, POLICY), await mirror.locate(bills, POLICY)];
  if (!paid || !listed) throw new Error('locked');
  return mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD');
}
const states = async () => (await outcomes()).map(({ state }) => state);

test('[D93][F16] a payment page that a full device left for is known to this page, and kept once there is room', async () => {
  const { mirror, db } = device;
  expect(await mirror.pull(payments, POLICY)).toMatchObject({ ok: true });
  makeRoom = atQuota(db);
  expect(await mirror.paying.leave(POLICY, ORDER)).toBe(false);
  expect(await states()).toEqual(['waiting']);
  device.time.now += 1000;
  expect(await mirror.paying.leave(POLICY, { ...ORDER, billNo: 'F-520021-2' })).toBe(false);
  const [first] = await outcomes();
  expect(await states()).toEqual(['waiting', 'waiting']);
  // What the customer did not pay is forgotten without room too.
  await mirror.paying.settle(POLICY, [first?.at ?? 0]);
  expect((await outcomes()).map(({ billNo }) => billNo)).toEqual(['F-520021-2']);
  makeRoom();
  device.time.now += 1000;
  expect(await mirror.paying.leave(POLICY, { ...ORDER, billNo: null })).toBe(true);
  expect(mirror.paying.unkept.now().size).toBe(0);
  expect((await outcomes()).map(({ billNo }) => billNo)).toEqual(['F-520021-2', null]);
});

test.each([1000, -HOUR_MS])(
  '[D93][F16][F60] what another tab noted since goes with what a full device could not (%i ms later)',
  async (later) => {
    const { mirror, db } = device;
    makeRoom = atQuota(db);
    await mirror.paying.leave(POLICY, ORDER);
    makeRoom();
    device.time.now += later;
    const other = createDevice(server, { name: db.name, time: device.time });
    await other.mirror.paying.leave(POLICY, { ...ORDER, billNo: 'F-520021-2' });
    expect((await outcomes()).map(({ billNo }) => billNo)).toEqual(['F-520021-1', 'F-520021-2']);
  },
);

test('[D93][F16] what another tab settled and left for again goes before what a full device could not note', async () => {
  const { mirror, db, time } = device;
  const { mirror: other } = createDevice(server, { name: db.name, time });
  const second = { ...ORDER, billNo: 'F-520021-2' };
  await mirror.paying.leave(POLICY, ORDER);
  makeRoom = atQuota(db);
  time.now += 1000;
  expect(await mirror.paying.leave(POLICY, second)).toBe(false);
  makeRoom();
  const seen = async () => (await outcomes()).map(({ billNo, amount }) => [billNo, amount]);
  expect(await seen()).toEqual([
    [ORDER.billNo, 214.6],
    [second.billNo, 214.6],
  ]);
  await other.paying.settle(POLICY, [time.now - 1000]);
  expect(await seen()).toEqual([[second.billNo, 214.6]]);
  time.now += 1000;
  await other.paying.leave(POLICY, { ...second, amount: 300 });
  expect(await seen()).toEqual([[second.billNo, 300]]);
  expect(await mirror.paying.keep(POLICY)).toBe(true);
  expect(await seen()).toEqual([[second.billNo, 300]]);
});

test('[F16] a screen that a push leads to asks the server from a full device too', async () => {
  const { mirror, db } = device;
  expect(await mirror.pull(tickets)).toMatchObject({ ok: true });
  expect(await mirror.pull(refunds, POLICY)).toMatchObject({ ok: true });
  makeRoom = atQuota(db);
  await expect(mirror.expectChange(tickets)).resolves.toBeUndefined();
  await expect(mirror.expectChange(refunds, POLICY)).resolves.toBeUndefined();
  device.seen.length = 0;
  expect(await mirror.pull(tickets)).toMatchObject({ ok: true });
  expect(device.paths().length).toBe(1);
});

test('[F16][F19] a list whose rows do not open is asked for whole from a full device too', async () => {
  const { mirror, db } = device;
  expect(await mirror.pull(refunds, POLICY)).toMatchObject({ ok: true });
  await db.refunds.toCollection().modify((row) => {
    row.data = new ArrayBuffer(row.data.byteLength);
  });
  nothingGivesWay();
  makeRoom = atQuota(db);
  const page = createDevice(server, { name: db.name, time: device.time });
  expect(await page.mirror.read(refunds, POLICY)).toMatchObject({ groups: null, damaged: true });
  // What says so on the device finds no room.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await page.mirror.pull(refunds, POLICY);
  expect(page.seen.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null]);
});

test('[F16][F51] a list that fails to come where its problem finds no room is not asked for each minute', async () => {
  const { mirror, db } = device;
  nothingGivesWay();
  makeRoom = atQuota(db, ({ problem }: { problem?: unknown }) => !problem);
  device.network.instead = (path) => {
    if (path.endsWith('lecturas')) return Response.json({}, { status: 404 });
    return path.endsWith('getInternetPayments') ? Response.json({}, { status: 403 }) : null;
  };
  onTestFinished(mirror.bringing.run(senses));
  await mirror.bringing.look('start');
  const asked = () => device.paths().filter((path) => path.endsWith('getInternetPayments')).length;
  const before = asked();
  expect(before).toBeGreaterThan(0);
  await mirror.bringing.look('minute');
  expect(asked()).toBe(before);
  const place = await mirror.locate(payments, POLICY);
  expect(mirror.unkept.now().get(place?.scope ?? '')).toEqual({ problem: 'forbidden', at: null });
  // It is over once the list has come, to whatever page.
  makeRoom();
  device.network.instead = null;
  const page = createDevice(server, { name: db.name, time: device.time });
  await page.mirror.pull(payments, POLICY);
  expect(place && (await mirror.ageAt([place]))).toEqual({ at: device.time.now, problem: null });
});

test('[F16] a list that is about to change is asked for at each view of a full device too', async () => {
  const { mirror, db, time } = device;
  nothingGivesWay();
  expect(await mirror.pull(tickets)).toMatchObject({ ok: true });
  makeRoom = atQuota(db);
  await mirror.expectChange(tickets);
  device.seen.length = 0;
  for (const look of [1, 2]) {
    time.now += 60_000;
    await mirror.freshen(tickets);
    expect(device.seen).toHaveLength(look);
  }
  // What the device can note again counts from then on.
  makeRoom();
  await mirror.expectChange(tickets);
  const place = await mirror.locate(tickets);
  expect(await db.pulls.get(place?.scope ?? '')).toMatchObject({ changingUntil: time.now + 15 * 60_000 });
});

test('[F16] Novedades and comprobantes can be opened on a full device', async () => {
  const { mirror, db } = device;
  const owner = (await device.session.owner()) ?? '';
  await db.news.put({
    id: 'n',
    owner,
    at: device.time.now,
    read: false,
    iv: new Uint8Array(12),
    data: new ArrayBuffer(8),
  });
  makeRoom = atQuota(db);
  expect(await mirror.news.markRead()).toEqual({ ok: false, code: 'storage-full' });
  expect(await mirror.news.unread()).toBe(1);
  await expect(keepLastHome(db, owner, {})).resolves.toBeUndefined();
});

test('[D93][F16] lists give way to a write although a payment page was left for', async () => {
  const { mirror, db, time } = device;
  expect(await mirror.pull(payments, POLICY)).toMatchObject({ ok: true });
  time.now += 1000;
  expect(await mirror.pull(tickets)).toMatchObject({ ok: true });
  await mirror.paying.leave(POLICY, ORDER);
  makeRoom = atQuota(db);
  const written = await withRoom(db, async () => {
    if ((await db.tickets.count()) > 0) throw new DOMException('full', 'QuotaExceededError');
  });
  expect(written).toMatchObject({ ok: true });
  expect(await db.payments.count()).toBeGreaterThan(0);
  expect(await states()).toEqual(['waiting']);
});
