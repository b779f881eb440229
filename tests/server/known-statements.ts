import type { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '#server/database/open.ts';

type Ask = PGlite['execProtocolStream'];
type Answer = Awaited<ReturnType<Ask>>;

/** A statement that the database has read under a name, and what it said of its parameters and columns. */
interface Known {
  text: string;
  name: Uint8Array;
  described: Answer | null;
}

/** The kinds of message in which a client asks, each by its first byte (PostgreSQL, Frontend/Backend Protocol). */
const code = (letter: string) => letter.charCodeAt(0);
const [PARSE, DESCRIBE, BIND, EXECUTE, SYNC, QUERY] = [...'PDBESQ'].map(code);
/** The first byte and the length. */
const HEAD = 5;
const DEALLOCATE = queryOf('deallocate all');
/** A plan takes some ten kilobytes, and lists of many lengths make many statements. */
const MOST_KNOWN = 2_000;
/** After any other statement, tables may be others than those for which was planned. */
const LEAVES_TABLES =
  /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|vacuum|checkpoint|set|lock|listen)\b/i;

const served = new WeakSet<PGlite>();

/**
 * Lets a database of tests read and plan each statement once. PGlite reads and plans it each time, in five steps, which is most of
 * a small statement's time; under a name two steps are left. What is sent, and what comes of it, stays the same.
 */
export function knowStatements(open: OpenDatabase): OpenDatabase {
  const { $client } = open.db as unknown as { $client: PGlite };
  // Drizzle has an object in front of it, which brings its own `query`.
  const client: PGlite = Object.getPrototypeOf($client);
  if (served.has(client)) return open;
  served.add(client);
  const ask: Ask = client.execProtocolStream.bind(client);
  client.execProtocolStream = asksByName(ask);
  return open;
}

function asksByName(ask: Ask): Ask {
  const known = new Map<string, Known>();
  let names = 0;
  let current: Known | null = null;
  let bound: Uint8Array | null = null;

  /** What the database holds under a name stays until it is told, and each change of a table looks at all of it. */
  const forget = async (options: Parameters<Ask>[1]) => {
    if (known.size === 0) return;
    known.clear();
    await ask(DEALLOCATE, options);
  };
  const parse: Ask = async (message, options) => {
    current = null;
    const text = textAt(message, HEAD + 1);
    const isKnowable = LEAVES_TABLES.test(text) && isPlain(message);
    if (!LEAVES_TABLES.test(text) || known.size === MOST_KNOWN) await forget(options);
    if (isKnowable) current = known.get(text) ?? null;
    if (current) return [];
    if (!isKnowable) return ask(message, options);
    names += 1;
    current = { text, name: new TextEncoder().encode(`known_${names}`), described: null };
    return ask(named(message, HEAD, current.name), options);
  };
  const describe = async (statement: Known, ...[message, options]: Parameters<Ask>) => {
    if (!statement.described) {
      statement.described = await ask(named(message, HEAD + 1, statement.name), options);
      known.set(statement.text, statement);
    }
    // What is bound has the columns of its statement.
    const ofStatement = message[HEAD] === code('S');
    return ofStatement
      ? statement.described
      : statement.described.filter(({ name }) => name !== 'parameterDescription');
  };
  const execute = async (statement: Known, values: Uint8Array, ...[message, options]: Parameters<Ask>) => {
    try {
      return await ask(Buffer.concat([values, message]), options);
    } catch (error) {
      known.delete(statement.text);
      throw error;
    }
  };

  return async (message, options) => {
    const kind = message[0];
    if (kind === PARSE) return parse(message, options);
    if (kind === QUERY && !LEAVES_TABLES.test(textAt(message, HEAD))) await forget(options);
    if (!current) return ask(message, options);
    if (kind === DESCRIBE) return describe(current, message, options);
    if (kind === BIND) {
      bound = named(message, HEAD + 1, current.name);
      return [];
    }
    if (kind === EXECUTE && bound) {
      const values = bound;
      bound = null;
      return execute(current, values, message, options);
    }
    if (kind === SYNC) current = null;
    return ask(message, options);
  };
}

function queryOf(text: string): Uint8Array {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`, 'latin1');
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

/** Whether a Parse has neither a name nor types of its own. */
const isPlain = (message: Uint8Array) => message[HEAD] === 0 && message.at(-1) === 0 && message.at(-2) === 0;

const textAt = ({ buffer, byteOffset, length }: Uint8Array, from: number) => {
  const bytes = Buffer.from(buffer, byteOffset, length);
  return bytes.toString('latin1', from, bytes.indexOf(0, from));
};

/** The message with a name at the place where its empty one ends. */
function named(message: Uint8Array, at: number, name: Uint8Array): Uint8Array {
  const made = Buffer.concat([message.subarray(0, at), name, message.subarray(at)]);
  made.writeInt32BE(made.length - 1, 1);
  return made;
}
