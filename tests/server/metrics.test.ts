import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setMaintenance } from '#server/maintenance/maintenance.ts';
import { listenForMetrics } from '#server/metrics/listen.ts';
import { type Metrics, MOST_COUNTED, openMetrics } from '#server/metrics/metrics.ts';
import { readSettings } from '#server/settings.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

let server: TestApp;
let metrics: Metrics;
let caller: SignedIn;
let listening: { port: number; close(): void };

beforeAll(async () => {
  server = await createTestApp({ metrics: { observe: (request) => metrics.observe(request) } });
  metrics = openMetrics(
    server.db,
    () => new Date(),
    () => ({ total: 3, idle: 2, waiting: 1 }),
  );
  listening = await listenForMetrics({ host: '127.0.0.1', port: 0 }, metrics);
  caller = await server.signIn('costarica@demo.test');
}, 60_000);
afterAll(async () => {
  listening.close();
  await server.close();
});

const ask = (path: string, init: RequestInit = {}) =>
  server.app.request(ORIGIN + path, { headers: caller.headers, ...init });

/** Reads the text format of Prometheus, only its lines of the form 'name{labels} value'. */
async function scrape(): Promise<{ text: string; of(series: string): number | undefined }> {
  const answer = await fetch(`http://127.0.0.1:${listening.port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await answer.text();
  const series = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const);
  return { text, of: (name) => new Map(series).get(name) };
}

const requests = (method: string, route: string, status: number, part = 'count') =>
  `amparo_request_seconds_${part}{method="${method}",route="${route}",status="${status}"}`;

describe('metrics', () => {
  test('count requests by route pattern and status, and measure how long they took', async () => {
    const path = pathOf('sessions');
    for (let i = 0; i < 3; i += 1) expect((await ask(`${path}?idUsuario=${caller.id}`)).status).toBe(200);
    await ask(path, { headers: {} });
    const { of } = await scrape();
    expect([of(requests('GET', path, 200)), of(requests('GET', path, 401))]).toEqual([3, 1]);
    const inTime = `amparo_request_seconds_bucket{le="30",method="GET",route="${path}",status="200"}`;
    expect(of(inTime)).toBe(3);
    expect(of(requests('GET', path, 200, 'sum'))).toBeGreaterThan(0);
  });

  test('tell how many rows wait in each queue, and how many database connections there are', async () => {
    const before = await scrape();
    expect(before.of('amparo_queue_depth{queue="push"}')).toBe(0);
    await server.db.execute(sql`
      insert into push_subscriptions (device_id, endpoint, p256dh, auth, created)
      select id, 'https://push.test/' || id, '', '', now() from devices limit 1`);
    await server.db.execute(sql`
      insert into push_queue (device_id, message, attempts, due, expires)
      select device_id, '{}', 0, now(), now() from push_subscriptions`);
    const { of } = await scrape();
    expect(of('amparo_queue_depth{queue="push"}')).toBe(1);
    // Pushes are dropped after three days, and this one is as old.
    expect(of('amparo_queue_oldest_seconds{queue="push"}')).toBeCloseTo(3 * 86_400, -2);
    expect(of('amparo_database_connections{state="waiting"}')).toBe(1);
    expect(of('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  });

  test('tell of each failed try at the administration, and whether its breaker is open', async () => {
    const tried = 'amparo_core_failed_tries_total{call="payments",why="timeout"}';
    const open = 'amparo_core_breaker_open';
    expect((await scrape()).of(open)).toBe(0);
    metrics.core({ call: 'payments', why: 'timeout', request: 'r-1', ms: 3_000 });
    metrics.core({ breaker: 'open' });
    const during = await scrape();
    expect([during.of(tried), during.of(open), during.text.includes('r-1')]).toEqual([1, 1, false]);
    metrics.core({ breaker: 'half-open' });
    expect((await scrape()).of(open)).toBe(1);
    metrics.core({ breaker: 'closed' });
    expect((await scrape()).of(open)).toBe(0);
  });

  test('tell whether a maintenance is on, and nothing of it while the database does not answer', async () => {
    const at = async (db = server.db) =>
      /^amparo_maintenance .*$/m.exec(await openMetrics(db, () => new Date()).text())?.[0] ?? null;
    expect(await at()).toBe('amparo_maintenance 0');
    await setMaintenance(server.db, () => new Date(), 'Volvemos pronto');
    expect(await at()).toBe('amparo_maintenance 1');
    await setMaintenance(server.db, () => new Date(), null);
    const away = { select: () => expect.fail('away') } as unknown as typeof server.db;
    expect(await at(away)).toBeNull();
  });

  test('are each named by the rules for alerts and by the document, and the rules name no others', async () => {
    const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const named = (text: string) => [...new Set(text.match(/\bamparo_[a-z_]+/g))];
    const base = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
    const { text } = await scrape();
    const own = [...text.matchAll(/^# TYPE (amparo_\w+)/gm)].map(([, name = '']) => name).sort();
    const rules = read('server/deploy/alerts.yml');
    const told = read('docs/operations.md');
    expect(own.length).toBeGreaterThan(5);
    expect([...new Set(named(rules).map(base))].sort()).toEqual(own);
    for (const name of own) expect(told, name).toContain(`\`${name}\``);
    const queues = [...text.matchAll(/amparo_queue_depth\{queue="([\w-]+)"/g)].map(([, name = '']) => name);
    for (const queue of queues) expect(told, queue).toContain(`\`${queue}\``);
    for (const [, queue = ''] of rules.matchAll(/queue="([\w-]+)"/g)) expect(queues).toContain(queue);
    // What other programs measure by these names is not ours.
    const strangers = [...rules.matchAll(/^\s+expr: (?!.*amparo_)(.*)$/gm)].map(([, expr = '']) => expr);
    expect(strangers.length).toBeGreaterThan(2);
    for (const expr of strangers) expect(expr).toContain('{job="amparo"}');
    expect(told).toContain('job_name: amparo');
    for (const [, name = ''] of rules.matchAll(/^\s+expr: (?!.*amparo_|up)(\w+)/gm))
      expect(text).toContain(`\n${name} `);
  });

  test('tell how long the oldest of each queue has waited, what was refused, and how much was given up', async () => {
    const from = sql`from (select id from customers limit 1) one, generate_series(1, 3) n`;
    const state = sql`case n when 1 then 'refused' else 'waiting' end`;
    const made = sql`now() - n * '1 hour'::interval`;
    await server.db.execute(sql`
      insert into outgoing_events (id, customer_id, type, data, state, attempts, due, problem, created)
      select id || n, id, '', '{}', ${state}, 0, now(), '', ${made} ${from}`);
    await server.db.execute(sql`
      insert into mail_queue (id, recipient, subject, text, html, state, attempts, due, expires, problem, created)
      select id || n, '', '', '', '', ${state}, 0, now(), now(), '', ${made} ${from}`);
    await server.db.execute(sql`
      insert into files (id, name, type, size, sha256, state, created)
      select state, '', '', 0, '', state, now() - '1 hour'::interval from unnest('{held,quarantined}'::text[]) state`);
    metrics.gaveUp('mail', 2);
    const { of } = await scrape();
    for (const [queue, waiting, refused, hours] of [
      ['outgoing', 2, 1, 3],
      ['mail', 2, 1, 3],
      ['files-held', 1, 1, 1],
    ] as const) {
      expect([queue, of(`amparo_queue_depth{queue="${queue}"}`)]).toEqual([queue, waiting]);
      expect([queue, of(`amparo_queue_refused{queue="${queue}"}`)]).toEqual([queue, refused]);
      expect(of(`amparo_queue_oldest_seconds{queue="${queue}"}`), queue).toBeCloseTo(hours * 3600, -2);
    }
    expect([of('amparo_given_up_total{queue="mail"}'), of('amparo_given_up_total{queue="push"}')]).toEqual([2, 0]);
  });

  test('[F61] count no further than ten thousand, however many mails an outage left', async () => {
    const left = sql`left ${sql.raw(`join generate_series(1, ${MOST_COUNTED + 50}) n on true`)}`;
    await server.db.execute(sql`
      insert into mail_queue (id, recipient, subject, text, html, state, attempts, due, expires, problem, created)
      select 'left-' || n, '', '', '', '', 'waiting', 0, now(), now(), '', now() from (select 1) one ${left}`);
    const { of } = await scrape();
    expect(of('amparo_queue_depth{queue="mail"}')).toBe(MOST_COUNTED);
    await server.db.execute(sql`delete from mail_queue where id like 'left-%'`);
  });

  test('name no customer, and take no label from the text of a request', async () => {
    await ask(`/api/usuarios/costarica@demo.test/${caller.nif}`);
    await ask(`/nada/${caller.id}`);
    await ask(pathOf('checkEmail'), { method: 'PROPFIND' });
    const { text } = await scrape();
    for (const piece of ['costarica', caller.nif, caller.id, caller.access, '/nada', 'PROPFIND']) {
      expect(text).not.toContain(piece);
    }
  });

  test('are served on a separate port, which serves nothing else', async () => {
    expect((await fetch(`http://127.0.0.1:${listening.port}/`)).status).toBe(404);
    expect((await ask('/metrics')).status).toBe(404);
  });

  test.each([
    ['', null],
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::]:9464', { host: '::', port: 9464 }],
  ])('the setting %j is read as %o', (setting, read) => {
    expect(readSettings({ AMPARO_METRICS: setting }).metrics).toEqual(read);
  });

  test.each(['on', '70000', 'metrics.test:9464'])('the setting %j is refused', (setting) => {
    expect(() => readSettings({ AMPARO_METRICS: setting })).toThrow('AMPARO_METRICS');
  });
});
