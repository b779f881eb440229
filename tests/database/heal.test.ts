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
  test('is opened again and the call repeated', async () => {
    loseConnection();
    await touch(1);
    expect(await read()).toEqual({ id: 'activity', at: 1 });
  });

  test('a whole transaction is repeated and takes effect once', async () => {
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

  test('in the middle of a transaction is not repeated for one call in it, but for the whole', async () => {
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
  ])('%s needs nobody to think of it', async (_, run) => {
    loseConnection();
    await run();
  });

  test('lost by many calls at once is opened again once', async () => {
    loseConnection();
    const open = vi.spyOn(db, 'open');
    await Promise.all(Array.from({ length: 10 }, (_, index) => touch(index)));
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('found lost late, after another call opened it again, is not closed a second time', async () => {
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

  test('live queries resume without a reload', async () => {
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

  test('closed behind the app’s back is opened again', async () => {
    db.close({ disableAutoOpen: true });
    await touch(1);
    expect(await read()).toMatchObject({ at: 1 });
  });

  test('that stays lost is an error, not a loop', async () => {
    let runs = 0;
    const failing = db.transaction('r', db.vault, () => {
      runs += 1;
      throw lostError();
    });
    await expect(failing).rejects.toThrow('Connection');
    expect(runs).toBe(2);
  });

  test('any other error is not repeated', async () => {
    let runs = 0;
    const failing = db.transaction('r', db.vault, () => {
      runs += 1;
      throw new Error('ours');
    });
    await expect(failing).rejects.toThrow('ours');
    expect(runs).toBe(1);
  });
});
