import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '#database/open.ts';

const mirrored =
  'policies bills payments refunds documents roles dependents cards tickets ticketTypes personalInformation'.split(' ');

/** The tables of each version that a release had, as its devices have them and not as the code says now. */
const released: [number, Record<string, string>][] = [
  [
    4,
    {
      ...Object.fromEntries(mirrored.map((table) => [table, '[scope+group], owner, at'])),
      pulls: 'scope, owner',
      session: 'id',
      outbox: 'key, seq, owner',
      outboxFiles: '[key+field], owner',
      receipts: 'key, owner, at',
      news: 'id, owner, at',
      savedDocuments: 'id, owner, at',
      drafts: '[id+part], owner, at',
      lastHomes: 'owner',
      vault: 'id',
    },
  ],
];

/** A device as an app of that version left it, with one receipt and one queued item. */
async function leftBy(version: number, tables: Record<string, string>): Promise<string> {
  const name = crypto.randomUUID();
  const old = new Dexie(name);
  old.version(version).stores(tables);
  await old.table('receipts').put({ key: 'r', owner: 'o', at: 1 });
  await old.table('outbox').put({ key: 'q', owner: 'o', seq: 1 });
  old.close();
  return name;
}

describe('a device of an earlier version', () => {
  test.each(released)('of version %i opens with every table and every row', async (version, tables) => {
    const db = createDatabase(await leftBy(version, tables));
    expect(await db.outbox.get('q')).toMatchObject({ owner: 'o', seq: 1 });
    for (const table of db.tables) await table.toArray();
    expect(await db.receipts.get('r')).toEqual({ key: 'r', owner: 'o', at: 1 });
    expect(db.verno).toBe(released.at(-1)?.[0]);
    db.close();
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
    for (const left of released) expect(await tablesOf(await leftBy(...left))).toBe(fresh);
  });
});
