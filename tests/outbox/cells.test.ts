import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf } from '#outbox/body.ts';
import { bodyOf, rewriteBody } from './bodies.ts';
import { createHouse, type Device, type House, type Page, ticketFields } from './house.ts';
import { unique } from './props.ts';

/** What holds for an item in each phase, with and without the chance that the server has it (docs/architecture.md). */

const MINUTE_MS = 60_000;

let house: House;
const devices: Device[] = [];

beforeAll(async () => {
  house = await createHouse();
});
afterAll(() => house.close());
afterEach(async () => {
  await house.setTokens('good');
  for (const device of devices.splice(0)) await device.close();
});

interface Queued {
  device: Device;
  page: Page;
  key: string;
  what: string;
}

/** A device with one queued ticket. */
async function queued(): Promise<Queued> {
  const device = await house.device();
  devices.push(device);
  const page = device.page();
  const what = unique('Casilla');
  const ticket = await page.outbox.enqueue('ticket.create', ticketFields(house, what));
  if (!ticket.ok) throw new Error(ticket.code);
  return { device, page, key: ticket.value.key, what };
}

const shownBy = async ({ page }: Queued) => (await page.outbox.list()).map(({ state, unclear }) => [state, unclear]);

/** How an item that was tried once comes to rest in a phase, and how it is listed there. */
const resting: [string, string, (item: Queued) => Promise<void>][] = [
  ['waiting', 'waiting', async () => {}],
  [
    'parked',
    'parked',
    async ({ device, page }) => {
      await house.setTokens('revoked');
      device.clock.move(MINUTE_MS);
      await page.outbox.drain();
      await house.setTokens('good');
    },
  ],
  [
    'parked with another',
    'parked',
    async ({ page }) => {
      const other = await page.outbox.enqueue('ticket.create', ticketFields(house, unique('Otra')));
      await house.setTokens('revoked');
      // The item itself waits for its time: only the other one is sent.
      await page.outbox.drain();
      await house.setTokens('good');
      if (other.ok) await page.outbox.discard(other.value.key);
    },
  ],
  [
    'refused',
    'refused',
    async ({ device, page }) => {
      device.clock.move(MINUTE_MS);
      device.network.next(422);
      await page.outbox.drain();
    },
  ],
  [
    'unreadable',
    'unknown',
    async ({ device, page, key }) => {
      await rewriteBody(device, key, (body) => ({ ...body, command: 'policy.cancel' }));
      device.clock.move(MINUTE_MS);
      await page.outbox.drain();
    },
  ],
];

describe.each(resting)('an item that is %s and that the server may have', (_, listed, rest) => {
  test('[F29] is not changed, discarded or replaced without a network', async () => {
    const item = await queued();
    const { device, page, key } = item;
    device.network.next('after');
    await page.outbox.drain();
    await rest(item);
    expect(await shownBy(item)).toEqual([[listed, true]]);

    const offline = device.page({ online: () => false });
    const unreachable = { ok: false, code: 'unreachable', problem: 'offline' };
    expect(await offline.outbox.beginEdit(key)).toEqual(unreachable);
    expect(await offline.outbox.discard(key)).toEqual(unreachable);
    const other = await offline.outbox.enqueue('ticket.create', ticketFields(house, 'otra'), {}, { replaces: key });
    expect(other).toEqual({ ok: false, code: 'being-sent' });
    expect(await shownBy(item)).toEqual([[listed, true]]);
  });

  test('[F29] is settled by its receipt instead of discarded when the server has it', async () => {
    const item = await queued();
    const { device, page, key, what } = item;
    device.network.next('after');
    await page.outbox.drain();
    await rest(item);
    expect(await page.outbox.discard(key)).toEqual({ ok: false, code: 'sent' });
    expect(await device.rows()).toEqual([]);
    expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
    expect(await house.ticketsWith(what)).toBe(1);
  });

  test('[F29] is withdrawn at the server before it is discarded when the server does not have it', async () => {
    const item = await queued();
    const { device, page, key } = item;
    device.network.next('before');
    await page.outbox.drain();
    await rest(item);
    expect(await shownBy(item)).toEqual([[listed, true]]);
    expect(await page.outbox.discard(key)).toEqual({ ok: true, value: undefined });
    expect(await house.commandState(key)).toBe('withdrawn');
    expect(await device.rows()).toEqual([]);
  });
});

test('[F6] [F29] an item that was parked after a lost answer is sent again after the sign-in, and counts once', async () => {
  const item = await queued();
  const { device, page, key, what } = item;
  device.network.next('after');
  await page.outbox.drain();
  await house.setTokens('revoked');
  device.clock.move(MINUTE_MS);
  await page.outbox.drain();
  await house.setTokens('good');
  await page.outbox.resumeParked();
  expect(await shownBy(item)).toEqual([['waiting', true]]);
  expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
  expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
  expect(await house.ticketsWith(what)).toBe(1);
});

/** Makes the device's item another one than what arrived under its key. */
async function reuseKey({ device, page, key }: Queued, text: string): Promise<void> {
  device.network.next('after');
  await page.outbox.drain();
  const fields = { ...ticketFields(house, text) };
  const fingerprint = await fingerprintOf(fields, []);
  await rewriteBody(device, key, (body) => ({ ...body, fields, fingerprint }));
  device.clock.move(MINUTE_MS);
  await page.outbox.drain();
}

test('[F29] an item whose key the server knows for something else is never sent under it again: the server is asked first', async () => {
  const item = await queued();
  const { page, key, what } = item;
  const text = unique('Otra cosa');
  await reuseKey(item, text);
  expect(await page.outbox.list()).toMatchObject([
    { state: 'refused', unclear: true, problem: { code: 'key-reused' } },
  ]);
  expect(await page.outbox.sendNow(key)).toEqual({ ok: false, code: 'sent' });
  expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
  expect([await house.ticketsWith(what), await house.ticketsWith(text)]).toEqual([1, 0]);
});

test('[F29] an item with a used-up key is not sent again without a network', async () => {
  const item = await queued();
  await reuseKey(item, unique('Otra cosa'));
  const offline = item.device.page({ online: () => false });
  expect(await offline.outbox.sendNow(item.key)).toEqual({ ok: false, code: 'unreachable', problem: 'offline' });
  expect(await shownBy(item)).toEqual([['refused', true]]);
});

test('[F29] an item whose key was withdrawn at the server is not there: it can be changed offline, and gets a new key', async () => {
  const item = await queued();
  const { device, page, key, what } = item;
  device.network.next('before');
  await page.outbox.drain();
  const owner = (await device.rows())[0]?.owner ?? '';
  // Another tab has asked, and was ended before it could write.
  expect(await page.session.withdraw(key, owner)).toMatchObject({ ok: true, value: { estado: 'anulado' } });
  device.clock.move(MINUTE_MS);
  await page.outbox.drain();
  expect(await page.outbox.list()).toMatchObject([{ state: 'refused', withdrawn: true, unclear: false }]);
  const offline = device.page({ online: () => false });
  expect(await offline.outbox.beginEdit(key)).toMatchObject({ ok: true });
  const again = await page.outbox.sendNow(key);
  expect(again.ok && again.value.key).not.toBe(key);
  expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
  expect(await house.ticketsWith(what)).toBe(1);
});

test('[F9] a refused item that the customer sends again goes under its own key', async () => {
  const { device, page, key, what } = await queued();
  device.network.next(422);
  await page.outbox.drain();
  expect(await page.outbox.sendNow(key)).toEqual({ ok: true, value: { key } });
  expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
  expect((await page.outbox.receipt(key))?.recibo.clave).toBe(key);
  expect(await house.ticketsWith(what)).toBe(1);
});

test('[F21] an item that this version cannot read stays unread when the customer sends it now', async () => {
  const item = await queued();
  const { device, page, key } = item;
  const body = await bodyOf(device, key);
  await rewriteBody(device, key, (before) => ({ ...before, command: 'policy.cancel' }));
  await page.outbox.drain();
  expect(await page.outbox.sendNow(key)).toEqual({ ok: true, value: { key } });
  expect(await shownBy(item)).toEqual([['unknown', false]]);
  expect(await page.outbox.beginEdit(key)).toMatchObject({ ok: true });
  expect(body.command).toBe('ticket.create');
});

describe('an item that another page is sending', () => {
  async function onItsWay(): Promise<Queued & { other: Page }> {
    const item = await queued();
    item.device.network.next('hang');
    void item.page.outbox.drain();
    await expect.poll(() => item.device.network.seen.length).toBe(1);
    return { ...item, other: item.device.page() };
  }

  test('[F4] is neither sent now nor kept, resumed or parked by this one', async () => {
    const { device, other, key } = await onItsWay();
    const [before] = await device.rows();
    expect(await other.outbox.sendNow(key)).toEqual({ ok: false, code: 'being-sent' });
    await other.outbox.keepOld(key);
    await other.outbox.resumeParked();
    await other.outbox.enqueue('ticket.create', ticketFields(house, unique('Otra')));
    await house.setTokens('revoked');
    await other.outbox.drain();
    expect((await device.rows())[0]).toEqual(before);
  });

  test('[F1] is taken over after 45 s of silence, whatever its own page then says', async () => {
    const { device, other, key, what } = await onItsWay();
    device.clock.move(50_000);
    expect(await other.outbox.drain()).toMatchObject({ sent: 1 });
    device.network.letPass();
    expect((await other.outbox.receipt(key))?.recibo.clave).toBe(key);
    expect(await house.ticketsWith(what)).toBe(1);
  });
});
