import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { CoreEvent } from '../core/not-answered.ts';
import type { Database } from '../database/open.ts';
import type { PoolState } from '../database/postgres.ts';
import { rowsOf } from '../database/rows.ts';
import { files, looseFiles, mailQueue, outgoingEvents, pushQueue } from '../database/schema.ts';
import { NO_VERDICT } from '../files/held.ts';
import { maintenanceIn } from '../maintenance/current.ts';
import { KEPT_MS } from '../push/news.ts';

/** What is measured of the running process. No label carries anything of a customer: a route is its pattern. */
export interface Metrics {
  /** One answered request. */
  observe(request: { method: string; route: string; status: number; ms: number }): void;
  /** A failed try at the insurer's administration, or a change of its breaker. */
  core(event: CoreEvent): void;
  /** So many rows of a queue ended without being done. */
  gaveUp(queue: string, count: number): void;
  /** Everything in the text format of Prometheus, queues counted now. */
  text(): Promise<string>;
  contentType: string;
}

/** More are not counted: after an outage a queue may have a million rows, and it is counted on the database that works them off. */
export const MOST_COUNTED = 10_000;

/** What waits in the database to be done. No figure of it reads more rows than are counted. */
interface Queue {
  waiting: SQL<number>;
  /** Set aside: an operator decides. A queue without it keeps none. */
  refused?: SQL<number>;
  /** When the row that waits longest was made; null without one. */
  oldest: SQL<Date | null>;
}

const count = (table: PgTable, which?: SQL): SQL<number> => {
  const some = sql`select 1 from ${table} where ${which ?? sql`true`} limit ${MOST_COUNTED}`;
  return sql`(select count(*) from (${some}) as counted)`.mapWith(Number);
};
const oldest = (table: PgTable, made: PgColumn, which?: SQL, before = sql`interval '0'`): SQL<Date | null> =>
  sql`(select min(${made}) - ${before} from ${table} where ${which ?? sql`true`})`.mapWith((text) => new Date(text));

/** One with a column that says how its rows stand. */
const byState = (table: typeof outgoingEvents | typeof mailQueue | typeof files, waiting: string, refused: string) => {
  const is = (state: string) => sql`${table.state} = ${sql.raw(`'${state}'`)}`;
  return {
    waiting: count(table, is(waiting)),
    refused: count(table, is(refused)),
    oldest: oldest(table, table.created, is(waiting)),
  };
};

/** By the name its metric says. */
const queues: Record<string, Queue> = {
  outgoing: byState(outgoingEvents, 'waiting', 'refused'),
  mail: byState(mailQueue, 'waiting', 'refused'),
  push: {
    waiting: count(pushQueue),
    oldest: oldest(pushQueue, pushQueue.expires, undefined, sql`${`${KEPT_MS} ms`}::interval`),
  },
  'files-held': byState(files, 'held', 'quarantined'),
};

/** What is counted beside the queues. */
const depths: Record<string, SQL<number>> = {
  'files-unopened': count(files, and(eq(files.state, 'held'), notInArray(files.problem, ['', NO_VERDICT]))),
  'files-loose': count(looseFiles),
};

/** Methods a label may say; whatever else a caller invents is one more. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Bounds in seconds. A list from the database takes some 10 ms, a password a third of a second, an upload as long as its line. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function openMetrics(db: Database, clock: Clock, pool?: () => PoolState): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, and how late the event loop is.
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'amparo_request_seconds',
    help: 'Seconds until a request was answered, by the pattern of its route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const uncounted = new Counter({
    name: 'amparo_uncounted_total',
    help: 'Times the queues could not be counted, since the database did not answer',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['queue'], registers });
  const gauges = {
    depth: gauge('amparo_queue_depth', 'What waits to be done, by queue'),
    refused: gauge('amparo_queue_refused', 'What was refused and waits for an operator, by queue'),
    oldest: gauge('amparo_queue_oldest_seconds', 'How long the oldest of a queue has waited'),
  };
  const givenUp = new Counter({
    name: 'amparo_given_up_total',
    help: 'What ended without being done, by queue: refused, tried too often, or of no use any more',
    labelNames: ['queue'],
    registers,
  });
  const failedTries = new Counter({
    name: 'amparo_core_failed_tries_total',
    help: 'Tries at the administration without a usable answer, by call and reason',
    labelNames: ['call', 'why'],
    registers,
  });
  const breakerOpen = new Gauge({
    name: 'amparo_core_breaker_open',
    help: '1 while the administration is not asked, since it failed several times in a row',
    registers,
  });
  const held = new Gauge({
    name: 'amparo_maintenance',
    help: '1 while nothing is taken from customers (npm run maintenance)',
    registers,
  });
  for (const queue of Object.keys(queues)) givenUp.inc({ queue }, 0);
  const connections = pool && poolGauge(registry);
  const archive = pool && archiveGauge(registry);

  const countNow = async () => {
    await countQueues(db, clock, gauges);
    held.set((await maintenanceIn(db)) ? 1 : 0);
    archive?.set((await isArchiveFailing(db)) ? 1 : 0);
  };

  return {
    contentType: registry.contentType,
    observe({ method, route, status, ms }) {
      const known = methods.includes(method) ? method : 'other';
      duration.observe({ method: known, route, status: String(status) }, ms / 1000);
    },
    core(event) {
      if ('breaker' in event) breakerOpen.set(event.breaker === 'closed' ? 0 : 1);
      else failedTries.inc({ call: event.call, why: event.why });
    },
    gaveUp: (queue, count) => givenUp.inc({ queue }, count),
    async text() {
      for (const [state, number] of Object.entries(pool?.() ?? {})) connections?.set({ state }, number);
      await countNow().catch(() => {
        // What cannot be counted is left out: an old number would look like a queue that stands still.
        for (const one of Object.values(gauges)) one.reset();
        held.remove();
        archive?.remove();
        uncounted.inc();
      });
      return registry.metrics();
    },
  };
}

const poolGauge = (registry: Registry) =>
  new Gauge({
    name: 'amparo_database_connections',
    help: 'Connections to the database: all, idle ones, and callers who wait for one',
    labelNames: ['state'],
    registers: [registry],
  });

const archiveGauge = (registry: Registry) =>
  new Gauge({
    name: 'amparo_archive_failing',
    help: '1 while PostgreSQL fails to archive its log, which it then keeps on its own disk until that is full',
    registers: [registry],
  });

/** Whether the last part of the log that PostgreSQL tried to archive was not taken. False where it archives none. */
async function isArchiveFailing(db: Database): Promise<boolean> {
  const [archiver] = await rowsOf<{ fails: boolean }>(
    db,
    sql`select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails from pg_stat_archiver`,
  );
  return archiver?.fails ?? false;
}

type Gauges = Record<'depth' | 'refused' | 'oldest', Gauge<'queue'>>;

async function countQueues(db: Database, clock: Clock, gauges: Gauges): Promise<void> {
  const one = sql`(select 1) as one`;
  for (const [queue, { waiting, refused = sql<null>`null`, oldest }] of Object.entries(queues)) {
    const [counted] = await db.select({ waiting, refused, oldest }).from(one);
    const since = counted?.oldest?.getTime();
    gauges.depth.set({ queue }, counted?.waiting ?? 0);
    if (typeof counted?.refused === 'number') gauges.refused.set({ queue }, counted.refused);
    gauges.oldest.set({ queue }, since === undefined ? 0 : Math.max(0, clock().getTime() - since) / 1000);
  }
  for (const [queue, waiting] of Object.entries(depths)) {
    const [counted] = await db.select({ waiting }).from(one);
    gauges.depth.set({ queue }, counted?.waiting ?? 0);
  }
}
