import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepBallast } from '#database/full-disk.ts';
import { deviceKeys } from '#database/keyring.ts';
import { createDatabase, type Database, groupsOf } from '#database/open.ts';
import { type MirrorTable, mirrorTables } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { withRoom } from '#database/storage.ts';
import { losable } from './lost-connection.ts';

let db: Database;
beforeEach(() => {
  db = createDatabase(crypto.randomUUID());
});
afterEach(() => vi.unstubAllGlobals());

const sealed = () => ({ iv: new Uint8Array(12), data: new ArrayBuffer(4) });
const full = () => new DOMException('full', 'QuotaExceededError');

async function mirror(table: MirrorTable, scope: string, at: number, groups = 1): Promise<void> {
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

  test('evicts the oldest first, in growing steps, and stops when the write fits', async () => {
    for (let index = 0; index < 120; index++) await mirror('payments', `s${index}`, index);
    expect(await withRoom(db, writeThatFits(100))).toMatchObject({ ok: true });
    const left = await db.payments.orderBy('at').toArray();
    expect(left).toHaveLength(120 - (1 + 2 + 4 + 8 + 16));
    expect(left[0]?.at).toBe(31);
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

  test('[D93] keeps what was left to pay of a list that it evicts, and nothing else of its pull', async () => {
    await mirror('payments', 'a', 1);
    const paying = sealed();
    await db.pulls.update('a', { paying, since: '2025' });
    expect(await withRoom(db, writeThatFits(0))).toMatchObject({ ok: true });
    const bare = { at: null, etag: null, problem: null, revision: '' };
    expect(await db.pulls.toArray()).toEqual([{ scope: 'a', owner: 'ana', ...bare, paying }]);
  });

  test('never evicts queued items, drafts, receipts or saved documents', async () => {
    await db.outbox.put(outboxRow('queued'));
    await db.outboxFiles.put({ key: 'queued', field: 'documento', owner: 'ana', own: sealed(), ...sealed() });
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

/** A browser that counts so many bytes for each row of the mirror, and for each row deleted so far. */
function counting(perRow: number, perDeletion: number): void {
  const estimate = async () => {
    const counts = await Promise.all(mirrorTables.map((table) => db[table].count()));
    const rows = counts.reduce((sum, count) => sum + count, 0);
    return { usage: 1000 + rows * perRow - rows * perDeletion };
  };
  vi.stubGlobal('navigator', { storage: { estimate } });
}

describe('[F51] giving way', () => {
  test('takes history before short lists, and card and policies last', async () => {
    const tables = ['policies', 'cards', 'ticketTypes', 'payments', 'refunds'] as const;
    for (const [at, table] of tables.entries()) await mirror(table, table, at);
    const left: string[][] = [];
    await withRoom(db, async () => {
      const counts = await Promise.all(tables.map(async (table) => ((await db[table].count()) > 0 ? [table] : [])));
      left.push(counts.flat());
      throw full();
    });
    expect(left).toEqual([
      ['policies', 'cards', 'ticketTypes', 'payments', 'refunds'],
      ['policies', 'cards', 'ticketTypes', 'refunds'],
      ['policies', 'cards', 'ticketTypes'],
      ['policies', 'cards'],
      [],
    ]);
  });

  test('begins with what the next visit makes anew', async () => {
    await mirror('payments', 'a', 1);
    await db.lastHomes.put({ owner: 'ana', ...sealed() });
    let tries = 0;
    await withRoom(db, async () => {
      tries += 1;
      if (tries === 1) throw full();
    });
    expect([await db.lastHomes.count(), await db.payments.count()]).toEqual([0, 1]);
  });

  test('ends where the browser counts no less afterwards, and the mirror stays', async () => {
    counting(10, 20);
    for (let index = 0; index < 20; index++) await mirror('payments', `s${index}`, index);
    await mirror('policies', 'p', 0);
    expect(await withRoom(db, writeThatFits(0))).toEqual({ ok: false, code: 'storage-full' });
    expect([await db.payments.count(), await db.policies.count()]).toEqual([19, 1]);
  });

  test('is not begun again where it gained nothing, however often a draft is tried', async () => {
    counting(10, 20);
    for (let index = 0; index < 20; index++) await mirror('payments', `s${index}`, index);
    await Promise.all([withRoom(db, writeThatFits(0)), withRoom(db, writeThatFits(0))]);
    expect(await withRoom(db, writeThatFits(0))).toEqual({ ok: false, code: 'storage-full' });
    expect(await db.payments.count()).toBe(19);
  });

  test('takes nothing of the mirror without a connection, since nothing could bring it back', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    await mirror('payments', 'a', 1);
    expect(await withRoom(db, writeThatFits(0))).toEqual({ ok: false, code: 'storage-full' });
    expect(await db.payments.count()).toBe(1);
  });

  test('goes on where the browser counts less', async () => {
    counting(10, 0);
    for (let index = 0; index < 20; index++) await mirror('payments', `s${index}`, index);
    expect(await withRoom(db, writeThatFits(10))).toMatchObject({ ok: true });
  });

  test('that fails itself leads to the answer that there is no room', async () => {
    await mirror('payments', 'a', 1);
    db.payments.hook('deleting', () => {
      throw full();
    });
    expect(await withRoom(db, () => Promise.reject(full()))).toEqual({ ok: false, code: 'storage-full' });
    expect(await db.payments.count()).toBe(1);
  });
});

describe('[F57] a disk without a byte left', () => {
  const broken = ['AbortError', 'UnknownError'] as const;

  test.each(broken)('that ends a write with %s is told as no room, and nothing is deleted', async (name) => {
    await mirror('payments', 'a', 1);
    let tries = 0;
    const write = () => {
      tries += 1;
      return Promise.reject(new DOMException('IO error', name));
    };
    expect(await withRoom(db, write)).toEqual({ ok: false, code: 'storage-full' });
    expect(await db.payments.count()).toBe(1);
    expect(tries).toBe(1);
  });

  test('takes the write once the ballast is gone', async () => {
    const files = privateFiles();
    await keepBallast();
    expect(files.get('amparo-lastre')).toBe(1_500_000);
    const write = async () => {
      if (files.size > 0) throw new DOMException('IO error', 'AbortError');
    };
    expect(await withRoom(db, write)).toEqual({ ok: true, value: undefined });
    expect(files.size).toBe(0);
  });

  test('keeps no half ballast', async () => {
    const files = privateFiles(100_000);
    await keepBallast();
    expect(files.size).toBe(0);
  });

  test('frees its ballast before the lost database is opened again', async () => {
    const files = privateFiles();
    await keepBallast();
    const connection = losable(db);
    await db.open();
    const opened: number[] = [];
    const open = vi.spyOn(db, 'open');
    open.mockImplementation(() => {
      opened.push(files.size);
      return Dexie.prototype.open.call(db);
    });
    connection.lose();
    await db.outbox.put(outboxRow('a'));
    expect(opened).toEqual([0]);
    open.mockRestore();
  });

  test('has a new log before the first write after a connection ended, and before reads none', async () => {
    await db.outbox.put(outboxRow('a'));
    const begun = vi.spyOn(indexedDB, 'deleteDatabase');
    db.close({ disableAutoOpen: false });
    await db.outbox.count();
    expect(begun).not.toHaveBeenCalled();
    await Promise.all([db.outbox.put(outboxRow('b')), db.transaction('rw', db.outbox, () => db.outbox.count())]);
    await db.outbox.put(outboxRow('c'));
    expect(begun).toHaveBeenCalledOnce();
    begun.mockRestore();
  });

  test('takes no write while the log cannot be begun', async () => {
    await db.outbox.put(outboxRow('a'));
    const begun = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('IO error', 'UnknownError');
    });
    db.close({ disableAutoOpen: false });
    expect(await withRoom(db, () => db.outbox.put(outboxRow('b')))).toEqual({ ok: false, code: 'storage-full' });
    const instead = () =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.delete('a');
        await db.outbox.put(outboxRow('b'));
      });
    expect(await withRoom(db, instead)).toEqual({ ok: false, code: 'storage-full' });
    begun.mockRestore();
    expect(await db.outbox.toCollection().primaryKeys()).toEqual(['a']);
    expect(await withRoom(db, instead)).toMatchObject({ ok: true });
  });

  test.each(['QuotaExceededError', 'UnknownError'])(
    '[F16] deletes also where %s keeps the log from being begun',
    async (name) => {
      await db.outbox.bulkPut([outboxRow('a'), outboxRow('b')]);
      const begun = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
        throw new DOMException('IO error', name);
      });
      db.close({ disableAutoOpen: false });
      await db.outbox.delete('a');
      await db.transaction('rw', db.outbox, () => db.outbox.where('key').equals('b').delete());
      begun.mockRestore();
      expect(await db.outbox.count()).toBe(0);
    },
  );
});

/** The origin's private file system, with the size of each file. A larger write than `room` fails. */
function privateFiles(room = Number.POSITIVE_INFINITY): Map<string, number> {
  const files = new Map<string, number>();
  const getDirectory = async () => ({
    async getFileHandle(name: string) {
      files.set(name, files.get(name) ?? 0);
      let size = 0;
      return {
        getFile: async () => ({ size: files.get(name) }),
        createWritable: async () => ({
          async write(bytes: Uint8Array) {
            if (bytes.length > room) throw new DOMException('full', 'QuotaExceededError');
            size = bytes.length;
          },
          close: async () => void files.set(name, size),
        }),
      };
    },
    async removeEntry(name: string) {
      if (!files.delete(name)) throw new DOMException('none', 'NotFoundError');
    },
  });
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  return files;
}

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
