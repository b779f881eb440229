import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { isOutage, isOvertaken, Overtaken } from '#server/database/outage.ts';
import { SteadyPool } from '#server/database/postgres.ts';

/** A refusal by PostgreSQL, as the driver throws it. */
const refusal = (code: string) => Object.assign(new Error('refused'), { code });

/** A pool of node-postgres with one connection, on which the given statements fail. */
function lending(fails: Record<string, Error>) {
  const [released, statements]: [unknown[], string[]] = [[], []];
  const client = Object.assign(new EventEmitter(), {
    release: (broken?: boolean) => released.push(broken),
    async query(query: string | { text: string }) {
      const text = typeof query === 'string' ? query : query.text;
      statements.push(text);
      if (fails[text]) throw fails[text];
      return { rows: [] };
    },
  });
  const pool = Object.assign(new EventEmitter(), { connect: async () => client, end: async () => {} });
  const steady = new SteadyPool(pool as unknown as Pool);
  pool.emit('connect', client);
  return { client, pool, steady, released, statements, db: drizzle(steady as unknown as Pool) };
}

const failureOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);
const statement = sql.raw('update x');

describe('[F31] connections to PostgreSQL', () => {
  test('a connection that breaks while borrowed or idle does not end the process', () => {
    const { client, pool } = lending({});
    expect(client.emit('error', new Error('terminated'))).toBe(true);
    expect(pool.emit('error', new Error('terminated'))).toBe(true);
  });

  test('a connection whose transaction could not begin is returned and closed', async () => {
    const { db, released } = lending({ begin: refusal('57P01') });
    expect(isOutage(await failureOf(db.transaction(async () => {})))).toBe(true);
    expect(released).toEqual([true]);
  });

  test('a connection that times out in a transaction is closed at once and not used again', async () => {
    const { db, released, statements } = lending({ 'update x': new Error('Query read timeout') });
    const failure = await failureOf(db.transaction(async (tx) => void (await tx.execute(statement))));
    expect(isOutage(failure)).toBe(true);
    expect(statements).toEqual(['begin', 'update x']);
    expect(released).toEqual([true]);
  });

  test('[F44] a connection to a machine that was the primary and follows now is closed at once and not used again', async () => {
    const { db, released, statements } = lending({ 'update x': refusal('25006') });
    const failure = await failureOf(db.transaction(async (tx) => void (await tx.execute(statement))));
    expect(isOutage(failure)).toBe(true);
    expect(statements).toEqual(['begin', 'update x']);
    expect(released).toEqual([true]);
  });

  test('a connection whose statement was refused is rolled back and used again', async () => {
    const { db, released, statements } = lending({ 'update x': refusal('23505') });
    const failure = await failureOf(db.transaction(async (tx) => void (await tx.execute(statement))));
    expect(isOutage(failure)).toBe(false);
    expect(statements).toEqual(['begin', 'update x', 'rollback']);
    expect(released).toEqual([false]);
  });
});

test('[F43] connections of a server that a newer release overtook: a transaction under way may end, and no other begins', async () => {
  const { db, steady, statements } = lending({});
  await db.transaction(async (tx) => {
    steady.refuse(new Overtaken('a newer release'));
    await tx.execute(statement);
  });
  expect(statements).toEqual(['begin', 'update x', 'commit']);
  for (const work of [db.execute(statement), db.transaction(async () => {})]) {
    const failure = await failureOf(work);
    expect([isOvertaken(failure), isOutage(failure)]).toEqual([true, true]);
  }
  expect(statements).toHaveLength(3);
});

describe('[F32] errors that count as an outage', () => {
  test.each([
    ['the server is shutting down', '57P01', true],
    ['a statement over its time', '57014', true],
    ['a lock that was not had in time', '55P03', true],
    ['too many connections', '53300', true],
    ['a deadlock', '40P01', true],
    ['a write at a machine that was the primary', '25006', true],
    ['a row that is there already', '23505', false],
    ['a statement of ours that is wrong', '42601', false],
    ['an error of the system, which is no answer of the database', 'EPIPE', false],
  ])('%s, %s: an outage %s', (_, code, outage) => {
    expect(isOutage(new Error('query', { cause: refusal(code) }))).toBe(outage);
  });
});
