import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openInMemory } from '#server/database/open.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { queuedJobs } from '#server/jobs/jobs.ts';
import { type RunningJobs, startJobs, type Work } from '#server/jobs/start.ts';

let database: OpenDatabase;
let running: RunningJobs;
const done: string[] = [];
const failed: unknown[] = [];
let fails = false;

const work: Work = {
  outgoing: async () => {
    done.push('outgoing');
    if (fails) throw new Error('broken');
  },
  mail: async () => void done.push('mail'),
  push: async () => void done.push('push'),
  scan: async () => void done.push('scan'),
  sweep: async () => void done.push('sweep'),
  tidy: async () => void done.push('tidy'),
};

beforeAll(async () => {
  database = await openInMemory(await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
  running = await startJobs(database.jobs, work, (error) => failed.push(error));
}, 60_000);
afterAll(async () => {
  await running.stop();
  await database.close();
});

afterEach(() => vi.restoreAllMocks());

describe('jobs on the embedded database', () => {
  test('a job that a transaction asked for runs right after the commit', async () => {
    await database.db.transaction(async (tx) => {
      await queuedJobs.ask(tx, 'mail');
      expect(done).not.toContain('mail');
    });
    // The worker polls only every ten seconds, so this shows that the database notified it.
    await expect.poll(() => done, { timeout: 5_000 }).toContain('mail');
  });

  test('a rolled-back transaction leaves no job', async () => {
    const before = done.filter((one) => one === 'push').length;
    const undone = database.db.transaction(async (tx) => {
      await queuedJobs.ask(tx, 'push');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await queuedJobs.ask(database.db, 'mail', new Date(Date.now() + 60_000));
    expect(await jobs()).toEqual([{ task: 'mail' }]);
    expect(done.filter((one) => one === 'push')).toHaveLength(before);
  });

  test('failed work is reported and tried again', async () => {
    fails = true;
    await queuedJobs.ask(database.db, 'outgoing');
    await expect.poll(() => failed.length, { timeout: 5_000 }).toBe(1);
    fails = false;
    await expect.poll(jobs, { timeout: 5_000 }).toContainEqual({ task: 'outgoing' });
  });

  test('[F31] rounds go on after a minute in which the database was away', async () => {
    const minute = 60_000;
    const nextMinute = Math.ceil(Date.now() / minute) * minute;
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    vi.useFakeTimers({ toFake: ['Date'], now: nextMinute - 50 });
    process.on('unhandledRejection', hear);
    const other = await startJobs(database.jobs, work, () => {});
    try {
      // The statements of the rounds are the only ones that the library asks of the pool itself.
      const query = vi.spyOn(database.jobs, 'query').mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
      const before = done.length;
      vi.setSystemTime(nextMinute + 1);
      await expect.poll(() => query.mock.calls.length, { timeout: 5_000 }).toBe(1);
      vi.setSystemTime(nextMinute + minute - 50);
      await expect.poll(() => query.mock.calls.length, { timeout: 5_000 }).toBeGreaterThan(1);
      vi.setSystemTime(nextMinute + minute + 1);
      await expect.poll(() => done.slice(before), { timeout: 5_000 }).toContain('scan');
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
      vi.useRealTimers();
      await other.stop();
    }
  }, 20_000);

  test('other statements of the server run while jobs run', async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      database.db.transaction(async (tx) => {
        await queuedJobs.ask(tx, 'outgoing');
        const [row] = await tx.select({ at: sql<number>`${at}::int` }).from(sql`(select 1) as one`);
        return row?.at;
      }),
    );
    expect(await Promise.all(many)).toEqual(many.map((_, at) => at));
    await expect.poll(async () => (await jobs()).length, { timeout: 10_000 }).toBeLessThanOrEqual(2);
  });
});

/** The jobs that are not done yet. */
async function jobs() {
  const rows = await database.db.select({ task: sql<string>`task_identifier` }).from(sql`graphile_worker.jobs`);
  return rows;
}
