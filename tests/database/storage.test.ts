import { beforeEach, describe, expect, test } from 'vitest';
import { deviceKeys } from '#database/keyring.ts';
import { createDatabase, type Database, groupsOf } from '#database/open.ts';
import { mirrorTables } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';

let db: Database;
beforeEach(() => {
  db = createDatabase(crypto.randomUUID());
});

const sealed = () => ({ iv: new Uint8Array(12), data: new ArrayBuffer(4) });
const full = () => new DOMException('full', 'QuotaExceededError');

async function mirror(table: 'payments' | 'refunds', scope: string, at: number, groups = 1): Promise<void> {
  for (let group = 0; group < groups; group++) await db[table].put({ scope, group, owner: 'ana', at, ...sealed() });
  await db.pulls.put({ scope, owner: 'ana', at, etag: sealed(), problem: null, revision: '1' });
}

const outboxRow = (key: string) => ({
  ...sealed(),
  key,
  owner: 'ana',
  seq: 1,
  version: 1,
  state: 'waiting' as const,
  attempts: 0,
  nextAt: 0,
  unclear: false,
  dependsOn: null,
  createdAt: 0,
  claim: null,
});

/** A write that fits only when at most so many mirror records are left. */
function writeThatFits(left: number) {
  return async () => {
    const counts = await Promise.all(mirrorTables.map((table) => db[table].count()));
    if (counts.reduce((sum, count) => sum + count, 0) > left) throw full();
    await db.outbox.put(outboxRow('new'));
  };
}

describe('[F16] a full device', () => {
  test('evicts mirrored rows, and the write succeeds', async () => {
    await mirror('payments', 'a', 1);
    expect(await withRoom(db, writeThatFits(0))).toEqual({ ok: true, value: undefined });
    expect(await db.outbox.count()).toBe(1);
  });

  test('evicts the oldest first, in batches, and stops when the write fits', async () => {
    for (let index = 0; index < 120; index++) await mirror('payments', `s${index}`, index);
    expect(await withRoom(db, writeThatFits(100))).toMatchObject({ ok: true });
    const left = await db.payments.orderBy('at').toArray();
    expect(left).toHaveLength(70);
    expect(left[0]?.at).toBe(50);
  });

  test('evicts a whole scope with its ETag', async () => {
    await mirror('refunds', 'a', 1, 3);
    await db.refunds.update(['a', 2], { at: 99 });
    await mirror('payments', 'b', 50);
    let first = true;
    await withRoom(db, async () => {
      if (first) {
        first = false;
        throw full();
      }
    });
    expect(await groupsOf(db, 'refunds', 'a').count()).toBe(0);
    expect(await db.pulls.get('a')).toBeUndefined();
  });

  test('never evicts queued items, drafts, receipts or saved documents', async () => {
    await db.outbox.put(outboxRow('queued'));
    await db.outboxFiles.put({ key: 'queued', field: 'documento', owner: 'ana', ...sealed() });
    await db.drafts.put({ id: 'd', part: 'form', owner: 'ana', at: 0, ...sealed() });
    await db.receipts.put({ key: 'r', owner: 'ana', at: 0, under: 'read', ...sealed() });
    await db.savedDocuments.put({ id: 's', owner: 'ana', at: 0, size: 4, ...sealed() });
    await mirror('payments', 'a', 1);
    expect(await withRoom(db, () => Promise.reject(full()))).toEqual({ ok: false, code: 'storage-full' });
    const kept = [db.outbox, db.outboxFiles, db.drafts, db.receipts, db.savedDocuments];
    expect(await Promise.all(kept.map((table) => table.count()))).toEqual([1, 1, 1, 1, 1]);
    expect(await db.payments.count()).toBe(0);
  });

  test('is recognised inside a bulk write and an aborted transaction', async () => {
    await mirror('payments', 'a', 1);
    let fails = 2;
    db.refunds.hook('creating', () => {
      if (fails-- > 0) throw full();
    });
    const write = () =>
      db.transaction('rw', db.refunds, () =>
        db.refunds.bulkPut([{ scope: 'r', group: 0, owner: 'ana', at: 2, ...sealed() }]),
      );
    expect(await withRoom(db, write)).toMatchObject({ ok: false });
    expect(await withRoom(db, write)).toMatchObject({ ok: true });
  });

  test('is not assumed for any other failure', async () => {
    await mirror('payments', 'a', 1);
    await expect(withRoom(db, () => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
    expect(await db.payments.count()).toBe(1);
  });
});

describe('the database', () => {
  test('is opened with strict durability', () => {
    expect(db._options.chromeTransactionDurability).toBe('strict');
  });

  test('has one device key, also when two tabs make it at the same time', async () => {
    const other = createDatabase(db.name);
    const [one, two] = await Promise.all([deviceKeys(db), deviceKeys(other)]);
    expect(one.salt).toEqual(two.salt);
    expect((await deviceKeys(db)).salt).toEqual(one.salt);
  });

  test('[F15] does not open a row that was moved to another table, key or owner', async () => {
    const { key } = await deviceKeys(db);
    const context = { table: 'drafts', row: 'a/form', owner: 'device' };
    const row = await sealRow(key, { nombre: 'Ana' }, context);
    expect(await openRow(key, row, context)).toEqual({ nombre: 'Ana' });
    for (const moved of [{ table: 'outbox' }, { row: 'b/form' }, { owner: 'ana' }]) {
      expect(await openRow(key, row, { ...context, ...moved })).toBeNull();
    }
  });
});
