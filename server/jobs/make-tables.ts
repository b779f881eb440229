import type { Logger } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';

/** Whoever has this number makes the tables; the others wait. */
const TURN = 7_203_119;
/** Longer than the first start of another process takes. */
const LONGEST_MS = 60_000;

/**
 * Makes the library's tables, or brings them up to date, one process at a time: it expects nobody else to make its schema at the
 * same moment, and of two first starts one would end. The lock is a transaction's, since a pooler may give the next statement
 * another connection.
 *
 * @throws after a minute of waiting
 */
export async function makeJobTables(pool: Pool, logger: Logger): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  const make = () => runMigrations({ pgPool: pool, logger, noPreparedStatements: true });
  // A database with one connection has one process, and would wait for itself.
  if (pool.options.max === 1) return make();
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local idle_in_transaction_session_timeout = 0');
    // Asked again and again: a statement that waits is ended by the timeouts that hold for all.
    for (const until = Date.now() + LONGEST_MS; !(await isOurTurn(connection)); ) {
      if (Date.now() > until) throw new Error('Another process has been making the tables of jobs for a minute');
      await new Promise((again) => setTimeout(again, 100));
    }
    await make();
  } finally {
    await connection.query('rollback').then(
      () => connection.release(),
      () => connection.release(true),
    );
  }
}

async function isOurTurn(connection: PoolClient): Promise<boolean> {
  const { rows } = await connection.query(`select pg_try_advisory_xact_lock(${TURN}) as done`);
  return rows[0]?.done === true;
}
