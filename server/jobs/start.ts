import type { Pool } from 'pg';
import type { Task } from './jobs.ts';
import { makeJobTables } from './make-tables.ts';

/** Everything that is done behind the answers: what may be asked for, and what only the clock asks for. */
export type Work = Record<Task | 'scan' | 'tidy', () => Promise<void>>;

/** What the clock asks for, as cron writes it, in UTC; of several processes one does it. */
const rounds: readonly [task: keyof Work, when: string][] = [
  // What a process that died had in hand, and what an asking was lost for.
  ['outgoing', '* * * * *'],
  ['mail', '* * * * *'],
  ['push', '* * * * *'],
  ['scan', '* * * * *'],
  ['sweep', '7 * * * *'],
  ['tidy', '*/10 * * * *'],
];

/** How soon what is due later is looked for; what is due now is told by the database at once. */
const LOOK_EVERY_MS = 10_000;
const AT_ONCE = 3;
/** It gives up after some hundred failures in a row, as when the database is away for an hour. */
const BEGIN_AGAIN_MS = 30_000;
/** What takes longer is left to whoever starts next: its rows are claimed for minutes only. */
const GOODBYE_MS = 2_000;

export interface RunningJobs {
  stop(): Promise<void>;
}

/**
 * Does what is asked for, and what the clock asks for, on the database's own tables (graphile-worker).
 *
 * @param failed is told what a piece of work threw
 */
export async function startJobs(pool: Pool, work: Work, failed: (error: unknown) => void): Promise<RunningJobs> {
  const { Logger, parseCronItems, run } = await import('graphile-worker');
  const logger = new Logger(() => () => {});
  const taskList = Object.fromEntries(
    Object.entries(work).map(([name, task]) => [name, () => task().catch((error: unknown) => tell(error))]),
  );
  /** One line of ours instead of the library's; the work is begun again all the same. */
  const tell = (error: unknown): never => {
    failed(error);
    throw error;
  };
  // A round that nobody could make is made up for by the next one.
  const options = { maxAttempts: 1, backfillPeriod: 0 };
  const begin = () =>
    run({
      pgPool: pool,
      taskList,
      parsedCronItems: parseCronItems(rounds.map(([task, match]) => ({ task, match, options }))),
      concurrency: AT_ONCE,
      pollInterval: LOOK_EVERY_MS,
      noHandleSignals: true,
      noPreparedStatements: true,
      logger,
    });

  await makeJobTables(pool, logger);
  let stopped = false;
  let runner = await begin();
  let again: NodeJS.Timeout | undefined;
  const keepRunning = () => {
    const beginAgain = () => {
      if (stopped) return;
      again = setTimeout(() => {
        begin().then((next) => {
          runner = next;
          keepRunning();
        }, beginAgain);
      }, BEGIN_AGAIN_MS);
      again.unref();
    };
    runner.promise.then(beginAgain, beginAgain);
  };
  keepRunning();

  return {
    async stop() {
      stopped = true;
      clearTimeout(again);
      await Promise.race([
        runner.stop().catch(() => {}),
        new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref()),
      ]);
    },
  };
}
