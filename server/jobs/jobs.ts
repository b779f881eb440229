import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/open.ts';

/** What can be asked for. Each does all that is due, so that one too many finds nothing to do. */
export type Task = 'outgoing' | 'mail';

/** The notes of the database by which one process tells all of them that there is work. */
export const CHANNEL = 'amparo_work';

/** Work behind the answers, which one of the processes does. */
export interface Jobs {
  /** Asks for the work once this transaction stands, if there is one. Rolled back, nothing was asked. */
  ask(db: Database | Transaction, task: Task): Promise<void>;
}

/** Asks by a note, which PostgreSQL delivers at the commit. */
export const rungJobs: Jobs = {
  async ask(db, task) {
    await db.execute(sql`select pg_notify(${CHANNEL}, ${task})`);
  },
};
