import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftRowsOf, getUnlessLost, rowsUnlessLost } from '#database/lost.ts';
import { createDatabase, type Database } from '#database/open.ts';
import type { DraftRow } from '#database/rows.ts';
import { lostError } from './lost-connection.ts';
import { loseValues, lostValue } from './lost-values.ts';

let db: Database;
beforeEach(() => {
  db = createDatabase(crypto.randomUUID());
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const rowOf = (part: string): DraftRow => ({
  ...{ id: 'one', part, owner: 'me', at: 1 },
  ...{ iv: new Uint8Array(12), data: new ArrayBuffer(8) },
});
const form: [string, string] = ['one', 'form'];
const readForm = () => getUnlessLost(db.drafts, form);
const failing = (error: unknown) => vi.spyOn(db.drafts, 'get').mockRejectedValue(error);

test.each(['NotReadableError', 'NotFoundError'])(
  '[F65] a row whose read rejects with %s counts as lost',
  async (name) => {
    const reads = failing(lostValue(name));
    expect(await readForm()).toBeNull();
    expect(reads).toHaveBeenCalledTimes(1);
  },
);

test.each(['UnknownError', 'DataError'])(
  '[F65] a row whose read rejects with %s is lost at the third',
  async (name) => {
    const reads = failing(lostValue(name));
    expect(await readForm()).toBeNull();
    expect(reads).toHaveBeenCalledTimes(3);
  },
);

test('[F65] a row that can be read at the second time is not lost, and neither is one that is missing', async () => {
  expect(await readForm()).toBeUndefined();
  await db.drafts.put(rowOf('form'));
  vi.spyOn(db.drafts, 'get').mockRejectedValueOnce(lostValue('UnknownError'));
  expect(await readForm()).toMatchObject({ part: 'form' });
});

test('[F65] where nothing of a table can be read no row of it is lost', async () => {
  failing(lostError());
  vi.spyOn(db.drafts, 'limit').mockImplementation(() => {
    throw new Error('later');
  });
  await expect(readForm()).rejects.toThrow('Connection');
});

test('[F65] any other failure of a read is no loss', async () => {
  failing(new Error('ours'));
  await expect(readForm()).rejects.toThrow('ours');
});

test('[F65] a lost row keeps none of the others from being read', async () => {
  await db.drafts.bulkPut(['form', 'photo'].map(rowOf));
  loseValues(db.drafts, ({ part }) => part === 'photo');
  expect((await draftRowsOf(db, 'one')).map(({ part }) => part)).toEqual(['form']);
  const rows = await rowsUnlessLost(db.drafts, [['one', 'photo'], form, ['one', 'none']]);
  expect(rows).toMatchObject([null, { part: 'form' }, undefined]);
});

test('[F65] a transaction goes on after a lost row', async () => {
  await db.drafts.put(rowOf('photo'));
  loseValues(db.drafts);
  await db.transaction('rw', db.drafts, async () => {
    expect(await getUnlessLost(db.drafts, ['one', 'photo'])).toBeNull();
    await db.drafts.put(rowOf('form'));
  });
  expect(await db.drafts.count()).toBe(2);
});

test('[F65] a live query that met a lost row sees what comes later', async () => {
  await db.drafts.put(rowOf('photo'));
  loseValues(db.drafts, ({ part }) => part === 'photo');
  const seen: number[] = [];
  const watched = liveQuery(() => draftRowsOf(db, 'one')).subscribe((rows) => void seen.push(rows.length));
  await vi.waitFor(() => expect(seen).toEqual([0]));
  await db.drafts.put(rowOf('form'));
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1));
  watched.unsubscribe();
});
