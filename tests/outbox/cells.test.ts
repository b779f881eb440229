// @module-tag depth
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { sendingKeys } from '#database/keyring.ts';
import { fingerprintOf } from '#outbox/body.ts';
import { sealReceipt } from '#outbox/receipts.ts';
import { bodyOf, rewriteBody } from './bodies.ts';
import {
  createHouse,
  type Device,
  EMAIL,
  type House,
  PASSWORD,
  type Page,
  refundFields,
  refundFilesOf,
  ticketFields,
} from './house.ts';
import { unique } from './props.ts';
import { storedShapes } from './stored-shapes.ts';

/** What holds for an item in each phase, with and without the chance that the server has it (docs/architecture.md). */

let house: House;
const devices: Device[] = [];

beforeAll(async () => {
  house = await createHouse();
});
afterAll(() => house.close());
afterEach(async () => {
  vi.restoreAllMocks();
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
  [
    'in a state of another version',
    'unknown',
    async ({ device, page, key }) => {
      await device.db.outbox.update(key, { state: 'of-tomorrow' as never });
      device.clock.move(MINUTE_MS);
      expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });
    },
  ],
];

/** What this version does not know it does not open for editing. */
const notEdited = ['unreadable', 'in a state of another version'];

describe.each(resting)('an item that is %s and that the server may have', (phase, listed, rest) => {
  test('[F29] is not changed, discarded or replaced without a network', async () => {
    const item = await queued();
    const { device, page, key } = item;
    device.network.next('after');
    await page.outbox.drain();
    await rest(item);
    expect(await shownBy(item)).toEqual([[listed, true]]);

    const offline = device.page({ online: () => false });
    const unreachable = { ok: false, code: 'unreachable', problem: { code: 'offline' } };
    const unopened = notEdited.includes(phase) ? { ok: false, code: 'unreadable' } : unreachable;
    expect(await offline.outbox.beginEdit(key)).toEqual(unopened);
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

test('rows are stored in nine shapes, and in each of them', async () => {
  const shapes = new Set<string>();
  for (const isLost of [false, true]) {
    for (const [, , rest] of resting) {
      const item = await queued();
      if (isLost) {
        item.device.network.next('after');
        await item.page.outbox.drain();
      }
      await rest(item);
      for (const shape of item.device.shapes) shapes.add(shape);
    }
  }
  expect([...shapes].sort()).toEqual([...storedShapes]);
}, 30_000);

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
  expect(await offline.outbox.sendNow(item.key)).toEqual({
    ok: false,
    code: 'unreachable',
    problem: { code: 'offline' },
  });
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
  const { pokes } = page;
  expect(await page.outbox.sendNow(key)).toEqual({ ok: true, value: { key } });
  expect(page.pokes, 'the worker is told').toBe(pokes + 1);
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
  expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'unreadable' });
  await rewriteBody(device, key, () => body);
  expect(await page.outbox.drain()).toMatchObject({ sent: 1 });
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

test('[F29] an item whose parent is corrected while it is being opened is not opened with the parent of before', async () => {
  const { device, page, key } = await queued();
  const { transaction } = page.db;
  vi.spyOn(page.db, 'transaction').mockImplementationOnce((async (...given: unknown[]) => {
    await device.db.outbox.update(key, { dependsOn: 'corrected' });
    return (transaction as (...all: unknown[]) => Promise<unknown>)(...given);
  }) as never);
  expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'being-sent' });
  expect(await page.outbox.beginEdit(key)).toMatchObject({ ok: true, value: { dependsOn: 'corrected' } });
});

describe('what another version of the app left', () => {
  test('[F42] an item in a state that this version does not know is not sent, and keeps that state through a sign-in', async () => {
    const item = await queued();
    const { device, page, key } = item;
    await device.db.outbox.update(key, { state: 'of-tomorrow' as never });
    await page.outbox.resumeParked();
    await page.outbox.keepOld(key);
    expect(await page.outbox.sendNow(key)).toEqual({ ok: false, code: 'unreadable' });
    expect(await page.outbox.drain({ connected: true })).toMatchObject({ sent: 0, attention: 1, nextAt: null });
    expect(device.network.seen).toEqual([]);
    expect(await device.rows()).toMatchObject([{ state: 'of-tomorrow' }]);
    expect(await shownBy(item)).toEqual([['unknown', false]]);
    expect(await page.outbox.discard(key)).toEqual({ ok: true, value: undefined });
    expect(await device.rows()).toEqual([]);
  });

  test('[F42] an item of an unknown kind is not opened for editing, and its body stays as it was', async () => {
    const { device, page, key } = await queued();
    await rewriteBody(device, key, (body) => ({ ...body, command: 'policy.cancel', ofTomorrow: 'stays' }));
    const [before] = await device.rows();
    expect(await page.outbox.beginEdit(key)).toEqual({ ok: false, code: 'unreadable' });
    await page.outbox.keepOld(key);
    expect(await device.rows()).toEqual([before]);
    expect(await bodyOf(device, key)).toMatchObject({ ofTomorrow: 'stays' });
  });

  test.each<[string, (body: Record<string, unknown>) => Record<string, unknown>]>([
    ['of an unknown kind', (body) => ({ ...body, command: 'policy.cancel' })],
    ['whose body this version cannot read at all', () => ({ ofTomorrow: true })],
  ])('[F42] an item %s that the server has leaves a receipt of that kind', async (_, tomorrow) => {
    const { device, page, key } = await queued();
    device.network.next('after');
    await page.outbox.drain();
    await rewriteBody(device, key, tomorrow);
    const recibo = { clave: key, tipo: 'policy.cancel', numero: 'X-2027-000001', fecha: '2027-01-01T00:00:00.000Z' };
    const withdraw = async () => ({ ok: true, value: { estado: 'recibido', recibo, resultado: {} } }) as const;
    const asked = device.page({ session: { ...page.session, withdraw } });
    expect(await asked.outbox.discard(key)).toEqual({ ok: false, code: 'sent' });
    expect(await page.outbox.receipts()).toMatchObject([{ key, recibo }]);
  });

  test('[F42] [F2] an item stays with its files when the answer about it is the receipt of another one', async () => {
    const device = await house.device();
    devices.push(device);
    const page = device.page();
    const what = unique('Ajena');
    const refund = await page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what));
    if (!refund.ok) throw new Error(refund.code);
    device.network.next('after');
    await page.outbox.drain();
    const stored = async () => [await device.rows(), await device.db.outboxFiles.toArray()];
    const before = await stored();
    const clave = crypto.randomUUID();
    const recibo = { clave, tipo: 'refund.create', numero: 'R-2026-000001', fecha: '2026-11-21T00:00:00.000Z' };
    const withdraw = async () => ({ ok: true, value: { estado: 'recibido', recibo, resultado: {} } }) as const;
    const asked = device.page({ session: { ...page.session, withdraw } });
    const problem = { code: 'unreadable' };
    expect(await asked.outbox.discard(refund.value.key)).toEqual({ ok: false, code: 'unreachable', problem });
    expect(await stored()).toEqual(before);
    expect(await page.outbox.receipts()).toEqual([]);
  });

  test('[F42] the answer about such an item is understood', async () => {
    const { device, page, key } = await queued();
    const recibo = { clave: key, tipo: 'policy.cancel', numero: 'X-2027-000001', fecha: '2027-01-01T00:00:00.000Z' };
    const through = device.network.fetch;
    device.network.fetch = async (input, init) =>
      String(input).includes('/recibos/')
        ? new Response(JSON.stringify({ estado: 'recibido', recibo, resultado: {} }), {
            headers: { 'content-type': 'application/json' },
          })
        : through(input, init);
    const owner = (await device.rows())[0]?.owner ?? '';
    expect(await device.page().session.withdraw(key, owner)).toMatchObject({ ok: true, value: { recibo } });
    expect(await page.outbox.receipts()).toEqual([]);
  });

  test('[F42] a receipt of an unknown kind that came during a lock is read after the next sign-in', async () => {
    const { device, page } = await queued();
    const sending = await sendingKeys(device.db);
    if (!sending) throw new Error('signed out');
    const key = crypto.randomUUID();
    const recibo = { clave: key, tipo: 'policy.cancel', numero: 'X-1', fecha: '2027-01-01T00:00:00.000Z' };
    const stored = { recibo, answer: {}, label: {}, policy: null };
    const row = { key, owner: sending.owner, at: 1, under: 'send' } as const;
    await device.db.receipts.put(await sealReceipt(stored, sending.sendKey, row));
    await page.outbox.absorbLocked();
    expect(await device.db.receipts.get(key)).toMatchObject({ under: 'read' });
    expect(await page.outbox.receipt(key)).toMatchObject({ recibo });
  });
});

describe('a refusal of the tokens that comes after a new sign-in', () => {
  test('[F6] parks nothing for good: the item and those behind it go on', async () => {
    const { device, page, key, what } = await queued();
    const second = await page.outbox.enqueue('ticket.create', ticketFields(house, unique('Detrás')));
    if (!second.ok) throw new Error(second.code);
    const through = device.network.fetch;
    let refuse = () => {};
    const late = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let held = false;
    device.network.fetch = async (input, init) => {
      if (held || new Headers(init?.headers).get('idempotency-key') !== key) return through(input, init);
      held = true;
      await late;
      return new Response('{"code":"unauthorised","message":"no"}', {
        status: 401,
        headers: { 'content-type': 'application/json' },
      });
    };
    await page.session.lock();
    const worker = device.page();
    const drained = worker.outbox.drain();
    await vi.waitFor(() => expect(held).toBe(true));
    // The worker's request is still on its way, with the token of before.
    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
    await page.outbox.resumeParked();
    // The unlock has its tokens.
    await page.session.over();
    await page.session.renewInternal();
    await page.session.lock();
    refuse();
    expect(await drained).toMatchObject({ parked: 0, waiting: 2 });
    expect(await worker.outbox.drain()).toMatchObject({ sent: 2, parked: 0, waiting: 0 });
    expect(await house.ticketsWith(what)).toBe(1);
  });
});

describe('[D76] what was parked before an unlock got its tokens', () => {
  test('goes on as soon as it has them', async () => {
    const { page, key } = await queued();
    await page.session.lock();
    await page.db.outbox.update(key, { state: 'parked' });
    expect(await page.session.signIn(EMAIL, PASSWORD)).toMatchObject({ ok: true });
    await page.session.over();
    await page.session.renewInternal();
    expect((await page.outbox.list()).map(({ state }) => state)).toEqual(['waiting']);
  });
});

describe("'Enviar ahora' of an item that was taken back", () => {
  async function heldRefund() {
    const device = await house.device();
    devices.push(device);
    const page = device.page();
    const what = unique('Retenida');
    const refund = await page.outbox.enqueue('refund.create', refundFields(house, what), refundFilesOf(what));
    if (!refund.ok) throw new Error(refund.code);
    const { key } = refund.value;
    expect(await page.outbox.beginEdit(key)).toMatchObject({ ok: true, value: { complete: true } });
    return { device, page, key, what };
  }

  test('[F16] says on a full device that it is full, and loses nothing', async () => {
    const { device, page, key } = await heldRefund();
    const full = vi.spyOn(page.db.outboxFiles, 'bulkAdd').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await page.outbox.sendNow(key)).toEqual({ ok: false, code: 'storage-full' });
    full.mockRestore();
    expect((await device.rows()).map((row) => row.key)).toEqual([key]);
    expect(await page.outbox.sendNow(key)).toMatchObject({ ok: true });
  });

  test('[F17] never sends it without one of its files: it has to be completed first', async () => {
    const { device, page, key, what } = await heldRefund();
    await device.db.outboxFiles.delete([key, 'documentoFactura']);
    expect(await page.outbox.sendNow(key)).toEqual({ ok: false, code: 'incomplete' });
    expect(await page.outbox.drain()).toMatchObject({ sent: 0, attention: 1 });
    expect(await house.refundsWith(what)).toBe(0);
  });

  test('[F29] [F21] is stored as a version before reads it, which must not send it either', async () => {
    const { device, page, key } = await heldRefund();
    expect(await device.rows()).toMatchObject([{ key, state: 'refused', unclear: false, claim: null }]);
    expect(await bodyOf(device, key)).toMatchObject({ withdrawn: true });
    expect(await page.outbox.list()).toMatchObject([{ state: 'refused', withdrawn: true }]);
  });
});
