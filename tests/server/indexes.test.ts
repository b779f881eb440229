// @module-tag depth
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openInMemory } from '#server/database/open.ts';
import { rowsOf } from '#server/database/rows.ts';
import { databaseTemplate } from '#server/database/template.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openInMemory(await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
  // Of an empty table the planner reads all. Without that way it says whether there is an index at all.
  await database.db.execute(sql`set enable_seqscan = off`);
}, 60_000);
afterAll(() => database.close());

/** Steps of the plan that read a whole table, with whatever they filter by. */
async function wholeReads(statement: string): Promise<string[]> {
  const lines = await rowsOf<{ 'QUERY PLAN': string }>(database.db, sql.raw(`explain ${statement}`));
  return lines.map((line) => line['QUERY PLAN']).filter((line) => /Seq Scan|Filter:/.test(line));
}

describe('at a million customers', () => {
  test('[S32] a row that others refer to is deleted without reading their tables: an index leads every reference', async () => {
    const references = await rowsOf<{ reference: string; led: boolean }>(
      database.db,
      sql`select held.conrelid::regclass || '.' || held.conname as reference,
            exists (select from pg_index one where one.indrelid = held.conrelid and one.indpred is null
              and (one.indkey::int2[])[0:array_length(held.conkey, 1) - 1] @> held.conkey) as led
          from pg_constraint held where held.contype = 'f' and held.connamespace = current_schema()::regnamespace`,
    );
    expect(references.length).toBeGreaterThan(12);
    expect(references.filter(({ led }) => !led)).toEqual([]);
  });

  test('[S32] rows are found by one reference as quickly as with ten thousand: by a hash index, which has no levels', async () => {
    const alone = await rowsOf<{ index: string; method: string }>(
      database.db,
      sql`select one.indexrelid::regclass as index, pg_am.amname as method
          from pg_index one join pg_class named on named.oid = one.indexrelid join pg_am on pg_am.oid = named.relam
          where not one.indisunique and one.indnatts = 1 and one.indpred is null and exists (
            select from pg_constraint held where held.contype = 'f' and held.conrelid = one.indrelid
              and held.conkey = (one.indkey::int2[])[0:0])`,
    );
    expect(alone.length).toBeGreaterThan(10);
    expect(alone.filter(({ method }) => method !== 'hash')).toEqual([]);
  });

  const eachCall: [string, string][] = [
    ['the token', `select from tokens where hash = '1'`],
    ['the device', `select from devices where id = '1'`],
    ['the customer', `select from customers where id = '1'`],
    ['the customer whom another row names', `select from customers where id = '1' for key share`],
    ['the customer whose line an event joins', `select claim from customers where id = '1' for no key update`],
  ];
  test.each(eachCall)(
    '[S32] %s of a call is found by a hash index too, although its key is unique',
    async (_, statement) => {
      const lines = await rowsOf<{ 'QUERY PLAN': string }>(database.db, sql.raw(`explain ${statement}`));
      expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/_by_(hash|id)/);
    },
  );

  const statements: [string, string][] = [
    ['whether a document number is taken, without its kind and country', `select id from customers where nif = '1'`],
    ['the bookings whose time is over', `select id from customers where erased < now()`],
    [
      'the accounts whose photos are over',
      `select id from customers where claim <> 'yes' and email_verified is not null and erased is null and photos_over is null and created < now()`,
    ],
    ['the line that says a person was erased', `select from audit_trail where event = 'erased' and customer_id = '1'`],
    ['the lines of the trail after one', 'select * from audit_trail where id > 7 order by id limit 100'],
    ['what a customer did last', `select * from audit_trail where customer_id = '1' order by id desc limit 50`],
    [
      'the refunds of one policy, of a customer with forty',
      `select from refunds where customer_id = '1' and policy_id = '2'`,
    ],
    ['the registration that made a customer', `select from commands where customer_id = '1'`],
    [
      'the mails that are due',
      `select id from mail_queue where state = 'waiting' and due < now() order by due limit 4`,
    ],
    [
      'the held files that are due, those first at which nobody has looked yet',
      `select id from files where state = 'held' and coalesce(due, '-infinity') <= now() order by coalesce(due, '-infinity') limit 1`,
    ],
    ...['mail_queue', 'outgoing_events'].flatMap((table): [string, string][] => [
      [`how many of ${table} wait`, `select 1 from ${table} where state = 'waiting' limit 10000`],
      [`since when ${table} waits`, `select min(created) from ${table} where state = 'waiting'`],
    ]),
    ['how many files wait', `select 1 from files where state = 'held' limit 10000`],
    ['since when files wait', `select min(created) from files where state = 'held'`],
    ['since when a push waits', `select min(expires) from push_queue`],
    ['the mails of a customer', `select from mail_queue where customer_id = '1'`],
  ];
  test.each(statements)('[S32] an index finds %s', async (_, statement) => {
    expect(await wholeReads(statement)).toEqual([]);
  });
});
