import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/open.ts';

/** What can be asked for. Each does all that is due, so that one too many finds nothing to do. */
export type Task = 'outgoing' | 'mail' | 'push' | 'sweep';

/** Work behind the answers, which one of the processes does. */
export interface Jobs {
  /**
   * Asks for the work once this transaction stands, if there is one; no earlier than `at`. Rolled back, nothing was asked.
   */
  ask(db: Database | Transaction, task: Task, at?: Date): Promise<void>;
}

/** How often a piece of work that throws is begun again; the minute's round comes by anyway. */
const TRIES = 3;

/** Asks through graphile-worker, whose tables `startJobs` made. */
export const queuedJobs: Jobs = {
  async ask(db, task, at) {
    await db.execute(
      sql`select graphile_worker.add_job(${task}::text, run_at => ${at?.toISOString() ?? null}::timestamptz, max_attempts => ${TRIES}::int)`,
    );
  },
};
