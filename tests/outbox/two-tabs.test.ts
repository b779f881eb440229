// @module-tag depth
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createHouse, type Device, type House, type Page, refundFields, refundFilesOf, ticketFields } from './house.ts';
import { unique } from './props.ts';

let house: House;
const devices: Device[] = [];

beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

/** Two tabs of one device. */
async function twoTabs(): Promise<{ device: Device; one: Page; other: Page }> {
  const device = await house.device();
  devices.push(device);
  return { device, one: device.page(), other: device.page() };
}

const submit = (page: Page, what: string, replaces?: string) =>
  page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what), {
    draftId: replaces ? `refund-edit/${replaces}` : 'refund',
    ...(replaces && { replaces }),
  });

const elsewhere = { ok: false, code: 'elsewhere' };

test('[F4] a draft that is open in two tabs and submitted in both becomes one request', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('Dos pestañas');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  expect(await other.drafts.load('refund')).not.toBeNull();

  expect((await submit(one, what)).ok).toBe(true);
  expect(await submit(other, what)).toEqual(elsewhere);
  expect(await device.rows()).toHaveLength(1);
  await one.outbox.drain();
  expect(await house.refundsWith(what)).toBe(1);
});

test('[F4] when both tabs submit a draft at the same time, one of them is told', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('A la vez');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  const both = await Promise.all([submit(one, what), submit(other, what)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(both).toContainEqual(elsewhere);
  expect(await device.rows()).toHaveLength(1);
});

test('submitting again after being told of the other tab makes a second request', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('A sabiendas');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  await submit(one, what);
  await submit(other, what);
  expect((await submit(other, what)).ok).toBe(true);
  expect(await device.rows()).toHaveLength(2);
});

test('[F4] text typed after the other tab submitted is reported, and becomes a second request only by choice', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('Otra');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  await submit(one, what);
  // The next step of the form writes the draft, which must not become a second request unnoticed.
  other.drafts.save('refund', { what: `${what} más` });
  await other.drafts.flush();
  expect(other.drafts.elsewhere('refund')).toBe('gone');
  expect(await device.db.drafts.count()).toBe(0);
  expect(await submit(other, `${what} más`)).toEqual(elsewhere);
  expect(await device.rows()).toHaveLength(1);

  other.drafts.release('refund');
  other.drafts.save('refund', { what: `${what} más` });
  await other.drafts.flush();
  expect(await device.db.drafts.count()).toBe(1);
  expect((await submit(other, `${what} más`)).ok).toBe(true);
  expect(await device.rows()).toHaveLength(2);
});

test.each([
  ['begun afresh', (page: Page) => page.drafts.release('refund')],
  ['opened again', (page: Page) => page.drafts.load('refund')],
])('[F4] who was told once of the other tab is told of the next draft too, %s', async (_, begin) => {
  const { device, one, other } = await twoTabs();
  const what = unique('La de después');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  await submit(one, what);
  expect(await submit(other, what)).toEqual(elsewhere);

  await begin(other);
  other.drafts.save('refund', { what: `${what} más` });
  await other.drafts.flush();
  await one.drafts.load('refund');
  expect((await submit(one, `${what} más`)).ok).toBe(true);
  expect(await submit(other, `${what} más`)).toEqual(elsewhere);
  expect(await device.rows()).toHaveLength(2);
});

test('[F4] a new draft of the other tab under the same name is neither overwritten nor sent by this one', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('La siguiente');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  await submit(one, what);
  other.drafts.save('refund', { what: 'tarde' });
  await other.drafts.flush();
  one.drafts.save('refund', { what: 'la siguiente' });
  await one.drafts.flush();
  other.drafts.save('refund', { what: 'más tarde' });
  await other.drafts.flush();
  expect((await one.drafts.peek('refund'))?.form).toEqual({ what: 'la siguiente' });
  expect(await submit(other, what)).toEqual(elsewhere);
  // Submitted again it is queued, and the other tab keeps its draft.
  expect((await submit(other, what)).ok).toBe(true);
  expect((await one.drafts.peek('refund'))?.form).toEqual({ what: 'la siguiente' });
  expect(await device.rows()).toHaveLength(2);
});

test('[F4] a page learns at once that another tab changed or sent its draft, and ignores its own writes', async () => {
  const { one, other } = await twoTabs();
  const what = unique('A la vista');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  const stops = [one, other].map(({ drafts }) => drafts.watch('refund'));
  other.drafts.save('refund', { what: `${what} cambiado` });
  await other.drafts.flush();
  await vi.waitFor(() => expect(one.drafts.elsewhere('refund')).toBe('changed'));
  expect(other.drafts.elsewhere('refund')).toBeNull();
  // Loading the draft again makes it this page's draft.
  expect((await one.drafts.load('refund'))?.form).toEqual({ what: `${what} cambiado` });
  expect(one.drafts.elsewhere('refund')).toBeNull();
  expect((await submit(one, what)).ok).toBe(true);
  await vi.waitFor(() => expect(other.drafts.elsewhere('refund')).toBe('gone'));
  expect(one.drafts.elsewhere('refund')).toBeNull();
  for (const stop of stops) stop();
});

test('a draft discarded in the other tab is reported too, and one that was never stored is sent', async () => {
  const { one, other } = await twoTabs();
  const what = unique('Descartado');
  one.drafts.save('refund', { what });
  await one.drafts.flush();
  await other.drafts.load('refund');
  await one.drafts.discard('refund');
  expect(await submit(other, what)).toEqual(elsewhere);
  expect((await submit(one, what)).ok).toBe(true);
});

test('one tab can send two forms in a row, even when a draft could not be written', async () => {
  const { device, one } = await twoTabs();
  const what = unique('Seguidas');
  one.drafts.save('refund', { what });
  expect((await submit(one, what)).ok).toBe(true);
  expect((await submit(one, what)).ok).toBe(true);
  expect(await device.rows()).toHaveLength(2);
});

test('[F9] a correction made in two tabs replaces the item once; submitted again, it becomes a new item', async () => {
  const { device, one, other } = await twoTabs();
  const what = unique('Corregido');
  const queued = await one.outbox.enqueue('ticket.create', ticketFields(house, what), {}, {});
  if (!queued.ok) throw new Error(queued.code);
  const { key } = queued.value;
  for (const page of [one, other]) expect((await page.outbox.beginEdit(key)).ok).toBe(true);
  expect((await submit(one, what, key)).ok).toBe(true);
  expect(await submit(other, what, key)).toEqual(elsewhere);
  expect(await device.rows()).toHaveLength(1);
  expect((await submit(other, what, key)).ok).toBe(true);
  expect(await device.rows()).toHaveLength(2);
});
