import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Timers, thisMachine } from '#ports/machine.ts';
import { composeServer } from '#server/compose.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { CHANNEL, rungJobs } from '#server/jobs/jobs.ts';
import { type RunningJobs, rounds, startJobs, type Work } from '#server/jobs/start.ts';
import { readSettings } from '#server/settings.ts';
import { inMemory, ORIGIN } from './test-app.ts';

let database: OpenDatabase;
let running: RunningJobs;
const done: (keyof Work)[] = [];
const failed: unknown[] = [];
/** What a piece of work does beside being noted. */
let does: (task: keyof Work) => Promise<void>;

/** Timers that the test runs by hand. */
const timing = new Set<{ ms: number; run: () => void; again: boolean }>();
const timer =
  (again: boolean): Timers['after'] =>
  (ms, run) => {
    const one = { ms, run, again };
    timing.add(one);
    return () => void timing.delete(one);
  };
const timers: Timers = { after: timer(false), every: timer(true) };
/** Lets so much time pass for every timer that takes no longer, once. */
const pass = (milliseconds: number) => {
  for (const one of [...timing]) {
    if (one.ms > milliseconds) continue;
    if (!one.again) timing.delete(one);
    one.run();
  }
};
/** Lets the pauses after failures pass, and no round come. */
const passPause = () => {
  for (const one of [...timing].filter(({ again }) => !again)) {
    timing.delete(one);
    one.run();
  }
};
const pauses = () => [...timing].filter(({ again }) => !again).map(({ ms }) => ms);

const doing = (task: keyof Work) => async () => {
  done.push(task);
  await does(task);
};
const work = Object.fromEntries(Object.keys(rounds).map((task) => [task, doing(task as keyof Work)])) as Work;
const times = (task: keyof Work) => done.filter((one) => one === task).length;

beforeAll(async () => {
  database = await inMemory();
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  does = async () => {};
  timing.clear();
  done.length = 0;
  const listen = (heard: (task: string) => void) => database.listen(CHANNEL, timers, heard);
  running = startJobs({ timers, listen, failed: (error) => failed.push(error) }, work);
  // A statement after the one that listens has its answer after it.
  await database.db.execute(sql`select 1`);
  await expect.poll(() => done.length).toBe(Object.keys(rounds).length);
  done.length = 0;
  failed.length = 0;
});
afterEach(() => running.stop());

test('[F61] a start whose database takes minutes says so each minute, and no longer', async () => {
  const lines: string[] = [];
  let end = (_: Error) => {};
  const starting = composeServer(readSettings({ AMPARO_ADDRESS: ORIGIN }), {
    machine: { ...thisMachine, timers },
    log: (line) => lines.push(line),
    open: () => new Promise((_, reject) => (end = reject)),
  });
  pass(60_000);
  pass(60_000);
  end(new Error('over'));
  await expect(starting).rejects.toThrow('over');
  pass(60_000);
  const told = { time: expect.any(String), warning: expect.stringContaining('still being opened') };
  expect(lines.map((line) => JSON.parse(line))).toEqual([told, told]);
});

test('[F34] a stop names what it cut off behind the answers, and does not count as whole', async () => {
  const lines: string[] = [];
  const server = await composeServer(
    { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
    {
      machine: { ...thisMachine, timers },
      log: (line) => lines.push(line),
      open: async () => ({ ...database, close: async () => {} }),
    },
  );
  Object.assign(server.work, work, { scan: () => new Promise(() => {}) });
  server.begin();
  const closed = server.close();
  // What can end, ends.
  await new Promise((later) => setImmediate(later));
  pass(20_000);
  expect(await closed).toBe(false);
  expect(lines.join()).toContain('cut off at the stop: scan');
});

describe('work behind the answers, on the embedded database', () => {
  test('is done right after the commit of the transaction that asked for it', async () => {
    await database.db.transaction(async (tx) => {
      await rungJobs.ask(tx, 'mail');
      expect(done).toEqual([]);
    });
    // No timer runs here, so the database told it.
    await expect.poll(() => done).toEqual(['mail']);
  });

  test('is not asked for by a transaction that is rolled back', async () => {
    const undone = database.db.transaction(async (tx) => {
      await rungJobs.ask(tx, 'mail');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await rungJobs.ask(database.db, 'outgoing');
    await expect.poll(() => done).toContain('outgoing');
    expect(done).toEqual(['outgoing']);
  });

  test('runs one at a time, and once more when it is asked for meanwhile', async () => {
    let end = () => {};
    does = (task) => (task === 'mail' ? new Promise<void>((ended) => (end = ended)) : Promise.resolve());
    await rungJobs.ask(database.db, 'mail');
    await expect.poll(() => done).toEqual(['mail']);
    for (let more = 0; more < 5; more += 1) await rungJobs.ask(database.db, 'mail');
    await rungJobs.ask(database.db, 'outgoing');
    // One kind of work does not wait for another.
    await expect.poll(() => done).toEqual(['mail', 'outgoing']);
    does = async () => {};
    end();
    await expect.poll(() => times('mail')).toBe(2);
    await rungJobs.ask(database.db, 'outgoing');
    await expect.poll(() => times('outgoing')).toBe(2);
    expect(times('mail')).toBe(2);
  });

  test('that throws is reported, and begun again after pauses that grow to that of its rounds', async () => {
    does = async (task) => {
      if (task === 'outgoing') throw new Error('broken');
    };
    await rungJobs.ask(database.db, 'outgoing');
    await expect.poll(() => failed).toEqual([new Error('broken')]);
    const waits: number[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      const [wait = 0] = pauses();
      waits.push(wait);
      const before = done.length;
      passPause();
      await expect.poll(() => done.length).toBe(before + 1);
      await expect.poll(() => pauses().length).toBe(1);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(failed).toHaveLength(6);
    does = async () => {};
    passPause();
    await expect.poll(() => times('outgoing')).toBe(7);
    expect(pauses()).toEqual([]);
  });

  test('[F31] goes on with its rounds after the database was away, and the process lives', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    try {
      does = async () => {
        throw new Error('connect ECONNREFUSED');
      };
      for (let round = 0; round < 3; round += 1) {
        const before = done.length;
        pass(60_000);
        await expect.poll(() => done.length).toBeGreaterThan(before);
      }
      // An unhandled rejection is told after the microtasks.
      await new Promise((later) => setTimeout(later, 20));
      expect(unheard).toEqual([]);
      does = async () => {};
      const before = times('scan');
      pass(60_000);
      await expect.poll(() => times('scan')).toBeGreaterThan(before);
    } finally {
      process.off('unhandledRejection', hear);
    }
  });

  test('comes in rounds of its own, as often as its kind needs', async () => {
    pass(10_000);
    await expect.poll(() => [...done].sort()).toEqual(['mail', 'outgoing', 'push', 'watch']);
    done.length = 0;
    pass(60_000);
    await expect.poll(() => [...done].sort()).toEqual(['mail', 'outgoing', 'push', 'scan', 'watch']);
    done.length = 0;
    pass(3_600_000);
    await expect.poll(() => [...done].sort()).toEqual(['mail', 'outgoing', 'push', 'scan', 'sweep', 'tidy', 'watch']);
  });

  test('is over once it is stopped, however it was asked for', async () => {
    await running.stop();
    await rungJobs.ask(database.db, 'mail');
    pass(3_600_000);
    await database.db.execute(sql`select 1`);
    expect(done).toEqual([]);
  });

  test('lets other statements of the server run', async () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      database.db.transaction(async (tx) => {
        await rungJobs.ask(tx, 'outgoing');
        const [row] = await tx.select({ at: sql<number>`${at}::int` }).from(sql`(select 1) as one`);
        return row?.at;
      }),
    );
    expect(await Promise.all(many)).toEqual(many.map((_, at) => at));
    await expect.poll(() => times('outgoing')).toBeGreaterThan(0);
  });
});
