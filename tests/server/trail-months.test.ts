// @module-tag depth
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { note } from '#server/audit/trail.ts';
import { type OpenDatabase, openInMemory } from '#server/database/open.ts';
import { rowsOf } from '#server/database/rows.ts';
import { auditTrail } from '#server/database/schema.ts';
import { databaseTemplate } from '#server/database/template.ts';
import { sweep } from '#server/sweep.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openInMemory(await databaseTemplate(fileURLToPath(new URL('../..', import.meta.url))));
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql`truncate audit_trail`);
});

const clock = () => new Date();
const run = (text: string) => rowsOf<Record<string, string>>(database.db, sql.raw(text));
const months = async () =>
  (
    await run(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_trail'::regclass order by 1`,
    )
  ).map(({ name }) => name);
const add = (at: Date, event = 'read') => note(database.db, () => at, { actor: 'customer', event });
const partOf = async () =>
  (await run('select tableoid::regclass::text as part from audit_trail')).map(({ part }) => part);
/** A month from now, as its part is named. */
const monthNamed = (ahead: number) => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return {
    name: `audit_trail_${month.toISOString().slice(0, 7).replace('-', '_')}`,
    at: new Date(+month + 5 * DAY_MS),
  };
};
/** Makes a part for a month of long ago, as it was made when it began. */
async function monthAgo(name: string, from: string, to: string): Promise<void> {
  await run(`create table ${name} (like audit_trail including defaults, primary key (id))`);
  await run(`alter table audit_trail attach partition ${name} for values from ('${from}') to ('${to}')`);
}

describe('[S22] the trail by months', () => {
  test('the next three months are there, and a line lies in its own', async () => {
    const ahead = [1, 2, 3].map((month) => monthNamed(month).name);
    expect(await months()).toEqual([...ahead, 'audit_trail_first', 'audit_trail_rest']);
    await add(clock());
    await add(monthNamed(2).at);
    expect((await partOf()).sort()).toEqual([monthNamed(2).name, 'audit_trail_first'].sort());
    await sweep(database.db, clock);
    expect(await months()).toEqual([...ahead, 'audit_trail_first', 'audit_trail_rest']);
  });

  test('a line of a clock that is years ahead is taken, and the months go on', async () => {
    await add(monthNamed(40).at);
    expect(await partOf()).toEqual(['audit_trail_rest']);
    await run(`drop table ${monthNamed(3).name}`);
    await add(monthNamed(3).at);
    await sweep(database.db, clock);
    // That month has a line elsewhere already, which stays.
    expect(await months()).not.toContain(monthNamed(3).name);
    expect(await database.db.$count(auditTrail)).toBe(2);
    await run('truncate audit_trail');
    await sweep(database.db, clock);
    expect(await months()).toContain(monthNamed(3).name);
  });

  test('a month goes as a whole once it was over for two years, and not a day before', async () => {
    const ended = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    await run('alter table audit_trail detach partition audit_trail_first');
    await monthAgo('audit_trail_old', '2001-01-01Z', '2001-02-01Z');
    await monthAgo('audit_trail_nearly', ended(760), ended(729));
    await add(new Date('2001-01-20T00:00:00Z'));
    await add(new Date(Date.now() - 740 * DAY_MS));
    expect((await partOf()).sort()).toEqual(['audit_trail_nearly', 'audit_trail_old']);
    await sweep(database.db, clock);
    expect(await months()).not.toContain('audit_trail_old');
    expect(await months()).toContain('audit_trail_nearly');
    await run('drop table audit_trail_nearly');
    await run(
      `alter table audit_trail attach partition audit_trail_first for values from (minvalue) to ('2020-01-01Z')`,
    );
  });

  test('a month stays while one of the two clocks, the database’s and the server’s, says that it is too early', async () => {
    await run('alter table audit_trail detach partition audit_trail_first');
    await monthAgo('audit_trail_old', '2001-01-01Z', '2001-02-01Z');
    await add(new Date('2001-01-20T00:00:00Z'));
    await sweep(database.db, () => new Date('2002-01-01T00:00:00Z'));
    expect(await partOf()).toEqual(['audit_trail_old']);
    await sweep(database.db, () => new Date('2090-01-01T00:00:00Z'));
    expect(await months()).not.toContain('audit_trail_old');
    await add(clock());
    await sweep(database.db, () => new Date('2090-01-01T00:00:00Z'));
    expect(await database.db.$count(auditTrail)).toBe(1);
    await run(
      `alter table audit_trail attach partition audit_trail_first for values from (minvalue) to ('2020-01-01Z')`,
    );
  });

  test('what is older than there are months is deleted line by line', async () => {
    await add(new Date('2019-01-20T00:00:00Z'));
    await add(clock());
    await sweep(database.db, clock);
    const left = await database.db.select({ at: auditTrail.at }).from(auditTrail);
    expect(left).toHaveLength(1);
  });

  test('no line of a month is changed or taken away, by the trail or by its part', async () => {
    await add(monthNamed(1).at);
    for (const table of ['audit_trail', monthNamed(1).name])
      for (const attempt of [`delete from ${table}`, `update ${table} set about = 'x'`])
        await expect(run(attempt), attempt).rejects.toMatchObject({
          cause: { message: expect.stringContaining('only ever added to') },
        });
  });
});
