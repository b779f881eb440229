import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenForMetrics } from '#server/metrics/listen.ts';
import { type Metrics, openMetrics } from '#server/metrics/metrics.ts';
import { readSettings } from '#server/settings.ts';
import { createTestApp, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

let server: TestApp;
let metrics: Metrics;
let caller: SignedIn;
let listening: { port: number; close(): void };

beforeAll(async () => {
  server = await createTestApp({ metrics: { observe: (request) => metrics.observe(request) } });
  metrics = openMetrics(server.db, () => ({ total: 3, idle: 2, waiting: 1 }));
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
    expect(of('amparo_database_connections{state="waiting"}')).toBe(1);
    expect(of('nodejs_eventloop_lag_p99_seconds')).toBeDefined();
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
