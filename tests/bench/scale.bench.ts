import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, gt, sql } from 'drizzle-orm';
import pg from 'pg';
import { openDatabase } from '#server/database/open.ts';
import { customers, devices, outgoingEvents, refunds } from '#server/database/schema.ts';
import { erasePerson } from '#server/person/erase.ts';
import { sweep } from '#server/sweep.ts';
import { createCluster, postgresBin } from '../process/cluster.ts';
import { pdf, refundFields, send } from '../server/requests.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { median, type Row } from './harness/measure.ts';
import { fill, furthestMonth, growing, monthsAgo } from './scale/fill.ts';
import { explaining, lengthOf, type Ran, ranSince } from './scale/plans.ts';

/** Customers at each look; `AMPARO_SCALE=100000` leaves out what is larger. */
const SIZES = [10_000, 100_000, 1_000_000].filter((size) => size <= Number(process.env.AMPARO_SCALE ?? 1_000_000));
const EMAIL = 'costarica@demo.test';
/** Each call is made so often; the first ones fill the caches. */
const TIMES = 25;
const WARM = 5;
/** The most that a call may cost at the largest size, to the smallest. */
const MOST = 1.2;

/** Whom the next call is about that can be made once for each person. */
let person = 0;

interface Cost {
  ms: number;
  pages: number;
  /** Those of the pages that were not in the database's memory. */
  fetched: number;
  /** Tables that grow and were read whole. */
  scanned: string[];
}

/** What calls cost the database with ten thousand, a hundred thousand and a million customers, by the plans that really ran. */
export default async function scale(): Promise<Row[]> {
  if (!postgresBin) {
    console.log('PostgreSQL is not installed: nothing is measured (Debian: apt-get install postgresql)');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'amparo-scale-'));
  const log = join(folder, 'postgres.log');
  const cluster = await createCluster({
    settings: [
      ...explaining,
      // A quarter of a machine of 16 GB, as PostgreSQL's manual advises (section 20.4). It is taken as it fills.
      'shared_buffers=4GB',
      'maintenance_work_mem=512MB',
      'max_wal_size=8GB',
      'synchronous_commit=off',
    ],
    log,
  });
  const client = new pg.Client({ connectionString: cluster.url });
  const rows: Row[] = [];
  try {
    await client.connect();
    const costs = new Map<number, Map<string, Cost>>();
    let made = 0;
    for (const size of SIZES) {
      const began = performance.now();
      made = await fillTo(client, cluster.url, made, size);
      const seconds = (performance.now() - began) / 1000;
      rows.push(
        { name: `${size} customers: made within`, figure: seconds, unit: 's' },
        ...(await bytesAt(client, size)),
      );
      await explain(client, true);
      costs.set(size, await costsOf(client, cluster.url, log));
      await explain(client, false);
      rows.push(await newIndex(client, size));
    }
    rows.push(...compared(costs));
    return rows;
  } finally {
    await client.end();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether connections that begin from now on have their plans written down. */
const explain = (client: pg.Client, on: boolean) =>
  client.query(`alter role amparo set auto_explain.log_min_duration = ${on ? 0 : -1}`);

async function fillTo(client: pg.Client, url: string, made: number, size: number): Promise<number> {
  if (made === 0) {
    const app = await appOn(url);
    await app.close();
    await client.query(monthsAgo);
  }
  await client.query('set statement_timeout = 0');
  const { rows } = await client.query('select password from customers where email = $1', [EMAIL]);
  const STEP = 50_000;
  for (let from = made + 1; from <= size; from += STEP) {
    await client.query(fill(from, Math.min(size, from + STEP - 1), rows[0].password));
  }
  await client.query('vacuum analyze');
  return size;
}

const appOn = async (url: string, insurer = 'http://127.0.0.1:9/'): Promise<TestApp> =>
  createTestApp({
    seed: [EMAIL],
    database: await openDatabase({ databaseUrl: url, folder: '' }),
    receiver: { url: insurer, keys: [Buffer.alloc(32, 7)] },
  });

/** The insurer's system, which takes every event. */
async function openInsurer() {
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => answer.end());
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** Each call's cost at the size that is there. */
async function costsOf(client: pg.Client, url: string, log: string): Promise<Map<string, Cost>> {
  const insurer = await openInsurer();
  const app = await appOn(url, insurer.url);
  const { db } = app;
  const began = new Date();
  try {
    let who = await app.signIn(EMAIL);
    let leaving: typeof customers.$inferSelect | undefined;
    const expect = async (asked: Promise<{ status: number }>, wanted = 200) => {
      const { status } = await asked;
      if (status !== wanted) throw new Error(`expected ${wanted}, got ${status}`);
    };
    const world = { clock: () => new Date(), uuid: () => crypto.randomUUID() };
    const calls: Record<string, () => Promise<unknown>> = {
      'a sign-in': async () => void (await app.signIn(EMAIL)),
      'a document number looked up': () => expect(send(app.app, 'checkNif', { fields: { nif: '0000009999' } }), 409),
      'the list of refunds': () =>
        expect(send(app.app, 'refunds', { fields: { idUsuario: who.id, poliza: '520021' } }, who.headers)),
      'the list of tickets': () => expect(send(app.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers)),
      'the personal information': () =>
        expect(send(app.app, 'personalInformation', { fields: { id: who.id } }, who.headers)),
      'a refund with two papers': () =>
        expect(
          send(
            app.app,
            'createRefund',
            {
              fields: refundFields(who, '520021'),
              files: { documentoHistoriaClinica: pdf('h.pdf'), documentoFactura: pdf('f.pdf') },
            },
            { ...who.headers, 'Idempotency-Key': crypto.randomUUID() },
          ),
        ),
      'the sweeps, with nothing due': () => sweep(db, () => new Date(Date.now() - 400 * 86_400_000)),
      'the next month of the trail': async () => {
        await client.query(`drop table ${furthestMonth}`);
        await db.execute(sql`select keep_trail_months(now())`);
      },
      'the outgoing queue, one event due': () => app.deliver(),
      'erasing a person': async () => {
        if (!leaving) throw new Error('nobody is there to erase');
        await erasePerson(db, world, leaving);
      },
    };
    /** What has to be so before a call, and costs it nothing. */
    const before: Record<string, () => Promise<unknown>> = {
      'the outgoing queue, one event due': () => {
        person += 1;
        return db
          .update(outgoingEvents)
          .set({ due: new Date() })
          .where(eq(outgoingEvents.id, `e-escala-${numbered(person * 100)}`));
      },
      'erasing a person': async () => {
        person += 1;
        [leaving] = await db
          .select()
          .from(customers)
          .where(eq(customers.id, `escala-${numbered(person * 7 + 1)}`));
      },
    };
    const costs = new Map<string, Cost>();
    for (const [name, call] of Object.entries(calls)) {
      // Filling a database takes longer than a token lasts, and many sign-ins end the first.
      who = await app.signIn(EMAIL);
      costs.set(name, await costOf(call, app, log, before[name]));
    }
    return costs;
  } finally {
    // The next look finds the customer as this one did.
    await db.delete(refunds).where(gt(refunds.created, began));
    await db.delete(devices).where(gt(devices.created, began));
    await app.close();
    insurer.close();
  }
}

const numbered = (n: number) => String(n).padStart(9, '0');

async function costOf(
  call: () => Promise<unknown>,
  app: TestApp,
  log: string,
  before: () => Promise<unknown> = async () => {},
): Promise<Cost> {
  const each: Ran[][] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await before();
    // A connection writes its line when the statement is over, which may be a moment after the answer.
    await pause(20);
    const from = lengthOf(log);
    await call();
    await app.settled();
    await pause(20);
    each.push(ranSince(log, from));
  }
  const measured = each.slice(WARM);
  const sum = (of: 'ms' | 'pages' | 'fetched') =>
    median(measured.map((all) => all.reduce((total, one) => total + one[of], 0)));
  const scanned = measured.flat().flatMap((one) => one.scanned.filter(grows));
  return { ms: sum('ms'), pages: sum('pages'), fetched: sum('fetched'), scanned: [...new Set(scanned)] };
}

/** Whether it is one of the tables that grow, or a month of one. */
const grows = (table: string): boolean =>
  growing.some((one) => one === table || (one === 'audit_trail' && table.startsWith(`${one}_`)));

/** The costs at the largest size, to those at the smallest. */
function compared(costs: ReadonlyMap<number, ReadonlyMap<string, Cost>>): Row[] {
  const sizes = [...costs.keys()];
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)];
  return [...(costs.get(largest) ?? [])].flatMap(([name, { ms, pages, scanned }]) => {
    const all = sizes.flatMap((size) => costs.get(size)?.get(name) ?? []);
    const least = costs.get(smallest)?.get(name) ?? { ms, pages };
    return [
      {
        name: `${name}: pages, ${largest} customers to ${smallest}`,
        figure: pages / least.pages,
        goal: MOST,
        exact: true,
        beside: `${all.map((one) => one.pages).join(', ')}; fetched ${all.map((one) => one.fetched).join(', ')}`,
      },
      {
        name: `${name}: time in the database, to the same`,
        figure: ms / least.ms,
        goal: MOST,
        beside: `${all.map((one) => one.ms.toFixed(2)).join(', ')} ms`,
      },
      {
        name: `${name}: growing tables read whole`,
        figure: scanned.length,
        goal: 0,
        exact: true,
        beside: scanned.join(', '),
      },
    ];
  });
}

async function bytesAt(client: pg.Client, size: number): Promise<Row[]> {
  const { rows } = await client.query(
    `with parts as (select name::regclass as oid from unnest($1::text[]) name
       union select inhrelid from pg_inherits where inhparent = 'audit_trail'::regclass)
     select sum(pg_table_size(oid))::float8 as tables, sum(pg_indexes_size(oid))::float8 as indexes from parts`,
    [growing],
  );
  return [
    { name: `${size} customers: tables, of each`, figure: rows[0].tables / size / 1024, unit: 'kB' },
    { name: `${size} customers: indexes, of each`, figure: rows[0].indexes / size / 1024, unit: 'kB' },
  ];
}

/** An index that a later release brings, made while the table is in use. */
async function newIndex(client: pg.Client, size: number): Promise<Row> {
  const began = performance.now();
  await client.query('create index concurrently scale_trial on refunds (policy_id)');
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop index scale_trial');
  return { name: `${size} customers: a new index on the refunds`, figure: seconds, unit: 's' };
}
