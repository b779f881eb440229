import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/database/open.ts';
import { rowsOf } from '#server/database/rows.ts';
import { knowStatements } from './known-statements.ts';
import { inMemory } from './test-app.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = knowStatements(await inMemory());
}, 60_000);
afterAll(() => database.close());

const numbers = (from: number) =>
  rowsOf<{ n: number; name: string }>(
    database.db,
    sql`select n, ${'ñ'}::text as name from generate_series(${from}::int, 3) n`,
  );

test('a statement that the database of tests knows takes the values of each time', async () => {
  expect(await numbers(2)).toEqual([2, 3].map((n) => ({ n, name: 'ñ' })));
  expect(await numbers(3)).toEqual([{ n: 3, name: 'ñ' }]);
  expect(await numbers(4)).toEqual([]);
});

test('a statement that fails is told each time, and works again with good values, also in a transaction', async () => {
  const half = (by: number) =>
    database.db.transaction((tx) => rowsOf<{ n: number }>(tx, sql`select 4 / ${by}::int as n`));
  expect(await half(2)).toEqual([{ n: 2 }]);
  for (const _ of [1, 2]) await expect(half(0)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(await half(4)).toEqual([{ n: 1 }]);
});

test('a statement is read anew once a table has changed', async () => {
  const all = () => rowsOf(database.db, sql`select * from changing`);
  await database.db.execute(sql`create table changing (a int)`);
  await database.db.execute(sql`insert into changing values (1)`);
  expect(await all()).toEqual([{ a: 1 }]);
  await database.db.execute(sql`alter table changing add b text default 'x'`);
  expect(await all()).toEqual([{ a: 1, b: 'x' }]);
  await database.db.execute(sql`drop table changing`);
  await expect(all()).rejects.toMatchObject({ cause: { code: '42P01' } });
});

test('a statement is read once, however often it is asked', async () => {
  const often = (n: number) => rowsOf<{ n: number }>(database.db, sql`select ${n}::int as n, 'often' as often`);
  for (const n of [1, 2, 3]) expect(await often(n)).toMatchObject([{ n }]);
  const read = sql`select statement from pg_prepared_statements where statement like 'select $1::int as n, ''often''%'`;
  expect(await rowsOf(database.db, read)).toHaveLength(1);
});

test('the database keeps nothing of what was read before a table changed', async () => {
  await numbers(3);
  const kept = sql`select 1 from pg_prepared_statements where statement like 'select n, %'`;
  expect(await rowsOf(database.db, kept)).toHaveLength(1);
  await database.db.execute(sql`create table another (a int)`);
  expect(await rowsOf(database.db, kept)).toEqual([]);
  await database.db.execute(sql`drop table another`);
});
