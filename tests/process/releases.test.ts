import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { SchemaTooNew } from '#server/database/releases.ts';
import { createTestApp, ORIGIN, pathOf } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';

describe.skipIf(!postgresBin)('[F43] releases that start on one PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
  }, 120_000);
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    for (const schema of ['demo', 'public']) await cluster.ask(`drop schema if exists ${schema} cascade`);
    await cluster.ask('create schema public');
  });

  const open = () => openDatabase({ databaseUrl: cluster.url, folder: '' });
  const limitsOfRole = () => cluster.ask('select setconfig from pg_db_role_setting');

  test('several that start at once apply each migration once', async () => {
    const opened = await Promise.allSettled([open(), open(), open(), open()]);
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    expect(opened.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    const files = Object.keys(import.meta.glob('../../server/migrations/*.sql'));
    expect(await cluster.ask('select name from applied_migrations')).toHaveLength(files.length);
  }, 60_000);

  test('one that is refused writes nothing, not even the limits of its user', async () => {
    await (await open()).close();
    await cluster.ask(`insert into applied_migrations values ('9999_less.sql', 9998, '0.9.0')`);
    await cluster.ask('alter role amparo in database postgres set statement_timeout = 4321');
    const before = await limitsOfRole();
    await expect(open()).rejects.toThrow(SchemaTooNew);
    expect(await limitsOfRole()).toEqual(before);
  }, 60_000);

  test('one that serves and is overtaken answers 503 at once, also to whoever asks whether it is ready, and asks nothing more', async () => {
    const server = await createTestApp({ database: await open(), seed: ['costarica@demo.test'] });
    const { headers, id } = await server.signIn('costarica@demo.test');
    await server.settled();
    const own = `${pathOf('sessions')}?idUsuario=${id}`;
    const ask = (path: string) => server.app.request(ORIGIN + path, { headers });
    expect((await ask(own)).status).toBe(200);
    await cluster.ask(
      `alter table devices rename column seen to seen_on;
       insert into applied_migrations values ('9998_more.sql', 0, '0.9.0'), ('9999_less.sql', 9998, '0.9.0')`,
    );
    const refused = await ask(own);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
    const probe = await ask('/ready');
    expect(probe.status).toBe(503);
    expect((await probe.json()).message).toMatch(/^Una versión más nueva cambió la base de datos/);
    // What it still could read may mean something else by now.
    await cluster.ask('alter table devices rename column seen_on to seen');
    expect((await ask(own)).status).toBe(503);
    await server.close();
  }, 60_000);
});
