import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { draftKeysOf, isAsRead, renameDraft } from '#outbox/draft-rows.ts';
import type { Drafts } from '#outbox/drafts.ts';
import { sessionKeys } from '#session/door.ts';
import { loseValues, lostValue } from '#tests/database/lost-values.ts';
import { noTimers, timeless } from '#tests/machine.ts';
import type { Envelope } from '#vault/envelope.ts';
import { createSecrets } from '#vault/keys.ts';
import { fillDevice } from './full-device.ts';
import { createClock, pdf } from './props.ts';

const opened: Database[] = [];
let named = 0;

afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

/** A device with a signed-in customer, without a server, since drafts need none. */
async function setUp(whose: 'customer' | 'visitor' = 'customer') {
  named += 1;
  const due = new Set<() => void>();
  const after = (_: number, run: () => void) => {
    due.add(run);
    return () => void due.delete(run);
  };
  const db = createDatabase(`drafts-${named}`, { machine: { ...timeless, timers: { ...noTimers, after } } });
  opened.push(db);
  const keys = await sessionKeys('owner-1', createSecrets());
  const signIn = async (owner = 'owner-1', { readKey, nameKey, secrets } = keys) => {
    const envelope = { owner, rounds: 1, salt: new Uint8Array(1) } as Envelope;
    await db.vault.bulkPut([
      { id: 'reading', owner, readKey, nameKey, secrets },
      { id: `envelope:${owner}`, person: owner, envelopes: [envelope], aside: [] },
    ]);
  };
  await signIn();
  const clock = createClock(1_000_000_000_000);
  const page = (): Drafts => createDrafts({ db, clock, whose });
  return { db, clock, due, page, signIn };
}

test('[F27] typed text and picked files survive a killed tab', async () => {
  const { page } = await setUp();
  const form = page();
  expect(await form.saveFile('nuevo', 'documentoFactura', pdf('factura'))).toEqual({ ok: true, value: undefined });
  form.save('nuevo', { step: 2, values: { medico: 'Dra. Mora' } });
  await form.flush();
  expect(await page().load('nuevo')).toEqual({
    form: { step: 2, values: { medico: 'Dra. Mora' } },
    files: { documentoFactura: pdf('factura') },
    at: 1_000_000_000_000,
  });
});

test('[F65] a draft whose photo the browser has lost still has its text and its other files', async () => {
  const { db, page } = await setUp();
  const form = page();
  form.save('nuevo', { medico: 'Dra. Mora' });
  await form.flush();
  for (const part of ['documentoFactura', 'receta']) await form.saveFile('nuevo', part, pdf(part));
  loseValues(db.drafts, ({ part }) => part === 'documentoFactura');
  const later = page();
  const left = { form: { medico: 'Dra. Mora' }, files: { receta: pdf('receta') } };
  expect(await later.load('nuevo')).toEqual({ ...left, at: 1_000_000_000_000 });
  // A look reads no file, so it does not see that one is lost.
  expect(await later.peek('nuevo')).toEqual({ form: left.form, parts: ['documentoFactura', 'receta'] });
  const renamed = await renameDraft(db, (await draftKeysOf(db, 'customer', ['nuevo', 'otro'])) ?? []);
  expect(renamed?.rows.map(({ part }) => part)).toEqual(['form', 'receta']);
  expect(renamed && (await isAsRead(db, renamed))).toBe(true);
});

test('[F65] a lost photo can be replaced, and another one be removed beside it', async () => {
  const { db, page } = await setUp();
  const form = page();
  for (const part of ['documentoFactura', 'informe', 'receta']) await form.saveFile('nuevo', part, pdf(part));
  const rows = await db.drafts.toArray();
  const lost = rows.filter(({ part }) => part === 'documentoFactura' || part === 'informe').map(({ iv }) => iv.join());
  loseValues(db.drafts, ({ iv }) => lost.includes(iv.join()));
  const later = page();
  await later.load('nuevo');
  expect(await later.saveFile('nuevo', 'documentoFactura', pdf('otra vez'))).toEqual({ ok: true, value: undefined });
  await later.removeFile('nuevo', 'receta');
  expect(later.unkept('nuevo')).toBeNull();
  expect((await page().load('nuevo'))?.files).toEqual({ documentoFactura: pdf('otra vez') });
});

test('[F50] what was found of a draft is known no more once this page has changed it', async () => {
  const { page } = await setUp();
  const form = page();
  const changes: (() => unknown)[] = [
    () => form.save('nuevo', { step: 1 }),
    () => form.saveFile('nuevo', 'documentoFactura', pdf('factura')),
    () => form.removeFile('nuevo', 'documentoFactura'),
    () => form.release('nuevo'),
    () => form.discard('nuevo'),
  ];
  for (const change of changes) {
    const found = await form.peek('nuevo');
    expect(form.lastPeek('nuevo')).toBe(found);
    const changed = change();
    expect(form.lastPeek('nuevo')).toBeUndefined();
    await changed;
    await form.flush();
  }
  expect(await form.peek('nuevo')).toBeNull();
  expect(form.lastPeek('nuevo')).toBeNull();
});

test('[F50] what is found of a draft while this page changes it is not kept as what it is', async () => {
  const { page } = await setUp();
  const form = page();
  const looking = form.peek('nuevo');
  form.save('nuevo', { medico: 'Dra. Mora' });
  await looking;
  expect(form.lastPeek('nuevo')).toBeUndefined();
});

test('[F12] a draft that is read while its form is on the way is there as the form opens, once', async () => {
  const { page } = await setUp();
  const form = page();
  form.save('nuevo', { medico: 'Dra. Mora' });
  await form.flush();
  const next = page();
  expect(next.loaded('nuevo')).toBeUndefined();
  next.loadAhead('nuevo');
  next.loadAhead('otro');
  await vi.waitFor(() => expect(next.loaded('otro')).toBeNull());
  // Nobody has it in hand while its form may still not come.
  expect(next.inHand('nuevo')).toBe(false);
  expect(next.loaded('nuevo')).toMatchObject({ form: { medico: 'Dra. Mora' } });
  expect(next.inHand('nuevo')).toBe(true);
  expect(next.loaded('nuevo')).toBeUndefined();
  // A form that is there before the draft is read waits for the same reading.
  next.loadAhead('nuevo');
  expect(next.loaded('nuevo')).toBeUndefined();
  expect(await next.load('nuevo')).toMatchObject({ form: { medico: 'Dra. Mora' } });
  expect(next.loaded('nuevo')).toBeUndefined();
});

/** A draft that this page has read ahead. */
async function readAhead(form: Drafts) {
  form.loadAhead('nuevo');
  form.loadAhead('otro');
  await vi.waitFor(() => expect(form.loaded('otro')).toBeNull());
}

test('[F12] what was read ahead is not used once this page has changed the draft, nor for long', async () => {
  const { page, due } = await setUp();
  const form = page();
  const changes: (() => unknown)[] = [
    () => form.save('nuevo', { step: 1 }),
    () => form.saveFile('nuevo', 'documentoFactura', pdf('factura')),
    () => form.removeFile('nuevo', 'documentoFactura'),
    () => form.whileHandedIn('nuevo', Promise.resolve()),
    () => form.release('nuevo'),
    () => form.discard('nuevo'),
    () => [...due].map((run) => run()),
  ];
  for (const change of changes) {
    form.save('nuevo', { medico: 'Dra. Mora' });
    await form.flush();
    await readAhead(form);
    const changed = change();
    expect(form.loaded('nuevo')).toBeUndefined();
    await changed;
    await form.flush();
  }
});

test('[F15] what was read ahead for one customer is not there for the next', async () => {
  const { page, signIn } = await setUp();
  const form = page();
  form.save('nuevo', { medico: 'Dra. Mora' });
  await form.flush();
  await readAhead(form);
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  await form.named();
  expect(form.loaded('nuevo')).toBeUndefined();
});

test('[F65][F4] what was read ahead is not used once another tab has begun, changed or dropped the draft', async () => {
  const { page } = await setUp();
  const [form, other] = [page(), page()];
  const changes: [() => unknown, unknown][] = [
    [() => other.save('nuevo', { medico: 'Dra. Mora' }), { medico: 'Dra. Mora' }],
    [() => other.save('nuevo', { medico: 'Dr. Solano' }), { medico: 'Dr. Solano' }],
    [() => other.discard('nuevo'), undefined],
  ];
  for (const [change, left] of changes) {
    await readAhead(form);
    await change();
    await other.flush();
    expect(form.loaded('nuevo')).toBeUndefined();
    expect((await form.load('nuevo'))?.form).toEqual(left);
  }
});

test('[F4] a form whose draft another tab dropped reads it by an effect, which may tell of it', async () => {
  const { page } = await setUp();
  const [form, other] = [page(), page()];
  form.save('nuevo', { medico: 'Dra. Mora' });
  await form.flush();
  await form.load('nuevo');
  onTestFinished(form.watch('nuevo'));
  await other.discard('nuevo');
  await vi.waitFor(() => expect(form.elsewhere('nuevo')).toBe('gone'));
  await readAhead(form);
  expect(form.loaded('nuevo')).toBeUndefined();
  expect(await form.load('nuevo')).toBeNull();
  expect(form.elsewhere('nuevo')).toBeNull();
});

test('[F50] drafts that nobody began cost nothing, however many are looked for', async () => {
  // Dexie takes the function as it is when it opens the database.
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  onTestFinished(() => opened.mockRestore());
  const { db, page } = await setUp();
  const form = page();
  form.save('refund/7', { medico: 'Dra. Mora' });
  await form.saveFile('refund/7', 'receta', pdf('receta'));
  await form.flush();
  const lift = fillDevice(db);
  form.save('refund/9', { medico: 'Dr. Solano' });
  await form.flush();
  lift();
  const names = Array.from({ length: 40 }, (_, index) => `refund/${index}`);
  opened.mockClear();
  const found = await form.peekAll(names);
  const count = opened.mock.calls.length;
  expect(found[7]).toEqual({ form: { medico: 'Dra. Mora' }, parts: ['receta'] });
  // What did not fit is in this page's memory.
  expect(found[9]).toEqual({ form: { medico: 'Dr. Solano' }, parts: [] });
  expect(found.filter((one) => one !== null)).toHaveLength(2);
  expect(names.map((name) => form.lastPeek(name))).toEqual(found);
  // The keys, the names of all drafts, and the forms of those that are stored.
  expect(count).toBe(3);
});

test('[F50] a look at begun drafts reads their forms and none of their files', async () => {
  const { db, page } = await setUp();
  const form = page();
  const names = ['refund/1', 'refund/2', 'refund/3'];
  for (const name of names) {
    form.save(name, { medico: name });
    for (const part of ['documentoFactura', 'receta']) await form.saveFile(name, part, pdf(part));
  }
  await form.flush();
  const read: string[] = [];
  db.drafts.hook('reading', (row) => {
    read.push(row.part);
    return row;
  });
  const begun = names.map((name) => ({ form: { medico: name }, parts: ['documentoFactura', 'receta'] }));
  expect(await page().peekAll(names)).toEqual(begun);
  expect(read).toEqual(['form', 'form', 'form']);
});

test('a form is written once, after a delay, with its latest state', async () => {
  const { db, due, page } = await setUp();
  const form = page();
  for (const text of ['g', 'gr', 'gri']) form.save('nuevo', { text });
  expect(due.size).toBe(1);
  expect(await db.drafts.count()).toBe(0);
  for (const run of due) run();
  await form.flush();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'gri' });
});

test('[F27] typing without a pause does not delay the write, whose time the first keystroke sets', async () => {
  const { due, page } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'g' });
  const [write] = due;
  form.save('nuevo', { text: 'gr' });
  expect(write && due.has(write)).toBe(true);
  write?.();
  await form.flush();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'gr' });
  form.save('nuevo', { text: 'gri' });
  expect(due.size).toBe(1);
});

test('the latest form is kept, even when an earlier write ends after it', async () => {
  const { page } = await setUp();
  const form = page();
  const { encrypt } = crypto.subtle;
  const slow = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...sealing) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return encrypt.apply(crypto.subtle, sealing);
  });
  form.save('nuevo', { text: 'first' });
  const first = form.flush();
  form.save('nuevo', { text: 'last' });
  await Promise.all([first, form.flush()]);
  // Only these texts count, because a page of an earlier test may still be writing.
  const texts = slow.mock.calls.map(([, , bytes]) => new TextDecoder().decode(bytes));
  expect(texts.filter((text) => /"text":"(first|last)"/.test(text))).toHaveLength(2);
  slow.mockRestore();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'last' });
});

test('a keystroke does not write the files again', async () => {
  const { db, page } = await setUp();
  const form = page();
  await form.saveFile('nuevo', 'documentoFactura', pdf('factura'));
  const parts: unknown[] = [];
  db.drafts.hook('updating', (_, key) => void parts.push(key));
  db.drafts.hook('creating', (key) => void parts.push(key));
  form.save('nuevo', { text: 'a' });
  await form.flush();
  expect(parts).toHaveLength(1);
});

test('[F12] [F14] a lock in another tab loses no text typed before it, and hides it', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'medio escrito' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await db.vault.delete('reading');
  expect(await form.flush()).toEqual({ ok: true, value: undefined });
  expect(await form.load('nuevo')).toBeNull();
  form.save('nuevo', { text: 'después' });
  expect(await form.flush()).toEqual({ ok: false, code: 'locked' });
  await signIn();
  expect((await form.load('nuevo'))?.form).toEqual({ text: 'medio escrito' });
});

test('[F15] another customer can read neither a draft nor its name', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  form.save('reembolso:POL-123', { text: 'mío' });
  await form.flush();
  expect((await db.drafts.toArray()).some(({ id }) => id.includes('POL'))).toBe(false);
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  expect(await form.load('reembolso:POL-123')).toBeNull();
});

test('[F27][F29] the draft of a correction is its own item’s alone', async () => {
  const { page } = await setUp();
  const form = page();
  form.save('ticket-edit/uno', { text: 'del primero' });
  await form.flush();
  expect(await page().load('ticket-edit/otro')).toBeNull();
});

test('[F15] a file that waits for its turn is not written as that of the customer who signs in meanwhile', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  const others = await sessionKeys('owner-2', createSecrets());
  const saved = [form.saveFile('nuevo', 'uno', pdf('uno')), form.saveFile('nuevo', 'dos', pdf('dos'))];
  await signIn('owner-2', others);
  await Promise.all(saved);
  expect((await db.drafts.toArray()).filter(({ owner }) => owner === 'owner-2')).toEqual([]);
});

test('[F15][F25] a photo that is ready late goes to the draft it was taken for, and to no other customer', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  await form.saveFile('nuevo', 'uno', pdf('uno'));
  await form.saveLate('nuevo', 'tarde', pdf('tarde'));
  expect(Object.keys((await form.load('nuevo'))?.files ?? {})).toEqual(['tarde', 'uno']);
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  await form.saveLate('nuevo', 'despues', pdf('despues'));
  expect((await db.drafts.toArray()).filter(({ owner }) => owner === 'owner-2')).toEqual([]);
  // That customer has a draft of this name too, as somebody insured by the same policy may.
  await page().saveFile('nuevo', 'propio', pdf('propio'));
  await form.saveLate('nuevo', 'despues', pdf('despues'));
  expect(Object.keys((await page().load('nuevo'))?.files ?? {})).toEqual(['propio']);
  await signIn();
  await form.discard('nuevo');
  await form.saveLate('nuevo', 'despues', pdf('despues'));
  expect(await form.load('nuevo')).toBeNull();
});

test('[F25][F15] a photo that comes late begins the draft of a form that was opened and left, for its customer alone', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  const late = () => form.saveLate('nuevo', 'documento', pdf('tarde'), undefined, { poliza: '1' });
  await late();
  expect(await db.drafts.count(), 'nobody has opened it').toBe(0);
  expect(await form.load('nuevo')).toBeNull();
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  await late();
  expect(await db.drafts.count(), 'it was opened by somebody else').toBe(0);
  await signIn();
  await late();
  expect(await page().load('nuevo')).toMatchObject({ form: { poliza: '1' }, files: { documento: pdf('tarde') } });
  form.release('nuevo');
  await form.flush();
  await db.drafts.clear();
  await late();
  expect(await db.drafts.count(), 'it was handed in').toBe(0);
});

test('[F25][F12] a photo that comes late brings no older form over what is being typed', async () => {
  const { page } = await setUp();
  const form = page();
  expect(await form.load('nuevo')).toBeNull();
  // The form was opened again, and nothing of it lies on the device yet.
  form.save('nuevo', { medico: 'Dra. Mora' });
  await form.saveLate('nuevo', 'factura', pdf('tarde'), undefined, { medico: '' });
  await form.flush();
  expect(await page().load('nuevo')).toMatchObject({ form: { medico: 'Dra. Mora' }, files: { factura: pdf('tarde') } });
});

test('[F25] a photo that comes late does not take the place of a file that was picked since', async () => {
  const { db, clock, page } = await setUp();
  const form = page();
  const kept = async () => (await page().load('nuevo'))?.files.factura;
  form.save('nuevo', { text: 'a' });
  await form.flush();
  await form.saveLate('nuevo', 'factura', pdf('primera'));
  expect(await kept()).toEqual(pdf('primera'));
  await form.saveLate('nuevo', 'factura', pdf('tarde'));
  expect(await kept()).toEqual(pdf('primera'));
  // Another tab picks one just before this page's write.
  const write = vi.spyOn(db, 'transaction');
  write.mockImplementationOnce((async (...given: Parameters<typeof db.transaction>) => {
    write.mockRestore();
    clock.move(1);
    const other = page();
    await other.load('nuevo');
    await other.saveFile('nuevo', 'factura', pdf('de la otra'));
    return db.transaction(...given);
  }) as unknown as typeof db.transaction);
  await form.saveLate('nuevo', 'factura', pdf('tarde'), pdf('primera'));
  expect(await kept()).toEqual(pdf('de la otra'));
  await form.saveLate('nuevo', 'factura', pdf('tarde'), pdf('de la otra'));
  expect(await kept()).toEqual(pdf('tarde'));
});

test('[F15] a file that is removed late is that of its customer, whoever is signed in by then', async () => {
  const { db, page, signIn } = await setUp();
  const form = page();
  await form.saveFile('nuevo', 'uno', pdf('uno'));
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('lost', 'UnknownError');
  });
  await form.removeFile('nuevo', 'uno');
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  await page().saveFile('nuevo', 'uno', pdf('de otra persona'));
  await form.flush();
  expect(Object.keys((await page().load('nuevo'))?.files ?? {})).toEqual(['uno']);
  await signIn();
  expect(await page().load('nuevo')).toBeNull();
});

test('a discarded draft is gone, even when a save was delayed', async () => {
  const { due, page } = await setUp();
  const form = page();
  await form.saveFile('nuevo', 'documentoFactura', pdf('factura'));
  form.save('nuevo', { text: 'a' });
  await form.discard('nuevo');
  for (const run of due) run();
  await form.flush();
  expect(await page().load('nuevo')).toBeNull();
});

test('[F56] what is typed after a draft was dropped within its write is kept', async () => {
  const { page } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'lo de antes' });
  const writing = form.flush();
  await form.discard('nuevo');
  await writing;
  expect(form.inHand('nuevo')).toBe(false);
  form.save('nuevo', { text: 'lo de después' });
  expect(await form.flush()).toEqual({ ok: true, value: undefined });
  expect(form.elsewhere('nuevo')).toBeNull();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'lo de después' });
});

test('[F56] what was saved before a draft was handed in does not bring it back', async () => {
  const { due, page } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'a' });
  form.release('nuevo');
  for (const run of due) run();
  await form.flush();
  expect(await page().load('nuevo')).toBeNull();
  const writing = form.saveFile('nuevo', 'documentoFactura', pdf('factura'));
  form.release('nuevo');
  expect(await writing).toEqual({ ok: false, code: 'elsewhere' });
  await form.flush();
  expect(await page().load('nuevo')).toBeNull();
  form.save('nuevo', { text: 'otra' });
  await form.flush();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'otra' });
});

test('[F56] a draft that was handed in within a write is no longer in hand', async () => {
  const { page } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'enviado' });
  const writing = form.flush();
  form.release('nuevo');
  await writing;
  await form.flush();
  expect(form.inHand('nuevo')).toBe(false);
});

test('a file removed from the form does not come back', async () => {
  const { page } = await setUp();
  const form = page();
  await form.saveFile('nuevo', 'documentoFactura', pdf('factura'));
  await form.saveFile('nuevo', 'reportePolicial', pdf('reporte'));
  await form.removeFile('nuevo', 'documentoFactura');
  expect(Object.keys((await page().load('nuevo'))?.files ?? {})).toEqual(['reportePolicial']);
});

/** Runs each delayed write once. */
function runDue(due: Set<() => void>): void {
  for (const run of [...due]) {
    due.delete(run);
    run();
  }
}

test('[F16][F36] a draft that does not fit is reported, kept in memory and retried until it is written', async () => {
  const { db, due, page } = await setUp();
  const form = page();
  const told = vi.fn(() => form.unkept('nuevo'));
  form.subscribe(told);
  const lift = fillDevice(db);
  expect(await form.saveFile('nuevo', 'documentoFactura', pdf('factura'))).toEqual({ ok: false, code: 'storage-full' });
  form.save('nuevo', { text: 'a' });
  expect(await form.flush()).toEqual({ ok: false, code: 'storage-full' });
  expect(form.unkept('nuevo')).toBe('storage-full');
  expect(form.unkept('otro')).toBeNull();
  expect(told).toHaveLastReturnedWith('storage-full');
  expect(await db.drafts.count()).toBe(0);
  // A form that is opened again on this page gets the draft from memory.
  expect(await form.load('nuevo')).toMatchObject({ form: { text: 'a' }, files: { documentoFactura: pdf('factura') } });

  lift();
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('nuevo')).toBeNull());
  expect(told).toHaveLastReturnedWith(null);
  expect(await page().load('nuevo')).toMatchObject({
    form: { text: 'a' },
    files: { documentoFactura: pdf('factura') },
  });
});

test('[F15][F36] what one customer’s full device could not take is neither told to nor dropped by the next one', async () => {
  const { db, due, page, signIn } = await setUp();
  const form = page();
  const lift = fillDevice(db);
  form.save('ticket', { text: 'de Ana' });
  await form.flush();
  expect(form.unkept('ticket')).toBe('storage-full');
  await signIn('owner-2', await sessionKeys('owner-2', createSecrets()));
  expect(await form.load('ticket')).toBeNull();
  expect(form.unkept('ticket')).toBeNull();
  form.save('ticket', { text: 'de Luis' });
  await form.flush();
  expect(form.unkept('ticket')).toBe('storage-full');
  await form.discard('ticket');
  form.release('ticket');
  await form.flush();
  expect(form.unkept('ticket')).toBeNull();
  await signIn();
  expect(await form.load('ticket')).toMatchObject({ form: { text: 'de Ana' } });
  expect(form.unkept('ticket')).toBe('storage-full');
  lift();
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('ticket')).toBeNull());
  expect(await page().load('ticket')).toMatchObject({ form: { text: 'de Ana' } });
});

test('[F36][F55] a retry lays nothing over what another tab wrote meanwhile, neither text nor file', async () => {
  const { db, clock, due, page } = await setUp();
  const [form, other] = [page(), page()];
  await form.saveFile('nuevo', 'documentoFactura', pdf('antes'));
  const lift = fillDevice(db);
  clock.move(1000);
  form.save('nuevo', { text: 'viejo' });
  await form.flush();
  await form.saveFile('nuevo', 'documentoFactura', pdf('vieja'));
  lift();
  clock.move(1000);
  await other.load('nuevo');
  other.save('nuevo', { text: 'nuevo' });
  await other.flush();
  await other.saveFile('nuevo', 'documentoFactura', pdf('nueva'));
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('nuevo')).toBeNull());
  const kept = { form: { text: 'nuevo' }, files: { documentoFactura: pdf('nueva') } };
  expect(await page().load('nuevo')).toMatchObject(kept);
  // The next change of the page is newer again.
  form.save('nuevo', { text: 'más nuevo' });
  await form.flush();
  expect(await page().load('nuevo')).toMatchObject({ ...kept, form: { text: 'más nuevo' } });
});

test('[F36] a retry replaces a row that was sealed again under other keys meanwhile', async () => {
  const { db, clock, due, page } = await setUp();
  const form = page();
  form.save('nuevo', { text: 'antes' });
  await form.flush();
  const lift = fillDevice(db);
  clock.move(1000);
  form.save('nuevo', { text: 'después' });
  await form.flush();
  lift();
  const sealedAgain = (await db.drafts.toArray()).map((row) => ({ ...row, iv: new Uint8Array(12) }));
  await db.drafts.bulkPut(sealedAgain);
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('nuevo')).toBeNull());
  expect(await page().load('nuevo')).toMatchObject({ form: { text: 'después' } });
});

test('[F57] a draft that never fits is tried ten times by itself, and again with the next change', async () => {
  const { db, due, page } = await setUp();
  const form = page();
  const lift = fillDevice(db);
  form.save('nuevo', { text: 'a' });
  await form.flush();
  let retries = 0;
  for (; due.size > 0 && retries < 20; retries += 1) {
    runDue(due);
    // The next retry is planned once this one has failed.
    await form.load('otro');
  }
  expect(retries).toBe(10);
  expect(form.unkept('nuevo')).toBe('storage-full');
  lift();
  form.save('nuevo', { text: 'b' });
  await form.flush();
  expect(form.unkept('nuevo')).toBeNull();
});

test('[F36] a failed write is retried during a lock too, and the draft can be read after the next sign-in', async () => {
  const { db, due, page, signIn } = await setUp();
  const form = page();
  const lift = fillDevice(db);
  form.save('nuevo', { text: 'mío' });
  await form.flush();
  await db.vault.delete('reading');
  lift();
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('nuevo')).toBeNull());
  expect(await db.drafts.count()).toBe(1);
  await signIn();
  expect((await page().load('nuevo'))?.form).toEqual({ text: 'mío' });
});

test('[F36] a draft handed in or discarded is not retried', async () => {
  const { db, due, page } = await setUp();
  const form = page();
  const lift = fillDevice(db);
  for (const id of ['enviado', 'descartado']) form.save(id, { text: 'a' });
  await form.flush();
  form.release('enviado');
  await form.discard('descartado');
  expect([form.unkept('enviado'), form.unkept('descartado')]).toEqual([null, null]);
  lift();
  runDue(due);
  await form.flush();
  expect(await db.drafts.count()).toBe(0);
});

test('[F36] any other failure of the storage is reported too, and nothing rejects', async () => {
  const { db, due, page } = await setUp();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const form = page();
  const put = vi.spyOn(db.drafts, 'put').mockRejectedValue(new Error('the disk'));
  expect(await form.saveFile('nuevo', 'documento', pdf('uno'))).toEqual({ ok: false, code: 'failed' });
  expect(form.unkept('nuevo')).toBe('failed');
  put.mockRestore();
  runDue(due);
  await vi.waitFor(() => expect(form.unkept('nuevo')).toBeNull());
  expect(Object.keys((await page().load('nuevo'))?.files ?? {})).toEqual(['documento']);
});

test('[D45] a visitor’s draft is deleted after 7 days, a customer’s is not', async () => {
  const { db, clock, page } = await setUp('visitor');
  const visitor = page();
  visitor.save('registro', { step: 3 });
  await visitor.flush();
  const customer = createDrafts({ db, clock });
  customer.save('nuevo', { text: 'a' });
  await customer.flush();
  clock.move(7 * DAY_MS);
  await visitor.removeOld();
  expect((await visitor.load('registro'))?.form).toEqual({ step: 3 });
  clock.move(1);
  await visitor.removeOld();
  await customer.removeOld();
  expect(await visitor.load('registro')).toBeNull();
  clock.move(60 * DAY_MS);
  await customer.removeOld();
  expect((await customer.load('nuevo'))?.form).toEqual({ text: 'a' });
});

test('[F60] a visitor’s draft waits its seven days, though it was written while the clock stood in 1970', async () => {
  await waitsItsDays(-1_000_000_000_000);
});

test('[F60][F65] a lost row keeps no draft from its days, though a wrong clock stamped them', async () => {
  const { db, clock, page } = await setUp('visitor');
  const visitor = page();
  clock.move(-1_000_000_000_000);
  await visitor.saveFile('registro-1', 'frontal', pdf('frontal'));
  visitor.save('registro-2', { step: 3 });
  await visitor.flush();
  clock.move(1_000_000_000_000);
  vi.spyOn(db.drafts, 'update').mockRejectedValueOnce(lostValue());
  await visitor.removeOld();
  expect(await db.drafts.get(['registro-2', 'form'])).toMatchObject({ at: clock() });
});

test('[F60] a visitor’s draft waits its seven days, though it was written while the clock stood years ahead', async () => {
  await waitsItsDays(9 * 365 * DAY_MS);
});

async function waitsItsDays(wrong: number): Promise<void> {
  const { clock, page } = await setUp('visitor');
  const visitor = page();
  clock.move(wrong);
  visitor.save('registro', { step: 3 });
  await visitor.flush();
  clock.move(-wrong);
  await visitor.removeOld();
  clock.move(7 * DAY_MS);
  await visitor.removeOld();
  expect((await visitor.load('registro'))?.form).toEqual({ step: 3 });
  clock.move(1);
  await visitor.removeOld();
  expect(await visitor.load('registro')).toBeNull();
}
