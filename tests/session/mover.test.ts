// @module-tag depth
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readingKeys } from '#database/keyring.ts';
import { sealLeft } from '#database/left-to-pay.ts';
import { sealRow } from '#database/sealed.ts';
import { bills, payments } from '#mirror/collections.ts';
import { createSavedDocuments } from '#mirror/saved-documents.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { listReceipts, sealReceipt } from '#outbox/receipts.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { loseValues } from '#tests/database/lost-values.ts';
import { noTimers } from '#tests/machine.ts';
import { pdf } from '#tests/outbox/props.ts';
import { Authenticator as SoftAuthenticator } from '#tests/server/authenticator.ts';
import { createTestApp, ORIGIN, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, SERVER_START_MS } from './device.ts';
import { onPhone } from './phone.ts';

const ANA = 'ecuador@demo.test';
const MARIA = 'costarica@demo.test';
const DOCUMENT = { policyId: '520021', category: 'Póliza', createdOn: null, place: 0 };

let server: TestApp;
let phone: SoftAuthenticator;
let device: Device;
let drafts: Drafts;
/** The password that the server accepts now. */
let accepted = DEMO_PASSWORD;
let changes = 0;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA, MARIA] });
}, SERVER_START_MS);
afterAll(() => server.close());
beforeEach(async () => {
  phone = new SoftAuthenticator(ORIGIN);
  device = tab();
  drafts = draftsOf(device);
  expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
});
afterEach(() => device.db.close());

const tab = (name?: string) =>
  createDevice(server, {
    timers: noTimers,
    ...(name && { name }),
    ...onPhone(() => phone),
  });
const otherTab = () => tab(device.db.name);
const draftsOf = ({ db }: Device) => createDrafts({ db, clock: Date.now });
const saved = ({ db }: Device = device) => createSavedDocuments(db, Date.now);
const addPasskey = () => device.session.addPasskey(accepted, 'Mi teléfono');
/** How often the server was asked to drop the passkey. */
const removals = () => device.paths().filter((path) => path.endsWith(`/passkeys/${phone.id}`));
const asides = async () =>
  (await device.db.vault.toArray()).flatMap((row) => ('envelopes' in row ? row.aside : [])).length;

async function typed(text: string, at = drafts): Promise<void> {
  at.save('ticket', { descripcion: text });
  expect(await at.flush()).toMatchObject({ ok: true });
}

/** As if the customer had changed the password on another device, and signed in here with it. */
async function changedElsewhere(): Promise<string> {
  const other = createDevice(server, { timers: noTimers });
  await other.session.signIn(ANA, accepted);
  changes += 1;
  const [before, next] = [accepted, `Cambiada${2000 + changes}`];
  expect(await other.session.changePassword(before, next)).toMatchObject({ ok: true });
  accepted = next;
  await device.session.lock();
  expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
  return before;
}

/** One row of each kind that exists only on this device. */
async function fill(): Promise<void> {
  const { db, time } = device;
  const keys = await readingKeys(db);
  if (!keys) throw new Error('not open');
  const { owner, readKey } = keys;
  await drafts.saveFile('refund-document/R-1', 'documento', pdf('la receta'));
  await saved().save(DOCUMENT, pdf('la póliza'), owner);
  const clave = crypto.randomUUID();
  const recibo = { clave, tipo: 'ticket.create', numero: 'T-1', fecha: '2026-11-23T00:00:00Z' } as const;
  const receipt = { recibo, answer: {}, label: {}, policy: null };
  await db.receipts.put(await sealReceipt(receipt, readKey, { key: clave, owner, at: time.now, under: 'read' }));
  const news = { kind: 'refund-approved', about: '1', policyId: DOCUMENT.policyId, facts: {} };
  const sealed = await sealRow(readKey, news, { table: 'news', row: 'n', owner });
  await db.news.put({ id: 'n', owner, at: time.now, read: false, ...sealed });
}

/** What `fill` wrote, as a page reads it now. */
async function found(): Promise<Record<string, unknown>> {
  const owner = (await device.session.customer())?.owner;
  const [document] = await saved().list();
  return {
    draft: (await draftsOf(device).load('refund-document/R-1'))?.files.documento,
    document: document && (await saved().open(document.id)),
    receipts: (await listReceipts(device.db)).length,
    news: (await device.db.news.toArray()).map((row) => row.owner === owner),
  };
}
const largePdf = { ...pdf('la póliza'), bytes: new ArrayBuffer(5000) };
const all = { draft: pdf('la receta'), document: pdf('la póliza'), receipts: 1, news: [true] };

/** Runs `meanwhile` once, just before the first transaction over all tables: everything is sealed by then. */
function justBefore(meanwhile: () => Promise<unknown>): () => boolean {
  const { db } = device;
  const { transaction } = db;
  let done = false;
  db.transaction = (async (...request: Parameters<typeof transaction>) => {
    if (!done && request[0] === 'rw' && Array.isArray(request[1])) {
      done = true;
      await meanwhile();
    }
    return transaction.apply(db, request);
  }) as typeof transaction;
  return () => done;
}

describe('what exists only on this device', () => {
  test('[F54] is there after a passkey was set up: a picked document, saved documents, receipts and news', async () => {
    // Nothing is read before: reading a draft without a name gives it one.
    await fill();
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(await found()).toEqual(all);
  });

  test('[F54] is sealed file by file: none waits in memory beside its sealed copy and the others', async () => {
    const { owner } = (await readingKeys(device.db)) ?? {};
    for (const place of [0, 1, 2]) await saved().save({ ...DOCUMENT, place }, largePdf, owner ?? '');
    const seen: string[] = [];
    device.db.savedDocuments.hook('reading', (row) => {
      if (row.size > 0) seen.push('read');
      return row;
    });
    const { encrypt } = crypto.subtle;
    const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...what) => {
      if (what[2].byteLength >= largePdf.bytes.byteLength) seen.push('sealed');
      return encrypt.apply(crypto.subtle, what);
    });
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    sealing.mockRestore();
    expect(seen.slice(0, 6)).toEqual(['read', 'sealed', 'read', 'sealed', 'read', 'sealed']);
    expect(await saved().list()).toHaveLength(3);
  });

  test('[F54] is told of after the password was changed elsewhere, and is there once the earlier one is given', async () => {
    await fill();
    const before = await changedElsewhere();
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 1, documents: 1, receipts: 1 });
    expect(await device.session.openSealedQueue(before)).toMatchObject({
      ok: true,
      value: { drafts: 1, documents: 1, receipts: 1 },
    });
    expect(await found()).toEqual(all);
    expect(await asides()).toBe(0);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 0 });
  });

  test('[F54] stops a passkey when it cannot be opened, and nothing changes', async () => {
    await fill();
    const [row] = (await device.db.savedDocuments.toArray()).filter(({ size }) => size > 0);
    if (!row) throw new Error('nothing is saved');
    await device.db.savedDocuments.put({ ...row, data: new ArrayBuffer(40) });
    const owner = (await device.session.customer())?.owner;
    expect(await addPasskey()).toMatchObject({ problem: { text: expect.stringContaining('no cambiamos nada') } });
    expect(await device.session.passkeysHere()).toEqual([]);
    expect((await device.session.customer())?.owner).toBe(owner);
    expect(await found()).toMatchObject({ draft: all.draft, receipts: 1, news: [true] });
  });

  test('[F54] stays with its earlier envelope when it cannot be opened, and the rest moves', async () => {
    await fill();
    const [row] = (await device.db.savedDocuments.toArray()).filter(({ size }) => size > 0);
    if (!row) throw new Error('nothing is saved');
    await device.db.savedDocuments.put({ ...row, data: new ArrayBuffer(40) });
    const before = await changedElsewhere();
    expect(await device.session.openSealedQueue(before)).toMatchObject({ ok: true });
    expect(await found()).toMatchObject({ draft: all.draft, receipts: 1, news: [true] });
    expect(await device.db.savedDocuments.get(row.id)).toMatchObject({ owner: row.owner });
    expect(await asides()).toBe(1);
  });
});

describe('[D93] a payment page that was left for', () => {
  const leave = (billNo: string) =>
    device.mirror.paying.leave(DOCUMENT.policyId, { billNo, amount: 1, currency: 'USD' });
  async function leftNow(): Promise<(string | null)[]> {
    const places = await Promise.all([payments, bills].map((one) => device.mirror.locate(one, DOCUMENT.policyId)));
    const [paid, listed] = places;
    if (!paid || !listed) throw new Error('locked');
    const outcomes = await device.mirror.paying.outcomesAt({ payments: paid, bills: listed }, 'USD');
    return outcomes.map(({ billNo }) => billNo);
  }

  test('is still told of after a passkey was set up', async () => {
    await leave('F-1');
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(await leftNow()).toEqual(['F-1']);
  });

  test('is told of once the earlier password is given, beside those that were left for since', async () => {
    for (const billNo of ['F-1', 'F-2']) await leave(billNo);
    const before = await changedElsewhere();
    device.time.now += 1000;
    for (const billNo of ['F-2', 'F-3']) await leave(billNo);
    // Today's are under an earlier key of this password.
    await device.session.lock();
    expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
    expect(await device.session.openSealedQueue(before)).toMatchObject({ ok: true });
    expect(await leftNow()).toEqual(['F-1', 'F-2', 'F-3']);
    expect(await asides()).toBe(0);
  });

  test('in another tab while a passkey is set up is told of too', async () => {
    await leave('F-1');
    const happened = justBefore(() => leave('F-2'));
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(happened()).toBe(true);
    expect(await leftNow()).toEqual(['F-1', 'F-2']);
  });

  test('by a version that did not note the policy stops no passkey', async () => {
    await leave('F-1');
    const keys = await readingKeys(device.db);
    const [row] = await device.db.pulls.filter(({ paying }) => paying != null).toArray();
    if (!keys || !row) throw new Error('nothing was left');
    const left = [{ billNo: 'F-1', amount: 1, currency: 'USD', at: device.time.now, known: null }];
    await device.db.pulls.put({ ...row, paying: await sealLeft(keys.readKey, row, left) });
    expect(await leftNow()).toEqual(['F-1']);
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(await leftNow()).toEqual([]);
  });
});

describe('[F65] a row that the browser has lost', () => {
  const loseDocument = () => loseValues(device.db.savedDocuments, ({ size }) => size > 0);

  test('stops a passkey, which the server is told to drop, and nothing changes', async () => {
    await fill();
    const owner = (await device.session.customer())?.owner;
    loseDocument();
    expect(await addPasskey()).toMatchObject({ problem: { text: expect.stringContaining('no cambiamos nada') } });
    expect(await device.session.passkeysHere()).toEqual([]);
    expect(removals()).toHaveLength(1);
    expect((await device.session.customer())?.owner).toBe(owner);
    expect(await found()).toMatchObject({ draft: all.draft, receipts: 1, news: [true] });
  });

  test('stays where it is, and the rest moves', async () => {
    await fill();
    const before = await changedElsewhere();
    loseDocument();
    expect(await device.session.openSealedQueue(before)).toMatchObject({ ok: true, value: { drafts: 1 } });
    expect(await found()).toMatchObject({ draft: all.draft, receipts: 1, news: [true] });
    expect(await device.db.savedDocuments.count()).toBe(2);
    expect(await asides()).toBe(1);
  });

  test('of a draft that stands under today’s password keeps no earlier one from moving', async () => {
    await typed('De antes');
    await drafts.saveFile('otro', 'documento', pdf('la receta'));
    const before = await changedElsewhere();
    const now = draftsOf(device);
    await now.saveFile('ticket', 'documento', pdf('la de ahora'));
    const owner = (await device.session.customer())?.owner;
    loseValues(
      device.db.drafts,
      (row) => row.owner === owner && row.part === 'documento' && row.fromEarlier === undefined,
    );
    expect(await device.session.openSealedQueue(before)).toMatchObject({ ok: true, value: { drafts: 1 } });
    expect((await draftsOf(device).load('otro'))?.files.documento).toEqual(pdf('la receta'));
  });
});

test('[D56] a passkey whose setting up ends in an exception is dropped at the server', async () => {
  await fill();
  device.db.receipts.hook('reading', () => {
    throw new Error('ours');
  });
  await expect(addPasskey()).rejects.toThrow('ours');
  expect(removals()).toHaveLength(1);
});

describe('a draft with a file and no form', () => {
  test('[F54] is counted under an earlier password, and is gone once its file is removed', async () => {
    await drafts.saveFile('refund-document/R-1', 'documento', pdf('la receta'));
    await drafts.removeFile('refund-document/R-1', 'documento');
    expect(await device.db.drafts.count()).toBe(0);
    await drafts.saveFile('refund-document/R-1', 'documento', pdf('otra receta'));
    await changedElsewhere();
    expect(await device.session.sealedQueue()).toMatchObject({ drafts: 1 });
  });
});

describe('another tab that writes while keys change', () => {
  test('[F55] is not overtaken by a passkey: its later text is there afterwards', async () => {
    await typed('Lo de antes');
    const other = draftsOf(otherTab());
    await other.load('ticket');
    const happened = justBefore(() => typed('Lo último', other));
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(happened()).toBe(true);
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Lo último' });
  });

  test.each<[string, string | undefined, (other: Device) => Promise<unknown>]>([
    ['locks', undefined, ({ session }) => session.lock()],
    ['is signed in by somebody else', MARIA, ({ session }) => session.signIn(MARIA, DEMO_PASSWORD)],
  ])('[F55] stops the passkey of who is no longer signed in when it %s', async (_, email, end) => {
    await fill();
    const other = otherTab();
    const happened = justBefore(() => end(other));
    expect(await addPasskey()).toEqual({ ok: false, problem: { code: 'unauthorised' } });
    expect(happened()).toBe(true);
    expect((await device.session.customer())?.email).toBe(email);
    expect((await device.db.vault.toArray()).filter((row) => 'credential' in row)).toEqual([]);
    await device.session.lock();
    expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
    expect(await found()).toEqual(all);
  });

  test('[F55] lets no passkey bring the password back that it has changed: the new one opens the device without a network', async () => {
    const other = otherTab();
    changes += 1;
    const [before, next] = [accepted, `Cambiada${2000 + changes}`];
    const happened = justBefore(() => other.session.changePassword(before, next));
    expect(await addPasskey()).toMatchObject({ ok: false, problem: { code: 'bad-credentials' } });
    expect(happened()).toBe(true);
    accepted = next;
    await device.session.lock();
    device.network.up = false;
    expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
  });

  /** Runs `meanwhile` once, as the large document is sealed. What is before it in the order of the tables was read by then. */
  async function asSealed(meanwhile: () => Promise<unknown>): Promise<() => boolean> {
    await saved().save(DOCUMENT, largePdf, (await readingKeys(device.db))?.owner ?? '');
    const { encrypt } = crypto.subtle;
    let done = false;
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...what) => {
      if (!done && what[2].byteLength >= largePdf.bytes.byteLength) {
        done = true;
        await meanwhile();
      }
      return encrypt.apply(crypto.subtle, what);
    });
    return () => done;
  }
  afterEach(() => vi.restoreAllMocks());

  test('[F55] stops no passkey with a form that it begins while files are sealed', async () => {
    const other = draftsOf(otherTab());
    const happened = await asSealed(() => typed('Mientras tanto', other));
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(happened()).toBe(true);
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Mientras tanto' });
  });

  test('[F55] stops no passkey with what did not open and that it has removed meanwhile', async () => {
    await fill();
    await device.db.news.update('n', { data: new ArrayBuffer(40) });
    const happened = await asSealed(() => device.db.news.delete('n'));
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(happened()).toBe(true);
    expect(await found()).toMatchObject({ draft: all.draft, receipts: 1, news: [] });
  });

  test('[F55] is told that its text is not kept, when it comes after the passkey', async () => {
    await typed('Lo de antes');
    const other = draftsOf(otherTab());
    await other.load('ticket');
    other.save('ticket', { descripcion: 'Tarde' });
    expect(await addPasskey()).toEqual({ ok: true, value: null });
    expect(await other.flush()).toEqual({ ok: false, code: 'locked' });
    expect(other.unkept('ticket')).toBe('locked');
    expect(new Set((await device.db.drafts.toArray()).map(({ owner }) => owner)).size).toBe(1);
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Lo de antes' });
  });

  test('[F55] is not overtaken by an earlier password that is given: its later text is there afterwards', async () => {
    await typed('Lo de antes');
    const other = draftsOf(otherTab());
    await other.load('ticket');
    other.save('ticket', { descripcion: 'Lo último' });
    const before = await changedElsewhere();
    const happened = justBefore(() => other.flush());
    expect(await device.session.openSealedQueue(before)).toEqual({ ok: true, value: { moved: 0, drafts: 1 } });
    expect(happened()).toBe(true);
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Lo último' });
  });

  test('[F55][D26] leaves nothing when the customer erased the device meanwhile', async () => {
    const other = draftsOf(otherTab());
    other.save('ticket', { descripcion: 'Tarde' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await device.session.logout('erase');
    expect(await other.flush()).toEqual({ ok: false, code: 'locked' });
    expect(await device.db.drafts.count()).toBe(0);
  });

  test('[F55] keeps its new reading key when the password is changed within the request', async () => {
    const other = otherTab();
    const before = accepted;
    device.network.instead = async (path) => {
      if (!path.endsWith('/changePassword')) return null;
      device.network.instead = null;
      await other.session.lock();
      expect(await other.session.signIn(ANA, before)).toMatchObject({ ok: true });
      await typed('Con la clave nueva', draftsOf(other));
      // The answer of a server that has made the change.
      const elsewhere = createDevice(server, { timers: noTimers });
      await elsewhere.session.signIn(ANA, before);
      changes += 1;
      accepted = `Cambiada${2000 + changes}`;
      expect(await elsewhere.session.changePassword(before, accepted)).toMatchObject({ ok: true });
      return Response.json({ ok: true });
    };
    await device.session.changePassword(before, `Cambiada${2000 + changes + 1}`);
    await device.session.lock();
    expect(await device.session.signIn(ANA, accepted)).toMatchObject({ ok: true });
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Con la clave nueva' });
  });
});

describe('a passkey of before a forgotten password', () => {
  test('[F54] stays, opens nothing by itself, and opens what lies under the earlier password', async () => {
    expect(await addPasskey()).toMatchObject({ ok: true });
    await typed('Antes de olvidarla');
    await changedElsewhere();
    expect(await device.session.passkeysHere()).toEqual([]);
    expect(await device.session.sealedQueue()).toEqual({ waiting: 0, drafts: 1, passkey: true });
    expect(await device.session.openSealedByPasskey()).toMatchObject({ ok: true, value: { drafts: 1 } });
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Antes de olvidarla' });
    expect((await device.db.vault.toArray()).filter((row) => 'credential' in row)).toEqual([]);
  });

  test('[F54][S19] stays when the server no longer knows it, and unlocks nothing', async () => {
    expect(await addPasskey()).toMatchObject({ ok: true });
    await typed('Antes de recuperarla');
    const { session } = device;
    const idUsuario = (await session.customer())?.idUsuario ?? '';
    await session.call('removePasskey', { idUsuario, credencial: phone.id });
    await session.lock();
    expect(await session.unlockByPasskey()).toMatchObject({ problem: { code: 'not-found' } });
    device.network.up = false;
    expect(await session.unlockByPasskey()).toMatchObject({ problem: { code: 'not-found' } });
    device.network.up = true;
    await changedElsewhere();
    expect(await session.openSealedByPasskey()).toMatchObject({ ok: true, value: { drafts: 1 } });
    expect((await draftsOf(device).load('ticket'))?.form).toEqual({ descripcion: 'Antes de recuperarla' });
  });

  test('[S19] that the server no longer knows is gone once its customer signs in with the same password', async () => {
    expect(await addPasskey()).toMatchObject({ ok: true });
    const { session } = device;
    const idUsuario = (await session.customer())?.idUsuario ?? '';
    await session.call('removePasskey', { idUsuario, credencial: phone.id });
    await session.lock();
    await session.unlockByPasskey();
    expect(await session.signIn(ANA, accepted)).toMatchObject({ ok: true });
    expect((await device.db.vault.toArray()).filter((row) => 'credential' in row)).toEqual([]);
  });
});
