import { and, eq, notInArray } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CoreEvent } from '../core/not-answered.ts';
import type { Database } from '../database/open.ts';
import type { PoolState } from '../database/postgres.ts';
import { files, looseFiles, mailQueue, outgoingEvents, pushQueue } from '../database/schema.ts';
import { NO_VERDICT } from '../files/held.ts';

/** What is measured of the running process. No label carries anything of a customer: a route is its pattern. */
export interface Metrics {
  /** One answered request. */
  observe(request: { method: string; route: string; status: number; ms: number }): void;
  /** A failed try at the insurer's administration, or a change of its breaker. */
  core(event: CoreEvent): void;
  /** Everything in the text format of Prometheus, queues counted now. */
  text(): Promise<string>;
  contentType: string;
}

/** What waits in the database to be done, by the name its metric says. */
const queues: Record<string, (db: Database) => Promise<number>> = {
  push: (db) => db.$count(pushQueue),
  outgoing: (db) => db.$count(outgoingEvents),
  mail: (db) => db.$count(mailQueue),
  'files-held': (db) => db.$count(files, eq(files.state, 'held')),
  'files-unopened': (db) => db.$count(files, and(eq(files.state, 'held'), notInArray(files.problem, ['', NO_VERDICT]))),
  'files-quarantined': (db) => db.$count(files, eq(files.state, 'quarantined')),
  'files-loose': (db) => db.$count(looseFiles),
};

/** Methods a label may say; whatever else a caller invents is one more. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Bounds in seconds. A list from the database takes some 10 ms, a password a third of a second, an upload as long as its line. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function openMetrics(db: Database, pool?: () => PoolState): Metrics {
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
  const depth = new Gauge({
    name: 'amparo_queue_depth',
    help: 'What waits to be done, by queue',
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
  const connections = pool && poolGauge(registry);

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
    async text() {
      for (const [state, number] of Object.entries(pool?.() ?? {})) connections?.set({ state }, number);
      await countQueues(db, depth).catch(() => {
        // What cannot be counted is left out: an old number would look like a queue that stands still.
        depth.reset();
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

async function countQueues(db: Database, depth: Gauge<'queue'>): Promise<void> {
  for (const [queue, number] of Object.entries(queues)) depth.set({ queue }, await number(db));
}
