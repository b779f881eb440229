import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { openDatabase } from '#server/database/open.ts';
import { customers, outgoingEvents } from '#server/database/schema.ts';
import { erasePerson } from '#server/person/erase.ts';
import { sweep } from '#server/sweep.ts';
import { createCluster, postgresBin } from '../process/cluster.ts';
import { pdf, refundFields, send } from '../server/requests.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { median, type Row } from './harness/measure.ts';
import { fill, furthestMonth, growing, monthsAgo } from './scale/fill.ts';
import { explaining, lengthOf, type Ran, ranSince } from './scale/plans.ts';

/** Half of the machine's memory, so that a million customers lie in it on a machine of 24 GB; `AMPARO_BUFFERS=4GB` gives less. */
const BUFFERS = process.env.AMPARO_BUFFERS ?? `${Math.floor(totalmem() / 2 ** 31)}GB`;
/** Customers in each database; `AMPARO_SCALE=100000` leaves out what is larger. */
const SIZES = [10_000, 100_000, 1_000_000].filter((size) => size <= Number(process.env.AMPARO_SCALE ?? 1_000_000));
const EMAIL = 'costarica@demo.test';
/** Each call is made so often; the first ones fill the caches. */
const TIMES = 45;
const WARM = 5;
/** The most that a call may cost at the largest size, to the smallest. */
const MOST = 1.2;

interface Cost {
  ms: number;
  pages: number;
  /** Those of the pages that were not in the database's memory. */
  fetched: number;
  /** Tables that grow and were read whole. */
  scanned: string[];
}

/**
 * What calls cost the database with ten thousand, a hundred thousand and a million customers, by the plans that really ran. All three
 * stand side by side and are asked in turn, so that a machine that slows down slows all of them.
 */
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
      `shared_buffers=${BUFFERS}`,
      'maintenance_work_mem=512MB',
      'max_wal_size=8GB',
      'synchronous_commit=off',
    ],
    log,
  });
  const insurer = await openInsurer();
  const houses: House[] = [];
  const rows: Row[] = [];
  try {
    for (const size of SIZES) {
      await cluster.ask(`create database escala_${size}`);
      const url = cluster.url.replace(/postgres$/, `escala_${size}`);
      const began = performance.now();
      await fillTo(url, size);
      const seconds = (performance.now() - began) / 1000;
      rows.push({ name: `${size} customers: made within`, figure: seconds, unit: 's' }, ...(await bytesAt(url, size)));
    }
    await cluster.ask('alter role amparo set auto_explain.log_min_duration = 0');
    for (const size of SIZES) {
      houses.push(await openHouse(size, cluster.url.replace(/postgres$/, `escala_${size}`), insurer.url));
    }
    rows.push(...(await compared(houses, log)));
    await cluster.ask('alter role amparo reset all');
    for (const { client, size } of houses) rows.push(await newIndex(client, size));
    return rows;
  } finally {
    for (const { close } of houses) await close();
    insurer.close();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a database of that many customers, and reads it into memory as far as that goes. */
async function fillTo(url: string, size: number): Promise<void> {
  const app = await appOn(url);
  await app.close();
  await asked(url, async (client) => {
    await client.query(monthsAgo);
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query('select password from customers where email = $1', [EMAIL]);
    const STEP = 50_000;
    for (let from = 1; from <= size; from += STEP) {
      await client.query(fill(from, Math.min(size, from + STEP - 1), rows[0].password));
    }
    await client.query('vacuum analyze');
    await client.query('create extension pg_prewarm');
    await client.query(
      "select pg_prewarm(oid) from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace",
    );
  });
}

async function asked<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return ask(client).finally(() => client.end());
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

/** A server on a database of that many customers, and what is asked of it. */
interface House {
  size: number;
  client: pg.Client;
  app: TestApp;
  calls: Record<string, () => Promise<unknown>>;
  /** What has to be so before a call, and costs it nothing. */
  before: Record<string, () => Promise<unknown>>;
  signIn(): Promise<void>;
  close(): Promise<void>;
}

async function openHouse(size: number, url: string, insurer: string): Promise<House> {
  const app = await appOn(url, insurer);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { db } = app;
  let who = await app.signIn(EMAIL);
  let leaving: typeof customers.$inferSelect | undefined;
  // Whom the next call is about that can be made once for each person.
  let person = 0;
  const expect = async (asked: Promise<{ status: number }>, wanted = 200) => {
    const { status } = await asked;
    if (status !== wanted) throw new Error(`expected ${wanted}, got ${status}`);
  };
  const world = { clock: () => new Date(), uuid: () => crypto.randomUUID() };
  return {
    ...{ size, client, app },
    async signIn() {
      who = await app.signIn(EMAIL);
    },
    async close() {
      await app.close();
      await client.end();
    },
    calls: {
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
    },
    before: {
      'the outgoing queue, one event due': () => {
        person += 1;
        return db
          .update(outgoingEvents)
          .set({ due: new Date() })
          .where(eq(outgoingEvents.id, `e-escala-${numbered(person * 40)}`));
      },
      'erasing a person': async () => {
        person += 1;
        [leaving] = await db
          .select()
          .from(customers)
          .where(eq(customers.id, `escala-${numbered(person * 7 + 1)}`));
      },
    },
  };
}

const numbered = (n: number) => String(n).padStart(9, '0');

/** What a call costs in each house, which are asked in turn. */
async function costsOf(name: string, houses: readonly House[], log: string): Promise<Cost[]> {
  const ran = houses.map((): Ran[][] => []);
  // Many sign-ins end the first.
  for (const { signIn } of houses) await signIn();
  for (let time = 0; time < TIMES; time += 1) {
    for (const [at, { app, calls, before }] of houses.entries()) {
      await before[name]?.();
      // A connection writes its line when the statement is over, which may be a moment after the answer.
      await pause(20);
      const from = lengthOf(log);
      await calls[name]?.();
      await app.settled();
      await pause(20);
      ran[at]?.push(ranSince(log, from));
    }
  }
  return ran.map((each) => costOf(each.slice(WARM)));
}

function costOf(each: readonly Ran[][]): Cost {
  const sum = (of: 'ms' | 'pages' | 'fetched') =>
    median(each.map((all) => all.reduce((total, one) => total + one[of], 0)));
  const scanned = each.flat().flatMap((one) => one.scanned.filter(grows));
  return { ms: sum('ms'), pages: sum('pages'), fetched: sum('fetched'), scanned: [...new Set(scanned)] };
}

/** Whether it is one of the tables that grow, or a month of one. */
const grows = (table: string): boolean =>
  growing.some((one) => one === table || (one === 'audit_trail' && table.startsWith(`${one}_`)));

/** The costs at the largest size, to those at the smallest. */
async function compared(houses: readonly House[], log: string): Promise<Row[]> {
  const [smallest = 0, largest = 0] = [SIZES[0], SIZES.at(-1)];
  const rows: Row[] = [];
  for (const name of Object.keys(houses[0]?.calls ?? {})) {
    const all = await costsOf(name, houses, log);
    const [least, most] = [all[0], all.at(-1)];
    if (!least || !most) continue;
    rows.push(
      {
        name: `${name}: pages, ${largest} customers to ${smallest}`,
        figure: most.pages / least.pages,
        goal: MOST,
        exact: true,
        beside: `${all.map(({ pages }) => pages).join(', ')}; fetched ${all.map(({ fetched }) => fetched).join(', ')}`,
      },
      {
        name: `${name}: time in the database, to the same`,
        figure: most.ms / least.ms,
        goal: MOST,
        beside: `${all.map(({ ms }) => ms.toFixed(2)).join(', ')} ms`,
      },
      {
        name: `${name}: growing tables read whole`,
        figure: most.scanned.length,
        goal: 0,
        exact: true,
        beside: most.scanned.join(', '),
      },
    );
  }
  return rows;
}

async function bytesAt(url: string, size: number): Promise<Row[]> {
  const { rows } = await asked(url, (client) =>
    client.query(
      `with parts as (select name::regclass as oid from unnest($1::text[]) name
       union select inhrelid from pg_inherits where inhparent = 'audit_trail'::regclass)
     select sum(pg_table_size(oid))::float8 as tables, sum(pg_indexes_size(oid))::float8 as indexes from parts`,
      [growing],
    ),
  );
  return [
    { name: `${size} customers: tables, of each`, figure: rows[0].tables / size / 1024, unit: 'kB' },
    { name: `${size} customers: indexes, of each`, figure: rows[0].indexes / size / 1024, unit: 'kB' },
  ];
}

/** An index that a later release brings, made while the table is in use. */
async function newIndex(client: pg.Client, size: number): Promise<Row> {
  await client.query('set statement_timeout = 0');
  const began = performance.now();
  await client.query('create index concurrently scale_trial on refunds (policy_id)');
  const seconds = (performance.now() - began) / 1000;
  await client.query('drop index scale_trial');
  return { name: `${size} customers: a new index on the refunds`, figure: seconds, unit: 's' };
}
