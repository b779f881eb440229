import { type PGlite, type QueryOptions, types } from '@electric-sql/pglite';

const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE } = types;
/** Arrays of numeric, timestamp, timestamptz, interval and date (pg_type.dat). */
const ARRAYS = [1231, 1115, 1185, 1187, 1182];
/** The types that Drizzle reads from text by itself. */
const AS_TEXT = [TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE, ...ARRAYS];

/**
 * The client for Drizzle, which brings the same nine parsers with each statement. PGlite copies its table of three hundred for
 * every statement that brings some, which takes longer than a small statement itself. So its own table gets the nine, once.
 */
export function clientForDrizzle(client: PGlite): PGlite {
  const asText = (text: string) => text;
  client.parsers = { ...client.parsers, ...Object.fromEntries(AS_TEXT.map((type) => [type, asText])) };
  return Object.assign(Object.create(client), {
    query: queryOf(client),
    transaction: ((run) =>
      client.transaction((tx) =>
        run(Object.assign(Object.create(tx), { query: queryOf(tx) })),
      )) as PGlite['transaction'],
  });
}

/** `query` without the parsers that the caller brings. */
function queryOf(speaker: Pick<PGlite, 'query'>) {
  return (text: string, values?: unknown[], options?: QueryOptions) =>
    speaker.query(text, values, options && { ...options, parsers: undefined });
}
