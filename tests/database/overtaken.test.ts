import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { createDatabase } from '#database/open.ts';

/** Opens the database as the next version of the app, with one more table. IndexedDB counts ten for each Dexie version. */
function openNewer(name: string, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version * 10);
    opening.onupgradeneeded = () => opening.result.createObjectStore('more', { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

test('[F22] an open page does not block a newer version, is told, and goes on with the tables it knows', async () => {
  const name = crypto.randomUUID();
  let told = 0;
  const old = createDatabase(name, {
    onOvertaken: () => {
      told += 1;
    },
  });
  await old.vault.put({ id: 'activity', at: 1 });
  const newer = await openNewer(name, old.verno + 1);
  expect(told).toBe(1);
  expect(await old.vault.get('activity')).toEqual({ id: 'activity', at: 1 });
  newer.close();
  old.close();
});

test('[F22] a page that a frozen tab of the version before keeps from opening says so, until that tab is closed', async () => {
  const name = crypto.randomUUID();
  const frozen = await openNewer(name, 2);
  const told: boolean[] = [];
  const page = createDatabase(name, { onBlocked: (is) => told.push(is) });
  const read = page.vault.get('activity');
  await expect.poll(() => told).toEqual([true]);
  frozen.close();
  expect(await read).toBeUndefined();
  expect(told).toEqual([true, false]);
  page.close();
});

test('[F19] a page whose database is being deleted is not told of a newer version', async () => {
  const name = crypto.randomUUID();
  let told = 0;
  const db = createDatabase(name, {
    onOvertaken: () => {
      told += 1;
    },
  });
  await db.open();
  await Dexie.delete(name);
  expect(told).toBe(0);
});
