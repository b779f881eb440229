import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { attemptRules, openAttempts } from '#server/accounts/attempts.ts';
import { databaseClock } from '#server/database/earlier-clock.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { attempts } from '#server/database/schema.ts';
import { sweep } from '#server/sweep.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { pause } from './program.ts';

/** The database in memory runs transactions one after the other. Only a real PostgreSQL runs two at the same time. */
describe.skipIf(!postgresBin)('[S5] counted tries on a real PostgreSQL', () => {
  let cluster: Cluster;
  let database: OpenDatabase;
  beforeAll(async () => {
    cluster = await createCluster();
    database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await cluster?.remove();
  });

  test('[F61] a try is counted also where the sweep takes what was counted long ago at that moment', async () => {
    const { db } = database;
    const clock = () => new Date();
    const { take } = openAttempts(
      db,
      async () => clock,
      (_, text) => text,
      attemptRules,
    );
    await take('signInPerAccount', 'ana');
    await cluster.ask(`update attempts set last = now() - interval '2 days', count = 3`);
    // A statement that writes counts lasts a second.
    await cluster.ask(`create function dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(1); return null; end $$`);
    await cluster.ask('create trigger dawdle after insert on attempts for each statement execute function dawdle()');
    const taking = take('signInPerAccount', 'ana');
    await pause(400);
    await sweep(db, clock);
    await taking;
    expect(await db.select({ count: attempts.count }).from(attempts)).toEqual([{ count: 1 }]);
    await cluster.ask('drop function dawdle cascade');
  }, 30_000);

  test('[F60] a try that waited for another one waits also for what that one began', async () => {
    const { db } = database;
    let seconds = 0;
    const rule = { free: 1, delay: MINUTE_MS, longest: MINUTE_MS, memory: HOUR_MS };
    const { take } = openAttempts(
      db,
      async () => () => new Date(seconds * 1000),
      (_, text) => text,
      { ...attemptRules, signInPerAccount: rule },
    );
    const waiting = await db.transaction(async (tx) => {
      await take('signInPerAccount', 'berta', 1, tx);
      const later = take('signInPerAccount', 'berta');
      await vi.waitFor(async () =>
        expect(await cluster.ask(`select 1 from pg_locks where not granted`)).toHaveLength(1),
      );
      seconds = 30;
      await tx.update(attempts).set({ blockedUntil: new Date(seconds * 1000 + MINUTE_MS) });
      return { later };
    });
    expect(await waiting.later).toBe(60);
  }, 30_000);

  test('[F60] the clock that all share goes on in a transaction that waits', async () => {
    await database.db.transaction(async (tx) => {
      const before = (await databaseClock(tx))().getTime();
      await tx.execute('select pg_sleep(0.2)');
      expect((await databaseClock(tx))().getTime() - before).toBeGreaterThanOrEqual(200);
    });
  });
});
