import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { fail } from '#contract/result.ts';
import { readLastHome } from '#database/last-home.ts';
import { createDatabase, type Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { unreadOf } from '#database/unread.ts';
import { createNews } from '#mirror/news.ts';
import { commandKinds } from '#outbox/commands.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { createOutbox } from '#outbox/create-outbox.ts';
import { type QueueReceipt, sealReceipt } from '#outbox/receipts.ts';
import { type OpenItem, storeReceipt } from '#outbox/store-receipt.ts';
import { sessionKeys } from '#session/door.ts';
import { timeless } from '#tests/machine.ts';
import { createSecrets } from '#vault/keys.ts';
import { createLocks } from './props.ts';

const NOW = 1_000_000_000_000;

/** A device that holds receipts of two customers, each as old as is said, in days. Nothing is sent. */
async function setUp(own: readonly number[], others: readonly number[], clock = () => NOW) {
  const db = createDatabase(crypto.randomUUID(), { machine: { ...timeless, clock } });
  onTestFinished(() => db.close());
  const { readKey, nameKey, secrets, sendKey } = await sessionKeys('me', createSecrets());
  await db.vault.bulkPut([
    { id: 'reading', owner: 'me', readKey, nameKey, secrets },
    { id: 'sending', owner: 'me', sendKey },
  ]);
  const names = new Map<string, string>();
  const rowOf = (owner: string, days: number) => {
    const key = crypto.randomUUID();
    const named = `${owner} ${days}`;
    names.set(key, named);
    const recibo = { clave: key, tipo: 'ticket.create', numero: named, fecha: '2027-01-01T00:00:00.000Z' };
    const row = { key, owner, at: NOW - days * DAY_MS, under: 'read' } as const;
    return sealReceipt({ recibo, answer: {}, label: {}, policy: null }, readKey, row);
  };
  await db.receipts.bulkPut(
    await Promise.all([...own.map((days) => rowOf('me', days)), ...others.map((days) => rowOf('other', days))]),
  );
  const outbox = createOutbox({
    ...{ db, clock, random: () => 0.5, id: 'page', drafts: createDrafts({ db, clock }) },
    session: { deliver: async () => fail('offline'), withdraw: async () => fail('offline') },
    mirror: { prepareChange: async () => null },
    lock: createLocks().of('page'),
  });
  const read: string[] = [];
  db.receipts.hook('reading', (row) => {
    read.push(names.get(row.key) ?? '');
    return row;
  });
  const opened = vi.spyOn(crypto.subtle, 'decrypt');
  onTestFinished(() => opened.mockRestore());
  return { db, outbox, read, opened };
}

const AHEAD_MS = 900 * DAY_MS;

/** Stores the receipt of a request that the server took so many days ago, while the device's clock says `clock`. */
async function arrive(db: Database, days: number, clock: number): Promise<void> {
  const send = await db.vault.get('sending');
  if (send?.id !== 'sending') throw new Error('no key to send with');
  const key = crypto.randomUUID();
  const row = { key, owner: 'me', state: 'sending' } as OutboxRow;
  await db.outbox.put(row);
  const fecha = new Date(NOW - days * DAY_MS).toISOString();
  const recibo = { clave: key, tipo: 'ticket.create', numero: `me ${days}`, fecha };
  const ports = { db, mirror: { prepareChange: async () => null }, clock: () => clock, commands: commandKinds };
  const said = { fields: {}, files: {}, fingerprint: '', label: {}, policy: null };
  const body = { command: 'ticket.create', version: 1, ...said };
  const item = { row, body, sendKey: send.sendKey } as unknown as OpenItem;
  expect(await storeReceipt(ports, item, recibo, {})).toEqual({ ok: true, value: true });
}

const numbersIn = (receipts: readonly QueueReceipt[]) => receipts.map(({ recibo }) => recibo.numero);

test('[D61][F50] of hundreds of receipts none is opened but those of Novedades, and each once', async () => {
  // A receipt of two years ago is not news again, although no age is believed beyond one.
  const old = [...Array.from({ length: 200 }, (_, index) => 91 + index), 800];
  const { outbox, read, opened } = await setUp([...old, 89, 3], []);
  expect(numbersIn(await outbox.recentReceipts())).toEqual(['me 3', 'me 89']);
  expect(read).toEqual(['me 3', 'me 89']);
  expect(opened).toHaveBeenCalledTimes(2);
  expect(numbersIn(await outbox.receipts(3))).toEqual(['me 3', 'me 89', 'me 91']);
  expect(opened).toHaveBeenCalledTimes(3);
  expect(await outbox.countReceipts()).toBe(203);
  expect(await outbox.receipts()).toHaveLength(203);
  await outbox.recentReceipts();
  expect(opened).toHaveBeenCalledTimes(203);
});

test('[F60][D61] a receipt that came under a wrong clock is told of, and stands in the order in which the server took them', async () => {
  const { db, outbox } = await setUp([2], []);
  await arrive(db, 1, 0);
  await arrive(db, 3, NOW + AHEAD_MS);
  expect(numbersIn(await outbox.recentReceipts())).toEqual(['me 1', 'me 2', 'me 3']);
});

test('[F60][D61] under a clock years ahead a receipt that comes is told of, and no longer once its time is over', async () => {
  let now = NOW + AHEAD_MS;
  const { db, outbox } = await setUp([2], [], () => now);
  const told = async () => [numbersIn(await outbox.recentReceipts()), await unreadOf(db, 'me')];
  expect(await told()).toEqual([[], 0]);
  await arrive(db, 1, now);
  expect(await told()).toEqual([['me 1'], 1]);
  now += 91 * DAY_MS;
  expect(await told()).toEqual([[], 0]);
  // Once the clock is right, the server's time counts alone.
  now = NOW;
  expect(await told()).toEqual([['me 1', 'me 2'], 2]);
  now = NOW + 100 * DAY_MS;
  expect(await told()).toEqual([[], 0]);
});

test('[F15] of the receipts on a device nobody else’s is read', async () => {
  const { outbox, read } = await setUp([1, 4], [2, 3]);
  expect(numbersIn(await outbox.receipts())).toEqual(['me 1', 'me 4']);
  expect(numbersIn(await outbox.recentReceipts())).toEqual(['me 1', 'me 4']);
  expect(new Set(read)).toEqual(new Set(['me 1', 'me 4']));
});

test('[F15] neither is a request, a piece of news or a home of somebody else', async () => {
  const { db, outbox } = await setUp([], []);
  const sealed = { at: NOW, iv: new Uint8Array(12), data: new ArrayBuffer(8) };
  const read: string[] = [];
  const item = {
    seq: 1,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    dependsOn: null,
    createdAt: NOW,
    claim: null,
  } as const;
  for (const owner of ['me', 'other']) {
    await db.outbox.put({ key: owner, owner, unclear: false, ...item, ...sealed });
    await db.news.put({ id: owner, owner, read: false, ...sealed });
    await db.lastHomes.put({ owner, ...sealed });
  }
  await db.vault.put({ id: 'activity', at: NOW });
  for (const table of [db.outbox, db.news])
    table.hook('reading', (row) => {
      read.push(`${row.owner} ${table.name}`);
      return row;
    });
  const asked = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await outbox.list();
  await outbox.drain();
  await createNews(db, () => NOW).list();
  await readLastHome(db.name);
  expect(new Set(read)).toEqual(new Set(['me outbox', 'me news']));
  expect(asked.mock.contexts.map((store) => (store as IDBObjectStore).name)).not.toContain('lastHomes');
  asked.mockRestore();
});
