// @module-tag depth
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOneOf } from '#server/database/one-of.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { attempts } from '#server/database/schema.ts';
import { inMemory } from './test-app.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await inMemory();
}, 60_000);
afterAll(() => database.close());

test('[S40] a condition takes a list that is longer than the parameters a statement may have', async () => {
  const rows = ['a', 'b'].map((bucket) => ({ bucket, count: 0, last: new Date(0), blockedUntil: null }));
  await database.db.insert(attempts).values(rows);
  const wanted = ['a', '"b", {}', ...Array.from({ length: 70_000 }, (_, at) => `none-${at}`)];
  const found = await database.db.select().from(attempts).where(isOneOf(attempts.bucket, wanted));
  expect(found.map(({ bucket }) => bucket)).toEqual(['a']);
});
