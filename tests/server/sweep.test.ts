// @module-tag depth
import { randomBytes } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { composeServer } from '#server/compose.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { rowsOf, STEP_ROWS } from '#server/database/rows.ts';
import {
  auditTrail,
  customers,
  devices,
  insurerReports,
  looseFiles,
  pushSubscriptions,
  recoveries,
  tokens,
  usedAddresses,
} from '#server/database/schema.ts';
import { readSettings } from '#server/settings.ts';
import { stepOf, sweep, sweeps } from '#server/sweep.ts';
import { openBucket } from './bucket.ts';
import { createTestApp, inMemory, ORIGIN, type TestApp, unasked } from './test-app.ts';

let now = Date.parse('2026-11-24T10:00:00Z');
const clock = () => new Date(now);
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock, seed: ['costarica@demo.test', 'dominicana@demo.test'] });
}, 60_000);
afterAll(() => server.close());
afterEach(async () => {
  await server.db.execute(sql`drop function if exists disturb cascade`);
});

/** Runs the text at each statement that deletes from the table; `gone` are its rows. */
async function atEachDelete(table: string, text: string): Promise<void> {
  await server.db.execute(
    sql.raw(`create function disturb() returns trigger language plpgsql as $$ begin ${text}; return null; end $$`),
  );
  await server.db.execute(
    sql.raw(
      `create trigger disturb after delete on ${table} referencing old table as gone for each statement execute function disturb()`,
    ),
  );
}

/** A round of a process on a database of another machine, whose clock shows so many days too much. */
async function round(database: OpenDatabase, days: number): Promise<void> {
  const failures: unknown[] = [];
  const { work } = await composeServer(
    { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
    {
      machine: { ...thisMachine, clock: () => Date.now() + days * DAY_MS },
      log: (line) => failures.push(line),
      open: async () => database,
      jobs: unasked,
    },
  );
  await work.sweep();
  expect(failures).toEqual([]);
}

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
/** An account that nobody confirmed. */
const unconfirmed = (id: string) => ({
  ...{ id, nif: id, email: `${id}@demo.test`, demo: false, claim: 'no' as const, nombre: '', residenciaFiscal: '' },
  ...{ documentKind: '', documentCountry: '', personal: {}, password: '' },
});

test.each([
  ['0', 0],
  ['1', 2],
])(
  '[F17] [D88] a server that begins sweeps bucket and accounts, and a quiet copy (%s) leaves what the original may have',
  async (quiet, left) => {
    const database = await inMemory();
    const { db } = database;
    await db.insert(customers).values({ ...unconfirmed('q'), created: ago(1_000), expiryTold: ago(900) });
    await db.insert(looseFiles).values({ id: 'left-by-a-crash', since: new Date(0) });
    let isTidied = false;
    const tidy = async () => {
      isTidied = true;
    };
    const bucket = await openBucket();
    onTestFinished(bucket.close);
    const settings = readSettings({
      ...bucket.access,
      AMPARO_FILES: bucket.address,
      AMPARO_FILES_KEY: randomBytes(32).toString('base64'),
      AMPARO_ADDRESS: ORIGIN,
      AMPARO_QUIET: quiet,
    });
    const failures: string[] = [];
    const composed = await composeServer(
      { ...settings, demo: false },
      {
        machine: thisMachine,
        log: (line) => void failures.push(line),
        open: async () => ({ ...database, tidy }),
        jobs: unasked,
      },
    );
    composed.begin();
    await expect.poll(() => isTidied).toBe(true);
    if (left > 0) await new Promise((later) => setTimeout(later, 1_500));
    const there = async () => (await db.$count(customers)) + (await db.$count(looseFiles));
    await expect.poll(there, { timeout: 20_000 }).toBe(left);
    expect(failures).toEqual([]);
    await composed.close();
  },
);

test('every table that is swept is named here, with how long its rows stay: a row that went would be missed by nobody', () => {
  const days = (life = 0) => Math.round((life / DAY_MS) * 100) / 100;
  expect(sweeps.map(({ table, life }) => `${getTableName(table)} ${days(life)}`)).toEqual([
    'tokens 0',
    'ended_tokens 0',
    'renewals 0',
    'devices 91',
    'recoveries 0',
    'relays 0',
    'mail_codes 0',
    'used_addresses 0.04',
    'used_questions 0.04',
    'insurer_reports 90',
    'audit_trail 730',
    'customers 3650',
    'installations 365',
    'attempts 1',
    'attempts 730',
  ]);
});

describe('the sweep', () => {
  test('[F61] deletes in steps, so that a table of any size ends within the limit of a statement', async () => {
    const many = 2 * STEP_ROWS + 7;
    await server.db.execute(sql`create table if not exists steps (rows int)`);
    await atEachDelete('used_addresses', 'insert into steps select count(*) from gone');
    await server.db.execute(
      sql`insert into ${usedAddresses} (nonce, expires)
          select 'n' || one, ${clock().toISOString()}::timestamptz - interval '2 hours' from generate_series(1, ${many}) one`,
    );
    await server.db.insert(usedAddresses).values({ nonce: 'good', expires: new Date(now + DAY_MS) });
    await sweep(server.db, clock);
    const steps = await rowsOf<{ rows: number }>(server.db, sql`select rows from steps`);
    expect(steps.map(({ rows }) => rows)).toEqual([STEP_ROWS, STEP_ROWS, 7]);
    expect(await server.db.select().from(usedAddresses)).toMatchObject([{ nonce: 'good' }]);
    await server.db.execute(sql`drop table steps`);
  });

  test('[F61] goes on with the other tables when one cannot be swept, and names that one', async () => {
    const who = await server.signIn('dominicana@demo.test');
    const over = new Date(now - DAY_MS);
    await atEachDelete('used_addresses', `raise 'this table is broken'`);
    await server.db.insert(usedAddresses).values({ nonce: 'over', expires: over });
    // Before it in the order, and behind it.
    await server.db.update(tokens).set({ expires: over });
    await server.db.insert(recoveries).values({ hash: 'over', customerId: who.id, expires: over });
    const failed: [string, unknown][] = [];
    await sweep(server.db, clock, (error, table) => void failed.push([table, error]));
    expect(failed).toEqual([['used_addresses', expect.any(Error)]]);
    const left = [tokens, recoveries].map((table) => server.db.$count(table));
    expect(await Promise.all(left)).toEqual([0, 0]);
  });

  test('[F61] forgets a device, and its push subscription with it, when nobody used it for as long as tokens live', async () => {
    const { id } = await server.signIn('costarica@demo.test');
    const [device] = await server.db.select().from(devices).where(sql`customer_id = ${id}`);
    const deviceId = device?.id ?? '';
    const subscription = { endpoint: 'https://push.test/1', p256dh: '', auth: '', created: clock() };
    await server.db.insert(pushSubscriptions).values({ deviceId, ...subscription });
    const counts = async () => [
      await server.db.$count(devices, sql`id = ${deviceId}`),
      await server.db.$count(pushSubscriptions),
    ];
    now += 90 * DAY_MS;
    await sweep(server.db, clock);
    expect(await counts()).toEqual([1, 1]);
    now += 2 * DAY_MS;
    // One that was not noted as used has a good token all the same.
    const token = { hash: 'good', deviceId, kind: 'send' as const, expires: new Date(now + DAY_MS) };
    await server.db.insert(tokens).values(token);
    await sweep(server.db, clock);
    expect(await counts()).toEqual([1, 1]);
    now += 2 * DAY_MS;
    await sweep(server.db, clock);
    expect(await counts()).toEqual([0, 0]);
  });

  test.each(sweeps.map((one) => [getTableName(one.table), one] as const))(
    '[F61] reads none of %s that is not due',
    async (_, one) => {
      await server.db.execute(sql`set enable_seqscan = off`);
      const plan = await rowsOf<{ 'QUERY PLAN': string }>(server.db, sql`explain ${stepOf(one, clock())}`);
      await server.db.execute(sql`reset enable_seqscan`);
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).not.toContain('Seq Scan');
      // Where the index is missing, the plan reads another from end to end.
      expect(text).toMatch(new RegExp(`Index Cond: \\(+${one.column.name} <`));
      // What the index finds and is not meant would be read again by every step. The second part of the plan finds by place.
      // An index of these rows alone has the condition itself; that of a row that is locked is looked at again.
      const own = /(using attempts_(?:forgotten|kept) on .*\n.*\n) *Filter: .*/;
      expect(text.replace(own, '$1').split(/^ {2}->/m)[0]).not.toMatch(/Cond: .*\n *Filter: /);
    },
  );

  test('[F60] takes away nothing for its age that one of the two clocks, the process’s and the database’s, finds too young', async () => {
    const database = await inMemory();
    const { db } = database;
    await db.insert(insurerReports).values([
      { id: 'yesterday', digest: '', received: ago(1) },
      { id: 'over', digest: '', received: ago(91) },
    ]);
    // Told of its end, and confirmed by nobody.
    await db.insert(customers).values({ ...unconfirmed('p'), created: ago(25), expiryTold: ago(2) });
    const left = async () => [
      ...(await db.select({ id: insurerReports.id }).from(insurerReports).orderBy(insurerReports.id)).map(
        ({ id }) => id,
      ),
      ...(await db.select({ id: customers.id }).from(customers)).map(({ id }) => id),
    ];
    await round(database, -90);
    expect(await left()).toEqual(['over', 'yesterday', 'p']);
    await round(database, 90);
    expect(await left()).toEqual(['yesterday', 'p']);
    await database.close();
  });

  test('[F60] [S22] keeps the line of an erasure by a process whose clock is years behind', async () => {
    const database = await inMemory();
    const { db } = database;
    const long = { created: ago(1_000), expiryTold: ago(900) };
    await db.insert(customers).values({ ...unconfirmed('q'), ...long });
    for (const days of [-762, 0]) await round(database, days);
    expect(await db.$count(customers)).toBe(0);
    const lines = await db.select().from(auditTrail);
    expect(lines.map(({ event, at }) => [event, at > ago(1)])).toEqual([['erased', true]]);
    await database.close();
  });
});
