import { Dexie, liveQuery } from 'dexie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { losable, lostError } from './lost-connection.ts';

let db: Database;
let loseConnection: () => void;
beforeEach(async () => {
  db = createDatabase(crypto.randomUUID());
  loseConnection = losable(db).lose;
  await db.open();
});

const touch = (at: number) => db.vault.put({ id: 'activity', at });
const read = () => db.vault.get('activity');

describe('[F18] a lost connection', () => {
  test('is opened again, and the call is repeated', async () => {
    loseConnection();
    await touch(1);
    expect(await read()).toEqual({ id: 'activity', at: 1 });
  });

  test('repeats the whole transaction, which takes effect once', async () => {
    let runs = 0;
    await touch(1);
    await db.transaction('rw', db.vault, async () => {
      runs += 1;
      const row = await read();
      await touch((row?.id === 'activity' ? row.at : 0) + 1);
      if (runs === 1) throw lostError();
    });
    expect(runs).toBe(2);
    expect(await read()).toEqual({ id: 'activity', at: 2 });
  });

  test('that is lost anew in the repeated call is opened again', async () => {
    let runs = 0;
    await db.transaction('rw', db.vault, async () => {
      runs += 1;
      await touch(runs);
      if (runs < 3) throw lostError();
    });
    expect(await read()).toEqual({ id: 'activity', at: 3 });
  });

  test('in the middle of a transaction repeats the whole transaction, not one call of it', async () => {
    let runs = 0;
    await db.transaction('rw', db.vault, async () => {
      runs += 1;
      if (runs === 1) loseConnection();
      await db.transaction('rw', db.vault, () => touch(runs));
      if (runs === 1) throw lostError();
    });
    expect(await read()).toEqual({ id: 'activity', at: 2 });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a write of many rows', () => db.vault.bulkPut([{ id: 'activity', at: 3 }])],
    ['a search', () => db.drafts.where('owner').equals('me').toArray()],
    ['a change of what was found', () => db.outbox.where('owner').equals('me').modify({ seq: 1 })],
    ['a count', () => db.outbox.count()],
    ['a removal', () => db.vault.delete('activity')],
  ])('%s succeeds without code for this case', async (_, run) => {
    loseConnection();
    await run();
  });

  test('is opened again only once for many simultaneous calls', async () => {
    loseConnection();
    const open = vi.spyOn(db, 'open');
    await Promise.all(Array.from({ length: 10 }, (_, index) => touch(index)));
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('is not closed again when a late call notices the loss after another call opened it', async () => {
    const close = vi.spyOn(db, 'close');
    let fails: ((error: unknown) => void) | undefined;
    let runs = 0;
    const late = db.transaction('r', db.drafts, () => {
      runs += 1;
      return runs === 1 ? Dexie.waitFor(new Promise<string>((_, reject) => (fails = reject))) : 'done';
    });
    await vi.waitFor(() => expect(fails).toBeDefined());
    loseConnection();
    await touch(1);
    fails?.(lostError());
    expect(await late).toBe('done');
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('lets live queries resume without a reload', async () => {
    await touch(1);
    const values: unknown[] = [];
    const subscription = liveQuery(() => read()).subscribe((row) => values.push(row));
    await vi.waitFor(() => expect(values).toHaveLength(1));
    loseConnection();
    await touch(2);
    await vi.waitFor(() => expect(values.at(-1)).toEqual({ id: 'activity', at: 2 }));
    await touch(3);
    await vi.waitFor(() => expect(values.at(-1)).toEqual({ id: 'activity', at: 3 }));
    subscription.unsubscribe();
  });

  test('that was closed by the browser is opened again', async () => {
    db.close({ disableAutoOpen: true });
    await touch(1);
    expect(await read()).toMatchObject({ at: 1 });
  });

  test('that stays lost leads to an error, not to a loop', async () => {
    let runs = 0;
    const failing = db.transaction('r', db.vault, () => {
      runs += 1;
      throw lostError();
    });
    await expect(failing).rejects.toThrow('Connection');
    expect(runs).toBe(3);
  });

  test('is not assumed for any other error, and nothing is repeated', async () => {
    let runs = 0;
    const failing = db.transaction('r', db.vault, () => {
      runs += 1;
      throw new Error('ours');
    });
    await expect(failing).rejects.toThrow('ours');
    expect(runs).toBe(1);
  });
});
