import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { healed } from '#database/heal.ts';
import { createDatabase, type Database } from '#database/open.ts';
import { losable, lostError } from './lost-connection.ts';

let db: Database;
let loseConnection: () => void;
beforeEach(async () => {
  db = createDatabase(crypto.randomUUID());
  loseConnection = losable(db).lose;
  await db.open();
});

const touch = (at: number) => healed(db, () => db.vault.put({ id: 'activity', at }));
const read = () => healed(db, () => db.vault.get('activity'));

describe('[F18] a lost connection', () => {
  test('is opened again and the call repeated', async () => {
    loseConnection();
    await touch(1);
    expect(await read()).toEqual({ id: 'activity', at: 1 });
  });

  test('a whole transaction is repeated and takes effect once', async () => {
    let runs = 0;
    await touch(1);
    await healed(db, () =>
      db.transaction('rw', db.vault, async () => {
        runs += 1;
        const row = await db.vault.get('activity');
        await db.vault.put({ id: 'activity', at: (row?.id === 'activity' ? row.at : 0) + 1 });
        if (runs === 1) throw lostError();
      }),
    );
    expect(runs).toBe(2);
    expect(await read()).toEqual({ id: 'activity', at: 2 });
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
    const late = healed(db, () => {
      runs += 1;
      return runs === 1 ? new Promise((_, reject) => (fails = reject)) : Promise.resolve('done');
    });
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
    const failing = healed(db, () => {
      runs += 1;
      return Promise.reject(lostError());
    });
    await expect(failing).rejects.toThrow('Connection');
    expect(runs).toBe(2);
  });

  test('any other error is not repeated', async () => {
    let runs = 0;
    const failing = healed(db, () => {
      runs += 1;
      return Promise.reject(new Error('ours'));
    });
    await expect(failing).rejects.toThrow('ours');
    expect(runs).toBe(1);
  });
});
