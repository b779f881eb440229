// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, SECOND_MS } from '#contract/age.ts';
import type { Database } from '#database/open.ts';
import { mirrorTables } from '#database/rows.ts';
import { policies } from '#mirror/collections.ts';
import { openSealedQueue } from '#session/sealed-queue.ts';
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
} from '#tests/outbox/house.ts';

let house: House;
let device: Device;
let page: Page;
/** The password of this device's envelope, and the one the server accepts since it was changed elsewhere. */
let old = PASSWORD;
let now = PASSWORD;
let changes = 0;
beforeAll(async () => {
  house = await createHouse();
}, 60_000);
afterAll(() => house.close());
beforeEach(async () => {
  device = await house.device();
  page = device.page();
  old = now;
  // The device starts empty, because the house signed it in under its first password.
  await Promise.all([device.db.vault.clear(), device.db.session.clear()]);
  await page.session.signIn(EMAIL, old);
});
afterEach(() => device.close());

/** Waits until the server knows what the session had to tell it: then nothing writes behind the test. */
const isTold = () => page.session.tellLock();

/** Changes the password on another device, then signs in with it here, where the envelope is under the old one. */
async function changeElsewhere(): Promise<void> {
  changes += 1;
  const next = `Nueva${2000 + changes}`;
  const other = await house.device();
  const there = other.page();
  await there.session.signIn(EMAIL, now);
  expect(await there.session.changePassword(now, next)).toMatchObject({ ok: true });
  await other.close();
  now = next;
  expect(await page.session.signIn(EMAIL, now)).toMatchObject({ ok: true, value: { waiting: 0 } });
  await isTold();
}

const write = (text: string) => page.outbox.enqueue('ticket.create', ticketFields(house, text));
const askFor = (text: string) =>
  page.outbox.enqueue('refund.create', refundFields(house, text), refundFilesOf(text), { policy: house.policyId });
const ownerNow = async () => (await page.session.customer())?.owner ?? '';

async function asideOf(db: Database): Promise<number> {
  return (await db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.aside : [])).length;
}

/** The whole database as text, to be compared bit by bit. */
async function everything(db: Database): Promise<string> {
  const plain = (_: string, value: unknown) =>
    value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value instanceof CryptoKey ? 'key' : value;
  return JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())), plain);
}

describe('drafts under an earlier password', () => {
  const saved = async (text: string, file = 'uno') => {
    page.drafts.save('ticket', { descripcion: text });
    await page.drafts.flush();
    const bytes = new TextEncoder().encode(file).buffer as ArrayBuffer;
    await page.drafts.saveFile('ticket', 'documentoFactura', { bytes, name: 'factura.pdf', type: 'application/pdf' });
  };

  test('[D25] are counted, then moved with their files to the current owner, and nothing is left behind', async () => {
    await saved('A medio escribir');
    await changeElsewhere();
    expect(await page.drafts.load('ticket')).toBeNull();
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 1 });
    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 0, drafts: 1 } });
    const draft = await page.drafts.load('ticket');
    expect(draft?.form).toEqual({ descripcion: 'A medio escribir' });
    expect(draft?.files.documentoFactura).toMatchObject({ name: 'factura.pdf', type: 'application/pdf' });
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    expect(await asideOf(device.db)).toBe(0);
    expect(new Set((await device.db.drafts.toArray()).map(({ owner }) => owner))).toEqual(new Set([await ownerNow()]));
  });

  test('[D25] give way to a newer draft of the same form', async () => {
    await saved('De antes', 'de antes');
    await changeElsewhere();
    page.drafts.save('ticket', { descripcion: 'De ahora' });
    await page.drafts.flush();
    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 0, drafts: 0 } });
    expect(await page.drafts.load('ticket')).toMatchObject({ form: { descripcion: 'De ahora' }, files: {} });
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
  });

  test.each([
    ['earliest', SECOND_MS],
    ['latest', SECOND_MS],
    ['earliest', -DAY_MS],
    ['latest', -DAY_MS],
  ] as const)(
    '[D25][F60] under two earlier passwords: the newer form stays, with its file, whichever is given first (%s first), also when the clock was set by %i ms between them',
    async (first, set) => {
      const given = [old];
      await saved('De antes', 'de antes');
      await changeElsewhere();
      given.push(now);
      device.clock.move(set);
      await saved('De después', 'de después');
      await changeElsewhere();
      for (const password of first === 'earliest' ? given : given.reverse())
        expect(await page.session.openSealedQueue(password)).toMatchObject({ ok: true });
      expect(await page.drafts.load('ticket')).toMatchObject({ form: { descripcion: 'De después' } });
      const file = (await page.drafts.load('ticket'))?.files.documentoFactura;
      expect(file && new TextDecoder().decode(file.bytes)).toBe('de después');
      expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    },
  );

  test('[D25] of which an older version moved the first one go by their clocks', async () => {
    await saved('De antes');
    await changeElsewhere();
    const second = now;
    device.clock.move(SECOND_MS);
    await saved('De después');
    await changeElsewhere();
    expect(await page.session.openSealedQueue(old)).toMatchObject({ ok: true });
    await device.db.drafts.toCollection().modify((row) => {
      if (row.fromEarlier) row.fromEarlier = true;
    });
    expect(await page.session.openSealedQueue(second)).toMatchObject({ ok: true });
    expect(await page.drafts.load('ticket')).toMatchObject({ form: { descripcion: 'De después' } });
  });

  test.each([
    ['lies ahead of', DAY_MS],
    ['was right beside a later one that stood back by', 0],
  ])(
    '[D25][F60] a form that was typed since stays, although the time of the earlier %s the clock',
    async (_, ahead) => {
      await saved('De antes', 'de antes');
      await device.db.drafts.toCollection().modify({ at: device.clock() + ahead });
      await changeElsewhere();
      if (ahead === 0) device.clock.move(-DAY_MS);
      page.drafts.save('ticket', { descripcion: 'De ahora' });
      await page.drafts.flush();
      if (ahead === 0) device.clock.move(DAY_MS);
      expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 0, drafts: 0 } });
      expect(await page.drafts.load('ticket')).toMatchObject({ form: { descripcion: 'De ahora' }, files: {} });
    },
  );

  test('[D25] can be discarded, and current drafts stay', async () => {
    await saved('De antes');
    await changeElsewhere();
    page.drafts.save('otro', { descripcion: 'De ahora' });
    await page.drafts.flush();
    await page.session.discardSealedQueue();
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    expect(await device.db.drafts.count()).toBe(1);
  });
});

describe('a queue under an earlier password', () => {
  test('[D25] is moved with its files and sent under the same keys, and nothing is left behind', async () => {
    await page.mirror.pull(policies);
    const [ticket, refund] = [await write('Antes'), await askFor('Antes')];
    const before = await ownerNow();
    await changeElsewhere();
    expect(await page.session.sealedQueue()).toEqual({ waiting: 2, drafts: 0 });
    expect(await page.outbox.list()).toEqual([]);

    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 2, drafts: 0 } });
    const listed = await page.outbox.list();
    expect(listed.map(({ key }) => key)).toEqual([ticket, refund].map((one) => (one.ok ? one.value.key : '')));
    expect(listed[1]?.files).toHaveLength(2);
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    expect(await asideOf(device.db)).toBe(0);
    for (const table of mirrorTables) expect(await device.db[table].where('owner').equals(before).count()).toBe(0);
    expect(await device.db.session.where('id').startsWith(before).count()).toBe(0);

    await page.outbox.drain();
    expect([await house.ticketsWith('Antes'), await house.refundsWith('Antes')]).toEqual([1, 1]);
    expect(await page.outbox.receipts()).toHaveLength(2);
  });

  test('[D25] stays unchanged when the password is wrong', async () => {
    await write('Sellada');
    await changeElsewhere();
    const before = await everything(device.db);
    for (const wrong of ['equivocada', now]) {
      expect(await page.session.openSealedQueue(wrong)).toMatchObject({ problem: { code: 'bad-credentials' } });
    }
    expect(await everything(device.db)).toBe(before);
  });

  test('can only be opened or discarded in an open session', async () => {
    await write('Cerrada');
    await changeElsewhere();
    await page.session.lock();
    await isTold();
    const before = await everything(device.db);
    expect(await page.session.openSealedQueue(old)).toMatchObject({ problem: { code: 'unauthorised' } });
    await page.session.discardSealedQueue();
    expect(await everything(device.db)).toBe(before);
  });

  test('[F6] with items that were parked, or being sent when the page died, is due at once', async () => {
    await write('Aparcada');
    await write('A medias');
    const [parked, sending] = await device.rows();
    if (!parked || !sending) throw new Error('not queued');
    await device.db.outbox.update(parked.key, { state: 'parked' });
    await device.db.outbox.update(sending.key, {
      state: 'sending',
      unclear: true,
      claim: { by: 'dead', at: device.clock() },
    });
    await changeElsewhere();
    await page.session.openSealedQueue(old);
    await page.outbox.drain();
    expect([await house.ticketsWith('Aparcada'), await house.ticketsWith('A medias')]).toEqual([1, 1]);
  });

  test('[F3] with an item that the server already has takes effect once', async () => {
    await write('Ya llegó');
    device.network.next('after');
    await page.outbox.drain();
    await changeElsewhere();
    await page.session.openSealedQueue(old);
    await page.outbox.drain({ connected: true });
    expect(await house.ticketsWith('Ya llegó')).toBe(1);
    expect(await page.outbox.list()).toEqual([]);
  });

  test('[F30] is moved with its receipts, also those that arrived while the device was locked', async () => {
    await write('Leída');
    await page.outbox.drain();
    await write('Bajo llave');
    await page.session.lock();
    await page.outbox.drain();
    await page.session.signIn(EMAIL, old);
    await write('Pendiente');
    expect((await device.db.receipts.toArray()).map(({ under }) => under).sort()).toEqual(['read', 'send']);
    await changeElsewhere();
    expect(await page.outbox.receipts()).toEqual([]);
    await page.session.openSealedQueue(old);
    expect(await page.outbox.receipts()).toHaveLength(2);
    await page.outbox.absorbLocked();
    expect((await device.db.receipts.toArray()).map(({ under }) => under)).toEqual(['read', 'read']);
  });

  test('[F17] keeps an item that cannot be opened completely, with its envelope, and moves the others', async () => {
    await write('Sana');
    const torn = await askFor('Rota');
    const [file] = await device.db.outboxFiles.toArray();
    if (!file || !torn.ok) throw new Error('not queued');
    await device.db.outboxFiles.put({ ...file, data: new ArrayBuffer(32) });
    await changeElsewhere();
    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 1, drafts: 0 } });
    expect(await page.session.sealedQueue()).toEqual({ waiting: 1, drafts: 0 });
    expect(await asideOf(device.db)).toBe(1);
    expect(await device.db.outboxFiles.count()).toBe(2);
    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 0, drafts: 0 } });
  });

  test('[F15] of another customer, whose email is ours now, is not opened', async () => {
    await write('Ajena');
    await changeElsewhere();
    const who = await page.session.customer();
    if (!who) throw new Error('not open');
    const before = await everything(device.db);
    expect(await openSealedQueue(page.db, { ...who, idUsuario: 'otra' }, old)).toMatchObject({ ok: false });
    expect(await everything(device.db)).toBe(before);
  });

  test('[F16] stays unchanged when there is no room, and can be moved later', async () => {
    await write('Sin sitio');
    await changeElsewhere();
    const before = await device.rows();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    page.db.outbox.hook('updating', full);
    expect(await page.session.openSealedQueue(old)).toMatchObject({ problem: { code: 'unavailable' } });
    expect(await device.rows()).toEqual(before);
    page.db.outbox.hook('updating').unsubscribe(full);
    expect(await page.session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 1, drafts: 0 } });
  });

  test('[D25] loses nothing when the page is killed at any step, and can be moved again', async () => {
    await askFor('Interrumpida');
    await changeElsewhere();
    const before = await everything(device.db);
    const steps = ['outbox', 'outboxFiles', 'vault'] as const;
    for (const step of steps) {
      const dying = device.page();
      dying.db[step].hook('updating', () => {
        throw new Error('killed');
      });
      await expect(dying.session.openSealedQueue(old)).rejects.toThrow('killed');
      expect(await everything(device.db), step).toBe(before);
    }
    expect(await device.page().session.openSealedQueue(old)).toEqual({ ok: true, value: { moved: 1, drafts: 0 } });
    await page.outbox.drain();
    expect(await house.refundsWith('Interrumpida')).toBe(1);
  });

  test('is moved once when two tabs open it at the same time', async () => {
    await write('Dos pestañas');
    await changeElsewhere();
    const tabs = [page, device.page()];
    const answers = await Promise.all(tabs.map(({ session }) => session.openSealedQueue(old)));
    expect(answers.filter((answer) => answer.ok)).toEqual([{ ok: true, value: { moved: 1, drafts: 0 } }]);
    expect(await page.outbox.list()).toHaveLength(1);
    expect(await asideOf(device.db)).toBe(0);
  });

  test('[D25] can be discarded with its files and its envelope, and nothing else is deleted', async () => {
    await askFor('Descartada');
    await changeElsewhere();
    await write('De ahora');
    await page.session.discardSealedQueue();
    expect(await page.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
    expect(await asideOf(device.db)).toBe(0);
    expect(await device.db.outboxFiles.count()).toBe(0);
    expect((await page.outbox.list()).map(({ fields }) => fields.descripcion)).toEqual(['De ahora']);
    expect(await page.session.state()).toBe('open');
  });
});
