import type { Client, Pool, PoolClient } from 'pg';
import { DatabaseUnavailable, type Overtaken, sqlStateOf } from './outage.ts';

/** How long the database may take, in milliseconds. */
export const patience = {
  /** For a connection, one that is free or a new one. */
  connect: 3_000,
  /** For the answer to one statement: longer than PostgreSQL's own limit, since a frozen database enforces none. */
  answer: 6_000,
};

/** How many connections there are, how many of them do nothing, and how many callers wait for one. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

type Query = (...query: Parameters<Client['query']>) => Promise<unknown>;
interface Borrowed {
  query: Query;
  release(): void;
}

/**
 * A pool that survives an outage of its database. node-postgres gives a borrowed connection no error listener, so a
 * connection closed during a transaction would end the process. Drizzle never returns a connection whose `begin` failed, and
 * returns one that timed out. Here a failed connection is closed at once and never reused.
 */
export class SteadyPool {
  readonly #pool: Pool;
  #overtaken: Overtaken | null = null;
  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  query: Query = async (...query) => {
    const borrowed = await this.connect();
    try {
      return await borrowed.query(...query);
    } finally {
      borrowed.release();
    }
  };

  /** From now on nothing is asked of the database; a transaction under way may end. */
  refuse(why: Overtaken): void {
    this.#overtaken = why;
  }

  get isRefusing(): boolean {
    return this.#overtaken !== null;
  }

  async connect(): Promise<Borrowed> {
    if (this.#overtaken) throw this.#overtaken;
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable('no connection', { cause });
    });
    return borrow(client);
  }

  state = (): PoolState => {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  };

  end = (): Promise<void> => this.#pool.end();
}

function borrow(client: PoolClient): Borrowed {
  let held = true;
  const release = (broken: boolean) => {
    if (held) client.release(broken);
    held = false;
  };
  return {
    release: () => release(false),
    async query(...query) {
      if (!held) throw new DatabaseUnavailable('the connection was lost');
      try {
        return await (client.query as Query)(...query);
      } catch (error) {
        if (isAnswer(error) && !isBegin(query[0])) throw error;
        release(true);
        throw new DatabaseUnavailable('the connection failed', { cause: error });
      }
    },
  };
}

/**
 * An error that PostgreSQL answered, after which the connection goes on; every other one ends the connection. So does 25006:
 * it leads to a machine that was the primary and follows now.
 */
function isAnswer(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== null && (state === '57014' || !/^(08|57)|^25P03$|^25006$/.test(state));
}

const isBegin = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'text' in query && query.text === 'begin';
