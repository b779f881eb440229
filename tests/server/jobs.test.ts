import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
