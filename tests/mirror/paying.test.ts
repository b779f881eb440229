import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import { withRoom } from '#database/storage.ts';
import { bills, payments } from '#mirror/collections.ts';
import { createPaying } from '#mirror/paying.ts';
import { addDays, today } from '#rules/dates.ts';
import { answerWith } from '#tests/features/reading.tsx';
import type { TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device } from '#tests/session/device.ts';
import { signedInEach } from './signed-in.ts';

const POLICY = '520021';

let device: Device;
let server: TestApp;
signedInEach((ready, started) => {
  [device, server] = [ready, started];
});
/** Whatever the day of the test is, it is the last one of a year. */
beforeEach(() => {
  device.time.now = new Date(new Date(device.time.now).getFullYear() + 1, 11, 31, 12).getTime();
});

const now = (offsetMs = 0) => new Date(device.time.now + offsetMs).toISOString();
const payment = (ID: string, at: string, over: object = {}) => ({
  ID,
  ParsedCompletedDate: at,
  Total: 214.6,
  Status: 'Aceptado',
  ...over,
});

/** The server's payments from now on, grouped by year as it groups them, and pulled. */
async function pull(some: { ParsedCompletedDate: string }[]) {
  const years = [...new Set(some.map(({ ParsedCompletedDate }) => ParsedCompletedDate.slice(0, 4)))].sort().reverse();
  const answer = years.map((year) => ({
    year: Number(year),
    payments: some.filter(({ ParsedCompletedDate }) => ParsedCompletedDate.startsWith(year)),
  }));
  answerWith(device, 'getInternetPayments', answer);
  expect(await device.mirror.pull(payments, POLICY)).toMatchObject({ ok: true });
  device.mirror.forget();
}

async function outcomes() {
  const [paid, listed] = [await device.mirror.locate(payments, POLICY), await device.mirror.locate(bills, POLICY)];
  if (!paid || !listed) throw new Error('locked');
  return device.mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD');
}
const states = async () => (await outcomes()).map(({ state }) => state);

test('[D93] a payment page that was left for is told of after a full device gave up the payments', async () => {
  await pull([payment('old', addDays(today(new Date(device.time.now)), -400))]);
  await device.mirror.paying.leave(POLICY, { billNo: 'F-520021-1', amount: 214.6, currency: 'USD' });
  expect(await states()).toEqual(['waiting']);
  const { db } = device;
  await withRoom(db, async () => {
    if ((await db.payments.count()) > 0) throw new DOMException('full', 'QuotaExceededError');
  });
  device.mirror.forget();
  expect(await states()).toEqual(['waiting']);
  await pull([payment('now', now(60_000), { Concept: 'Factura F-520021-1' })]);
  expect(await states()).toEqual(['received']);
});

test.each([
  ['what was paid', 'readAt'],
  ['where it lies', 'locate'],
  ['what to ask for again', 'expectChange'],
] as const)('[F65][D93] a payment page is remembered where the device fails over %s', async (_, call) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  await pull([payment('old', addDays(today(new Date(device.time.now)), -400))]);
  const { db, mirror } = device;
  const failing = {
    ...mirror,
    [call]: vi.fn<() => Promise<never>>(mirror[call] as never).mockRejectedValueOnce(new Error('UnknownError')),
  };
  const { leave } = createPaying({ db, clock: () => device.time.now, mirror: failing });
  expect(await leave(POLICY, { billNo: 'F-520021-1', amount: 214.6, currency: 'USD' })).toBe(true);
  expect(await states()).toEqual(['waiting']);
  expect(told).toHaveBeenCalledOnce();
  told.mockRestore();
});

test('[F60][D93] a payment page that was left for by a clock days ahead is told of once the clock is right', async () => {
  const answers: Record<string, unknown[]> = { getPendingBills: [], getInternetPayments: [] };
  device.network.instead = (path) => {
    const answer = answers[path.split('/').at(-1) ?? ''];
    return answer ? Response.json(answer) : null;
  };
  const listed = async (...some: { ParsedCompletedDate: string }[]) => {
    answers.getInternetPayments = [{ year: new Date(device.time.now).getFullYear(), payments: some }];
    expect(await device.mirror.pull(payments, POLICY)).toMatchObject({ ok: true });
  };
  const leave = (billNo: string | null, amount = 214.6) =>
    device.mirror.paying.leave(POLICY, { billNo, amount, currency: 'USD' });
  const bank = payment('bank', now(-60 * 60_000));
  await device.mirror.pull(bills, POLICY);
  await listed(bank);
  device.time.now += 5 * DAY_MS;
  await leave('F-520021-1');
  device.time.now -= 5 * DAY_MS;
  expect(await states()).toEqual(['unseen']);
  await listed(bank, payment('own', now(60_000)));
  device.time.now += 2 * 60_000;
  expect(await states()).toEqual(['received']);
  // The next write begins its days anew, beside those of another one that a wrong clock stamped.
  device.time.now += 400 * DAY_MS;
  await leave('F-520021-2', 1);
  device.time.now -= 400 * DAY_MS;
  await leave('F-520021-3', 2);
  expect(await states()).toEqual(['received', 'waiting', 'waiting']);
  const [first] = await outcomes();
  await device.mirror.paying.settle(POLICY, [first?.at ?? 0]);
  expect((await outcomes()).map(({ billNo }) => billNo)).toEqual(['F-520021-2', 'F-520021-3']);
  device.time.now += 3 * DAY_MS;
  expect(await outcomes()).toEqual([]);
});

describe('[D93] an extra contribution is not received by a payment of that day', () => {
  const day = () => today(new Date(device.time.now));
  const old = () => payment('old', addDays(day(), -400));
  const leave = () => device.mirror.paying.leave(POLICY, { billNo: null, amount: 214.6, currency: 'USD' });

  test('where the payments known at leaving were old', async () => {
    await pull([old()]);
    device.time.now += HOUR_MS;
    await leave();
    await pull([payment('bank', day()), old()]);
    expect(await states()).toEqual(['open']);
    await pull([payment('own', now(60_000)), payment('bank', day()), old()]);
    expect(await states()).toEqual(['received']);
  });

  test('where those known at leaving were on their way', async () => {
    await pull([old()]);
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    device.network.instead = async () => {
      await coming;
      return null;
    };
    const ready = device.mirror.paying.ready(POLICY);
    await leave();
    come();
    await ready;
    await pull([payment('bank', day()), old()]);
    expect(await states()).toEqual(['open']);
  });

  test('and is, where it was not among those just asked for', async () => {
    await pull([old()]);
    await leave();
    await pull([payment('own', day()), old()]);
    expect(await states()).toEqual(['received']);
  });
});

test('[D93] two tabs that leave for payment pages at the same time know of both', async () => {
  const other = createDevice(server, { name: device.db.name, time: device.time });
  const leave = ({ mirror }: Device, billNo: string) =>
    mirror.paying.leave(POLICY, { billNo, amount: 214.6, currency: 'USD' });
  await leave(device, 'F-520021-1');
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...given) => {
    device.time.now += 1;
    await leave(other, 'F-520021-2');
    return encrypt(...given);
  });
  await leave(device, 'F-520021-3');
  sealing.mockRestore();
  expect((await outcomes()).map(({ billNo }) => billNo).sort()).toEqual(['F-520021-1', 'F-520021-2', 'F-520021-3']);
});

describe('[D93] the turn of the year', () => {
  test('leaves a payment of December received when the first one of January arrives', async () => {
    await pull([payment('old', addDays(today(new Date(device.time.now)), -400))]);
    await device.mirror.paying.leave(POLICY, { billNo: 'F-520021-1', amount: 214.6, currency: 'USD' });
    const ofDecember = payment('december', now(60_000), { Concept: 'Factura F-520021-1' });
    await pull([ofDecember]);
    expect(await states()).toEqual(['received']);
    device.time.now += 24 * 60 * 60_000;
    await pull([payment('january', now(), { Total: 1 }), ofDecember]);
    expect(await states()).toEqual(['received']);
  });

  test('does not take a payment of the last day of December for one that the customer left for in January', async () => {
    device.time.now += 24 * 60 * 60_000;
    const yesterday = payment('december', addDays(today(new Date(device.time.now)), -1));
    // Each year is a group of its own; the newest alone does not have it.
    await pull([payment('january', today(new Date(device.time.now)), { Total: 1 }), yesterday]);
    await device.mirror.paying.leave(POLICY, { billNo: null, amount: 214.6, currency: 'USD' });
    expect(await states()).toEqual(['waiting']);
  });

  test('does not make the payments of December news again', async () => {
    const ofDecember = [1, 2, 3].map((days) => payment(`d${days}`, now(-days * 24 * 60 * 60_000)));
    await pull(ofDecember);
    device.time.now += 24 * 60 * 60_000;
    await pull([payment('january', now()), ...ofDecember]);
    expect((await device.mirror.news.list()).map(({ about }) => about)).toEqual(['january']);
    device.time.now += 24 * 60 * 60_000;
    await pull([payment('second', now()), payment('january', now(-24 * 60 * 60_000)), ...ofDecember]);
    expect((await device.mirror.news.list()).map(({ about }) => about)).toEqual(['second', 'january']);
  });

  test('opens only the records that reach back far enough', async () => {
    const place = await device.mirror.locate(payments, POLICY);
    if (!place) throw new Error('locked');
    const day = today(new Date(device.time.now));
    await pull([payment('new', day), payment('before', addDays(day, -400)), payment('long ago', addDays(day, -800))]);
    const isBefore = ({ ParsedCompletedDate }: { ParsedCompletedDate: string }) => ParsedCompletedDate < day;
    const found = await device.mirror.readAt<{ ParsedCompletedDate: string; ID: string }>(place, { isBefore });
    expect(found.groups?.flatMap(({ rows }) => rows.map(({ ID }) => ID))).toEqual(['new', 'before']);
    expect(found.partial).toBe(true);
  });
});
