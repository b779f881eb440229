import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, type Database } from '#database/open.ts';
import { watchRows } from '#database/watch-rows.ts';
import { thisMachine } from '#ports/machine.ts';

let db: Database;
/** What is to be run later, and after how many milliseconds. */
let later: { ms: number; run: () => void }[] = [];
let fails: Error | null = null;
let told: unknown[] = [];
let stop = () => {};
beforeEach(async () => {
  later = [];
  told = [];
  fails = null;
  const after = (ms: number, run: () => void) => {
    const one = { ms, run };
    later.push(one);
    return () => {
      later = later.filter((other) => other !== one);
    };
  };
  const timers = { after, every: () => () => {} };
  db = createDatabase(crypto.randomUUID(), { machine: { ...thisMachine, timers } });
  await db.open();
});
afterEach(() => {
  stop();
  db.close();
});

const touch = (at: number) => db.vault.put({ id: 'activity', at });
const activity = async () => {
  if (fails) throw fails;
  const row = await db.vault.get('activity');
  return row?.id === 'activity' ? row.at : null;
};
const ring = () => {
  const [next] = later.splice(0, 1);
  next?.run();
  return next?.ms;
};

test.each([
  new Dexie.DatabaseClosedError('the connection was lost'),
  new Dexie.AbortError('the transaction was aborted'),
  new DOMException('Connection to Indexed Database server lost', 'UnknownError'),
])('[F18][F49] a watch whose first read failed is begun anew, and then hears of each change: %s', async (error) => {
  fails = error;
  stop = watchRows(db, activity, (at) => void told.push(at));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(ring()).toBe(1000);
  await vi.waitFor(() => expect(later).toHaveLength(1));
  fails = null;
  expect(ring(), 'the pause grows').toBe(2000);
  await vi.waitFor(() => expect(told).toEqual([null]));
  await touch(5);
  await vi.waitFor(() => expect(told).toEqual([null, 5]));
});

test('[F49] a watch that was stopped while it read is not begun anew', async () => {
  let fail = () => {};
  const reading = new Promise<null>((_, reject) => {
    fail = () => reject(new Error('lost'));
  });
  stop = watchRows(
    db,
    () => reading,
    () => {},
  );
  stop();
  fail();
  await reading.catch(() => undefined);
  await new Promise((settled) => setTimeout(settled, 20));
  expect(later).toEqual([]);
});
