import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '#database/open.ts';

const mirrored =
  'policies bills payments refunds documents roles dependents cards tickets ticketTypes personalInformation'.split(' ');

/** The tables as the first version had them, and what each later one added, as its devices have it and not as the code says now. */
const first = {
  ...Object.fromEntries(mirrored.map((table) => [table, '[scope+group], owner, at'])),
  pulls: 'scope, owner',
  session: 'id',
  outbox: 'key, seq, owner',
  outboxFiles: '[key+field], owner',
  receipts: 'key, owner, at',
  savedDocuments: 'id, owner, at',
  drafts: '[id+part], owner, at',
  vault: 'id',
};
const added: Record<string, string>[] = [first, { news: 'id, owner, at' }, { lastHomes: 'owner' }, {}];
const versions = added.map((_, index) => index + 1);

/** A device as an app of that version left it, with one receipt and one queued item. */
async function leftBy(version: number): Promise<string> {
  const name = crypto.randomUUID();
  const old = new Dexie(name);
  for (const [index, tables] of added.slice(0, version).entries()) old.version(index + 1).stores(tables);
  await old.table('receipts').put({ key: 'r', owner: 'o', at: 1 });
  await old.table('outbox').put({ key: 'q', owner: 'o', seq: 1 });
  old.close();
  return name;
}

describe('a device of an earlier version', () => {
  test.each(versions)('of version %i opens with every table and every row', async (version) => {
    const db = createDatabase(await leftBy(version));
    expect(await db.outbox.get('q')).toMatchObject({ owner: 'o', seq: 1 });
    for (const table of db.tables) await table.toArray();
    expect(await db.news.where('owner').equals('o').count()).toBe(0);
    expect(await db.lastHomes.count()).toBe(0);
    // Receipts from before Novedades existed count as seen; later ones are as they were.
    expect((await db.receipts.get('r'))?.read).toBe(version === 1 ? true : undefined);
    expect(db.verno).toBe(versions.length);
    db.close();
  });

  test('has every table by a version that added it', () => {
    const tables = createDatabase(crypto.randomUUID()).tables.map(({ name }) => name);
    expect(tables.sort()).toEqual(Object.keys(Object.assign({}, ...added)).sort());
  });

  test('differs from a new device in nothing but its rows', async () => {
    const tablesOf = async (name: string) => {
      const db = createDatabase(name);
      await db.open();
      const stored = db.backendDB();
      const all = Array.from(stored.objectStoreNames, (table) => {
        const store = stored.transaction(table).objectStore(table);
        return [table, store.keyPath, Array.from(store.indexNames, (index) => [index, store.index(index).keyPath])];
      });
      db.close();
      return JSON.stringify(all.sort());
    };
    const fresh = await tablesOf(crypto.randomUUID());
    for (const version of versions) expect(await tablesOf(await leftBy(version))).toBe(fresh);
  });
});
