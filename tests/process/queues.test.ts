import { asc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contract/age.ts';
import { thisMachine } from '#ports/machine.ts';
import { type Database, type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { customers, outgoingEvents } from '#server/database/schema.ts';
import { readSigningKeys } from '#server/insurer/signature.ts';
import { CHANNEL, rungJobs } from '#server/jobs/jobs.ts';
import { startJobs } from '#server/jobs/start.ts';
import { openDelivery } from '#server/outgoing/deliver.ts';
import { openOutgoing } from '#server/outgoing/outgoing.ts';
import { type Receiver, startReceiver } from '../server/receiver.ts';
import { createTestApp, type TestApp, unasked } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { pause } from './program.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const keys = readSigningKeys(SECRET) ?? [];
const clock = () => new Date();

describe.skipIf(!postgresBin)('[F39] the queue of events on a real PostgreSQL', () => {
  let cluster: Cluster;
  let database: OpenDatabase;
  let server: TestApp;
  let receiver: Receiver;
  let owner: pg.Client;
  let maria: string;
  /** The statements of the last round, as the database got them. */
  const asked: { text: string; values: unknown[] }[] = [];
  beforeAll(async () => {
    cluster = await createCluster();
    database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    server = await createTestApp({ database, seed: ['costarica@demo.test'] });
    receiver = await startReceiver(SECRET);
    owner = new pg.Client({ connectionString: cluster.url });
    owner.on('error', () => {});
    await owner.connect();
    await owner.query('set statement_timeout = 0');
    const [row] = await database.db.select({ id: customers.id }).from(customers);
    maria = row?.id ?? expect.fail('nobody');
  }, 120_000);
  afterAll(async () => {
    await owner?.end().catch(() => {});
    await server?.close();
    await receiver?.close();
    await cluster?.remove();
  });
  beforeEach(async () => {
    await owner.query('truncate outgoing_events');
    receiver.effects.length = 0;
  });

  const delivery = (db: Database = database.db) =>
    openDelivery({ db, clock, receiver: { url: receiver.url, keys }, random: () => 0 });
  const { tell } = openOutgoing({ uuid: thisMachine.uuid, clock, jobs: unasked });
  const event = (db: Parameters<typeof tell>[0], name: string) =>
    tell(db, maria, 'cliente.cambiado', () => ({ datos: { domicilio: name } }) as never);
  const taken = () => receiver.effects.map(({ data }) => (data.datos as { domicilio: string }).domicilio);
  const line = () => database.db.select().from(outgoingEvents).orderBy(asc(outgoingEvents.seq));

  /** So many customers with an event each; and so many events of one customer, whose first is due in an hour. */
  async function fill(others: number, behind: number): Promise<void> {
    await owner.query('truncate outgoing_events');
    await owner.query(
      `insert into customers select (jsonb_populate_record(one, jsonb_build_object(
         'id', 'c' || n, 'email', n || '@lleno.test', 'nif', 'x' || n))).*
       from customers one, generate_series(1, $1::int) n where one.id = $2 on conflict do nothing`,
      [others, maria],
    );
    const made = `'x', '{}', 'waiting', 0, $1::timestamptz, '', now()`;
    const into = 'insert into outgoing_events (id, customer_id, type, data, state, attempts, due, problem, created)';
    const past = new Date(Date.now() - HOUR_MS);
    await owner.query(`${into} select 'm' || n, $3, ${made} from generate_series(1, $2::int) n`, [past, behind, maria]);
    await owner.query(`update outgoing_events set due = $1 where head`, [new Date(Date.now() + HOUR_MS)]);
    await owner.query(`${into} select 'e' || n, 'c' || n, ${made} from generate_series(1, $2::int) n`, [past, others]);
    await owner.query('vacuum analyze outgoing_events');
  }

  /** How many pages of the database the next claim reads. */
  async function costOfClaim(): Promise<number> {
    if (asked.length === 0) {
      const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) };
      await delivery(drizzle(owner, { logger }))();
    }
    const claim = asked.find(({ text }) => text.includes('skip locked')) ?? expect.fail('no claim');
    // The time of then would find nothing due.
    const values = claim.values.map((value) =>
      /^\d{4}-\d\d-\d\dT/.test(String(value)) ? clock().toISOString() : value,
    );
    await owner.query('begin');
    const { rows } = await owner.query(`explain (analyze, buffers, format json) ${claim.text}`, values);
    await owner.query('rollback');
    const { Plan } = rows[0]['QUERY PLAN'][0];
    return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
  }

  test('gives the next ones for the same cost with 100,000 waiting as with ten, and behind 50,000 of one customer', async () => {
    await costOfClaim();
    const costs: Record<string, number> = {};
    for (const [others, behind] of [
      [10, 1],
      [100_000, 1],
      [10, 50_000],
      [50_000, 50_000],
    ] as const) {
      await fill(others, behind);
      costs[`${others} customers, ${behind} of one`] = await costOfClaim();
    }
    const [few = 0, ...many] = Object.values(costs);
    // The indexes are some levels deeper. Grouping the whole table read 4,797 pages.
    for (const cost of many) expect(cost, JSON.stringify(costs)).toBeLessThan(3 * few);
  }, 120_000);

  test('claims what is due for the same cost when many fall due together since the statistics were made', async () => {
    await costOfClaim();
    await fill(25_000, 1);
    const few = await costOfClaim();
    await owner.query('alter table outgoing_events set (autovacuum_enabled = off)');
    await owner.query(`update outgoing_events set due = now() + interval '1 hour'`);
    await owner.query('analyze outgoing_events');
    await owner.query(`update outgoing_events set due = now() - interval '1 hour'`);
    // The first one marks what is dead, and those after it pass over that.
    await costOfClaim();
    expect(await costOfClaim()).toBeLessThan(2 * few);
    await owner.query('alter table outgoing_events reset (autovacuum_enabled)');
  }, 120_000);

  test('lets the next of a long line lead for a cost that does not grow with the line', async () => {
    const costs: number[] = [];
    for (const behind of [100, 50_000]) {
      await fill(10, behind);
      const before = await pagesOfLine();
      for (let gone = 0; gone < 50; gone += 1) {
        const { rows } = await owner.query('delete from outgoing_events where id = $1 returning head', [
          `m${gone + 1}`,
        ]);
        expect(rows).toEqual([{ head: true }]);
      }
      costs.push(((await pagesOfLine()) - before) / 50);
    }
    const [short = 0, long = 0] = costs;
    expect(long, String(costs)).toBeLessThan(2 * short);
  }, 120_000);

  /** Pages of events read so far, by every connection. */
  async function pagesOfLine(): Promise<number> {
    await owner.query('select pg_stat_force_next_flush()');
    const { rows } = await owner.query(
      `select heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read as pages
       from pg_statio_user_tables where relname = 'outgoing_events'`,
    );
    return Number(rows[0].pages);
  }

  test('loses nobody who joins a line at the moment in which the one before leaves', async () => {
    await database.db.transaction((tx) => event(tx, 'uno'));
    let delivered = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await event(tx, 'dos');
      // It goes, and 'dos' is not visible yet.
      delivered = delivery()();
      await expect.poll(() => taken()).toEqual(['uno']);
      await pause(300);
    });
    await delivered;
    await delivery()();
    expect([taken(), await line()]).toEqual([['uno', 'dos'], []]);
  }, 30_000);

  test('loses nobody behind one that an operator drops at the moment in which the one before leaves', async () => {
    for (const name of ['uno', 'dos', 'tres']) await database.db.transaction((tx) => event(tx, name));
    const [, second] = await line();
    let delivered = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx.delete(outgoingEvents).where(eq(outgoingEvents.id, second?.id ?? ''));
      delivered = delivery()();
      await expect.poll(() => taken()).toEqual(['uno']);
      await pause(300);
    });
    await delivered;
    await delivery()();
    expect([taken(), await line()]).toEqual([['uno', 'tres'], []]);
  }, 30_000);

  test('keeps each customer’s order, and loses none, while several processes deliver and others write', async () => {
    const names = Array.from({ length: 150 }, (_, at) => String(at));
    let writes = true;
    const writer = (async () => {
      for (const name of names) await database.db.transaction((tx) => event(tx, name));
      writes = false;
    })();
    const processes = [1, 2, 3].map(async () => {
      const round = delivery();
      while (writes) await round();
    });
    await Promise.all([writer, ...processes]);
    await delivery()();
    expect(taken()).toEqual(names);
    expect(await line()).toEqual([]);
  }, 60_000);

  test('[F31] is asked for again by notes and rounds after the database was away', async () => {
    const heard: string[] = [];
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    const idle = async () => {};
    const failed: unknown[] = [];
    const { after } = thisMachine.timers;
    const timers = {
      after: (ms: number, run: () => void) => after(Math.min(ms, 100), run),
      every: (_: number, run: () => void) => thisMachine.timers.every(200, run),
    };
    const running = startJobs(
      {
        timers,
        failed: (error) => failed.push(error),
        listen: (ring) =>
          database.listen(CHANNEL, timers, (task) => {
            heard.push(task);
            ring(task);
          }),
      },
      { watch: idle, outgoing: delivery(), mail: idle, push: idle, scan: idle, sweep: idle, tidy: idle },
    );
    const note = () => database.db.transaction((tx) => rungJobs.ask(tx, 'outgoing')).catch(() => {});
    const hears = async () => {
      heard.length = 0;
      await expect.poll(() => note().then(() => heard.length), { timeout: 10_000 }).toBeGreaterThan(0);
    };
    try {
      await hears();
      await cluster.terminateConnections();
      await hears();
      await cluster.stop('immediate');
      await expect.poll(() => failed.length, { timeout: 20_000 }).toBeGreaterThan(2);
      await cluster.start();
      await expect
        .poll(() =>
          database.db
            .transaction((tx) => event(tx, 'después'))
            .then(() => 'told')
            .catch(() => 'away'),
        )
        .toBe('told');
      await expect.poll(() => taken(), { timeout: 20_000 }).toEqual(['después']);
      await hears();
      expect(unheard).toEqual([]);
    } finally {
      process.off('unhandledRejection', hear);
      await running.stop();
    }
  }, 90_000);
});
