// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#contract/endpoints.ts';
import { tickets } from '#mirror/collections.ts';
import { createHouse, type Device, EMAIL, type House, PASSWORD, type Page, ticketFields } from './house.ts';
import { unique } from './props.ts';

let house: House;
let device: Device;
let page: Page;
/** Releases the answers that were held back, and all later ones. */
let answer: () => void;
const OTHER = 'ecuador@demo.test';
let now = PASSWORD;

beforeAll(async () => {
  house = await createHouse({ seed: [EMAIL, OTHER] });
}, 60_000);
afterAll(() => house.close());
beforeEach(async () => {
  device = await house.device();
  let told = () => {};
  const promise = new Promise<void>((resolve) => {
    told = resolve;
  });
  answer = told;
  const through = device.network.fetch;
  device.network.fetch = async (input, init) => {
    const response = await through(input, init);
    if (new Headers(init?.headers).has(IDEMPOTENCY_HEADER)) await promise;
    return response;
  };
  page = device.page();
  await Promise.all([device.db.vault.clear(), device.db.session.clear()]);
  await page.session.signIn(EMAIL, now);
  await page.mirror.pull(tickets);
});
afterEach(() => device.close());

/** Queues a ticket whose answer is held back: the server has it, and the device does not know. */
async function onItsWay(what: string): Promise<{ key: string; drained: Promise<unknown> }> {
  const queued = await page.outbox.enqueue('ticket.create', ticketFields(house, what));
  if (!queued.ok) throw new Error(queued.code);
  const drained = page.outbox.drain();
  await vi.waitFor(async () => expect(await house.ticketsWith(what)).toBe(1), { timeout: 15_000 });
  return { key: queued.value.key, drained };
}

test('[D26] when a customer erases the device during sending, neither receipt nor mirrored rows remain', async () => {
  const { drained } = await onItsWay(unique('Borrada en camino'));
  await page.session.logout('erase');
  answer();
  await drained;
  expect(await Promise.all(device.db.tables.map((table) => table.count()))).toEqual(device.db.tables.map(() => 0));
});

test('[D26] [F15] an erasure during sending leaves nothing of its customer on a device with another customer', async () => {
  const { drained } = await onItsWay(unique('Borrada junto a otra'));
  await device.db.vault.put({ id: 'other', envelopes: [], aside: [] } as never);
  await page.session.logout('erase');
  answer();
  await drained;
  const left = ['outbox', 'outboxFiles', 'receipts', 'tickets', 'pulls', 'policies', 'session'];
  expect(await Promise.all(left.map((name) => device.db.table(name).count()))).toEqual(left.map(() => 0));
});

test('[F15][F66] a request that is settled once another customer is signed in shows them nothing of it', async () => {
  const what = unique('De quien ya no está');
  const { key, drained } = await onItsWay(what);
  await page.session.lock();
  expect(await page.session.signIn(OTHER, PASSWORD)).toMatchObject({ ok: true });
  await page.mirror.pull(tickets);
  answer();
  await drained;
  expect(await device.db.receipts.get(key)).toMatchObject({ under: 'send' });
  expect(JSON.stringify(await page.mirror.read(tickets))).not.toContain(what);
});

test("[D25] an item moved from an earlier password during sending leaves its receipt to today's session", async () => {
  const { key, drained } = await onItsWay(unique('Movida en camino'));
  const old = now;
  now = 'Nueva2026';
  const other = await house.device();
  const there = other.page();
  await there.session.signIn(EMAIL, old);
  expect(await there.session.changePassword(old, now)).toMatchObject({ ok: true });
  await other.close();
  expect(await page.session.signIn(EMAIL, now)).toMatchObject({ ok: true });
  expect(await page.session.openSealedQueue(old)).toMatchObject({ ok: true, value: { moved: 1 } });

  answer();
  await drained;
  expect(await page.outbox.receipt(key)).toMatchObject({ key, recibo: { clave: key } });
  expect(await page.outbox.list()).toEqual([]);
  expect(await device.db.outbox.count()).toBe(0);
  expect(device.network.arrivals(key)).toBe(1);
});

test('[D25] an item that moved during sending and that another tab settled then counts as sent', async () => {
  const { key, drained } = await onItsWay(unique('Movida y recibida'));
  await device.db.outbox.update(key, { owner: 'later' });
  const begin = page.db.transaction.bind(page.db) as (...all: unknown[]) => Promise<unknown>;
  const store = vi.spyOn(page.db, 'transaction').mockImplementation((async (...given: unknown[]) => {
    const done = await begin(...given);
    if (done === 'moved') await device.db.outbox.delete(key);
    return done;
  }) as never);
  answer();
  expect(await drained).toMatchObject({ sent: 1 });
  store.mockRestore();
});

test('[D25] an item moved to keys that a logout then closed stays queued, and is sent again after the next sign-in', async () => {
  const what = unique('Movida y cerrada');
  const { key, drained } = await onItsWay(what);
  const old = now;
  now = 'Nueva2027';
  const other = await house.device();
  const there = other.page();
  await there.session.signIn(EMAIL, old);
  await there.session.changePassword(old, now);
  await other.close();
  await page.session.signIn(EMAIL, now);
  await page.session.openSealedQueue(old);
  await page.session.logout();
  answer();
  await drained;
  expect(await device.db.receipts.count()).toBe(0);

  await page.session.signIn(EMAIL, now);
  expect(await page.outbox.list()).toMatchObject([{ key }]);
  await page.outbox.drain({ connected: true });
  expect(await page.outbox.receipt(key)).not.toBeNull();
  expect(await house.ticketsWith(what)).toBe(1);
});

test('[D26] a request submitted while another tab signs out is not queued, and stays in its form', async () => {
  const write = vi.spyOn(page.db, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
    write.mockRestore();
    await device.page().session.logout('erase');
    return (page.db.transaction as (...all: unknown[]) => Promise<unknown>)(...given);
  }) as never);
  const queued = await page.outbox.enqueue('ticket.create', ticketFields(house, unique('Entre dos')));
  expect(queued).toEqual({ ok: false, code: 'signed-out' });
  expect(await device.db.outbox.count()).toBe(0);
});
