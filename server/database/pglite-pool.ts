import { EventEmitter } from 'node:events';
import type { ParserOptions, PGlite, Transaction } from '@electric-sql/pglite';
import type { Pool } from 'pg';

interface Answer {
  rows: unknown[];
  rowCount: number;
}
type Query = string | { text: string; values?: unknown[] };

/**
 * Makes PGlite look like a PostgreSQL pool to graphile-worker. All its connections share PGlite's only one; a transaction
 * has it exclusively. Notifications are passed on as node-postgres does.
 *
 * @param parsers of the types that it reads and the client keeps as text
 */
export function pglitePool(client: PGlite, parsers: ParserOptions): Pool {
  const pool = new EventEmitter();
  // The library warns about a pool without these listeners; nothing here emits either event.
  for (const name of ['error', 'connect']) pool.on(name, () => {});
  const connect = () => connectionTo(client, parsers);
  return Object.assign(pool, {
    options: { max: 1 },
    connect(done?: (error: null, connection: ReturnType<typeof connect>, release: () => void) => void) {
      const connection = connect();
      if (!done) return Promise.resolve(connection);
      done(null, connection, connection.release);
    },
    async query(query: Query, values?: unknown[]) {
      const connection = connect();
      return connection.query(query, values);
    },
    end: async () => {},
  }) as unknown as Pool;
}

function connectionTo(client: PGlite, parsers: ParserOptions) {
  const connection = new EventEmitter();
  const listening: (() => Promise<void>)[] = [];
  let open: OpenTransaction | null = null;

  async function query(query: Query, given?: unknown[]): Promise<Answer> {
    const text = typeof query === 'string' ? query : query.text;
    const values = given ?? (typeof query === 'string' ? [] : (query.values ?? []));
    const channels = [...text.matchAll(/\bLISTEN ("[^"]+")/g)].map(([, channel = '']) => channel);
    if (/^UNLISTEN /.test(text)) return nothing(quiet());
    if (/^LISTEN /.test(text)) return nothing(listen(channels));
    if (/^begin\b/i.test(text)) {
      open = await begin(client);
      return empty;
    }
    if (/^(commit|rollback)\b(?! to)/i.test(text)) {
      const ending = open;
      open = null;
      await ending?.end(/^commit/i.test(text));
      return empty;
    }
    const speaker = open?.tx ?? client;
    if (values.length > 0) return counted(await speaker.query(text, values, { parsers }));
    return counted((await speaker.exec(text, { parsers })).at(-1));
  }

  const listen = async (channels: readonly string[]) => {
    for (const channel of channels) {
      const tell = (payload: string) => connection.emit('notification', { channel: channel.slice(1, -1), payload });
      listening.push(await client.listen(channel, tell));
    }
  };
  const quiet = async () => {
    for (const end of listening.splice(0)) await end();
  };
  // A connection that is given back in the middle of a transaction is closed by a pool.
  const release = () => {
    void open?.end(false);
    void quiet();
  };
  return Object.assign(connection, { query, release });
}

interface OpenTransaction {
  tx: Transaction;
  end(commit: boolean): Promise<void>;
}

/** PGlite's transaction is a function that runs; here it runs until `end` is called. */
function begin(client: PGlite): Promise<OpenTransaction> {
  return new Promise((begun, refused) => {
    const done = client.transaction(
      (tx) =>
        new Promise<void>((leave) => {
          begun({
            tx,
            async end(commit) {
              if (!commit) await tx.rollback();
              leave();
              await done;
            },
          });
        }),
    );
    done.catch(refused);
  });
}

const empty: Answer = { rows: [], rowCount: 0 };

const nothing = async (work: Promise<void>): Promise<Answer> => {
  await work;
  return empty;
};

const counted = (answer?: { rows: unknown[]; affectedRows?: number }): Answer => ({
  rows: answer?.rows ?? [],
  rowCount: answer?.affectedRows || (answer?.rows.length ?? 0),
});
