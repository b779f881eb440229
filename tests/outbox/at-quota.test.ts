import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tickets } from '#mirror/collections.ts';
import { stampDrafts } from '#outbox/draft-ages.ts';
import { atQuota } from '#tests/database/at-quota.ts';
import { createHouse, type Device, type House, type Page, ticketFields } from './house.ts';
import { pdf, unique } from './props.ts';

let house: House;
let device: Device;
let page: Page;
let makeRoom = () => {};
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
beforeEach(async () => {
  device = await house.device();
  page = device.page();
});
afterEach(async () => {
  makeRoom();
  await device.close();
});

async function queued(what: string): Promise<string> {
  const ticket = await page.outbox.enqueue('ticket.create', ticketFields(house, what));
  if (!ticket.ok) throw new Error(ticket.code);
  return ticket.value.key;
}
const states = async () => (await page.outbox.list()).map(({ state }) => state);

test('[F16] a full device sends what waits, once mirrored lists have given way', async () => {
  const what = unique('Lleno');
  await page.mirror.pull(tickets);
  await queued(what);
  let isRoom = false;
  makeRoom = atQuota(page.db, () => isRoom);
  page.db.tickets.hook('deleting', () => {
    isRoom = true;
  });
  expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 0 });
  expect(await house.ticketsWith(what)).toBe(1);
});

test('[F16][F29] a device without any room sends nothing that it cannot claim, says so, and lets it be discarded', async () => {
  const [first, second] = [await queued(unique('Uno')), await queued(unique('Dos'))];
  makeRoom = atQuota(page.db);
  expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 2, attention: 0 });
  expect(device.network.seen).toEqual([]);
  expect(await page.outbox.sendNow(first)).toEqual({ ok: false, code: 'storage-full' });
  expect(await page.outbox.beginEdit(first)).toEqual({ ok: false, code: 'storage-full' });
  expect(await page.outbox.keepOld(first)).toEqual({ ok: false, code: 'storage-full' });
  expect(await page.outbox.markRead()).toMatchObject({ ok: true });
  expect(await page.outbox.discard(first)).toEqual({ ok: true, value: undefined });
  expect(await states()).toEqual(['waiting']);
  makeRoom();
  expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
  expect(await page.outbox.receipt(second)).not.toBeNull();
});

test('[F16][F29] what the server has is not told as out of reach where only its receipt finds no room', async () => {
  const key = await queued(unique('Recibida'));
  device.network.next('after');
  await page.outbox.drain();
  makeRoom = atQuota(page.db);
  expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'storage-full' });
  makeRoom();
  expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'sent' });
  expect(await states()).toEqual([]);
});

test('[F16] another item is sent where the claim of the one before did not fit', async () => {
  const [first, second] = [await queued(unique('Grande')), await queued(unique('Pequeña'))];
  makeRoom = atQuota(page.db, ({ key }: { key?: string }) => key !== first);
  expect(await page.outbox.drain()).toMatchObject({ sent: 1, waiting: 1 });
  expect(await page.outbox.receipt(second)).not.toBeNull();
});

test('[F16][F6] a drain that cannot park what the server refused ends, and tells of it', async () => {
  await queued(unique('Sin sesión'));
  await queued(unique('Sin sesión'));
  const claims = new Set<string>();
  // Room for one claim and for nothing more.
  makeRoom = atQuota(page.db, ({ key, state }: { key: string; state: string }) => {
    const fits = state === 'sending' && claims.size === 0;
    if (fits) claims.add(key);
    return fits;
  });
  device.network.fate = () => 401;
  expect(await page.outbox.drain()).toMatchObject({ sent: 0, waiting: 2 });
});

test('[F16][F6] the first refusal of the tokens ends a drain, also where only claims find room', async () => {
  const first = await queued(unique('Uno'));
  await queued(unique('Dos'));
  makeRoom = atQuota(page.db, ({ state }: { state?: string }) => state === 'sending');
  device.network.fate = () => 401;
  await page.outbox.drain();
  const sent = device.network.seen.flatMap(({ key }) => key ?? []);
  expect([...new Set(sent)]).toEqual([first]);
});

test('[F16][F5] an upload goes on where there is no room to renew its claim', async () => {
  await queued(unique('Lenta'));
  const deliver = vi.spyOn(page.session, 'deliver').mockImplementation(() => new Promise(() => {}));
  void page.outbox.drain();
  await vi.waitFor(() => expect(deliver).toHaveBeenCalled());
  makeRoom = atQuota(page.db);
  device.ticker.tick();
  const other = page.outbox.enqueue('ticket.create', ticketFields(house, unique('Otra')));
  expect(await other).toEqual({ ok: false, code: 'storage-full' });
  await new Promise((later) => setTimeout(later, 200));
  expect(deliver.mock.calls[0]?.[2].signal?.aborted).toBe(false);
});

test('[F16] old files are deleted although a stamp of others does not fit', async () => {
  page.drafts.saveFile('refund', 'documentoFactura', pdf('factura'));
  await page.drafts.flush();
  const keys = await page.db.drafts.toCollection().primaryKeys();
  makeRoom = atQuota(page.db);
  await expect(stampDrafts(page.db, keys, 1)).resolves.toBeUndefined();
});
