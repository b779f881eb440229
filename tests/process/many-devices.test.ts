import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { STEP_ROWS } from '#server/database/rows.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { send } from '../server/requests.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Program, ready, server, start, stopped } from './program.ts';

/** Signed-in devices, with three tokens and a push subscription each; from here on one list of them is too long to be hashed. */
const DEVICES = 50_000;
/** As many again were last used so long ago that nothing of them is good. */
const OVER = 5_000;

describe.skipIf(!postgresBin)('a database with 150,000 tokens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-devices-'));
  let cluster: Cluster;
  let program: Program | undefined;

  beforeAll(async () => {
    cluster = await createCluster();
    const database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    await database.close();
    for (const statement of fill) await cluster.ask(statement);
  }, 240_000);
  afterAll(async () => {
    await stopped(program);
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[F61] the server starts on it, and sweeps it while it serves', async () => {
    const port = await freePort();
    program = start(server, {
      ...{ PORT: String(port), AMPARO_DATA: folder, DATABASE_URL: cluster.url },
      ...{ AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://amparo.test' },
    });
    await ready(`http://127.0.0.1:${port}`, program);
    const swept = { devices: String(DEVICES), tokens: String(3 * DEVICES), subscriptions: String(DEVICES) };
    const counts = async () =>
      (
        await cluster.ask(
          'select (select count(*) from devices) devices, (select count(*) from tokens) tokens, (select count(*) from push_subscriptions) subscriptions',
        )
      )[0];
    await expect.poll(counts, { timeout: 60_000, interval: 500 }).toEqual(swept);
    expect(program.said.out).not.toContain('"error"');
  }, 180_000);
});

describe.skipIf(!postgresBin)('a customer with 66,000 sign-ins', () => {
  const OWN = 66_000;
  const ANA = 'costarica@demo.test';
  let cluster: Cluster;
  let app: TestApp;

  beforeAll(async () => {
    cluster = await createCluster();
    app = await createTestApp({ database: await openDatabase({ databaseUrl: cluster.url, folder: '' }), seed: [ANA] });
    for (let first = 1; first <= OWN; first += OWN / 4)
      for (const statement of pile(first, first + OWN / 4 - 1, ANA)) await cluster.ask(statement);
    await cluster.ask('analyze');
  }, 240_000);
  afterAll(async () => {
    await app?.close();
    await cluster?.remove();
  });
  const left = async () => Number((await cluster.ask('select count(*) from devices'))[0]?.count);

  test('[S40] signs in, which ends a part of them, and ends all others: no statement takes its five seconds', async () => {
    const who = await app.signIn(ANA);
    expect(await left()).toBe(OWN + 1 - STEP_ROWS);
    const ended = await send(app.app, 'endSessions', { fields: { idUsuario: who.id } }, who.headers);
    expect([ended.status, await left()]).toEqual([200, 1]);
  }, 120_000);
});

/** As long as real ones, which decides what the planner does. */
const id = `md5('d' || one)::uuid::text`;
const all = DEVICES + OVER;
/** Days since the device was last used. */
const unused = `case when one <= ${DEVICES} then 1 else 100 end`;
const fill = [
  `insert into customers (id, email, nif, document_kind, document_country, nombre, residencia_fiscal, password, personal, created, demo, claim)
     select 'c' || one, one || '@demo.test', one, '', '', '', '', '', '{}', now(), false, 'no' from generate_series(1, 5000) one`,
  `insert into devices (id, customer_id, created, seen)
     select ${id}, 'c' || 1 + one % 5000, now(), now() - ${unused} * interval '1 day' from generate_series(1, ${all}) one`,
  ...['access', 'internal', 'send'].map(
    (kind) => `insert into tokens (hash, device_id, kind, expires)
     select '${kind}' || one, ${id}, '${kind}', now() + (50 - ${unused}) * interval '1 day' from generate_series(1, ${all}) one`,
  ),
  `insert into push_subscriptions (device_id, endpoint, p256dh, auth, created)
     select ${id}, 'https://push.test/' || one, '', '', now() from generate_series(1, ${all}) one`,
  'analyze',
];

/** Sign-ins of one customer, numbered so, with a token each. */
const pile = (first: number, last: number, email: string) => [
  `insert into devices (id, customer_id, created, seen)
     select ${id}, customers.id, now(), now() - interval '1 day' from generate_series(${first}, ${last}) one, customers where email = '${email}'`,
  `insert into tokens (hash, device_id, kind, expires)
     select 'pile-' || one, ${id}, 'internal', now() + interval '50 days' from generate_series(${first}, ${last}) one`,
];
