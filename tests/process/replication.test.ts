import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, openUnmigrated } from '#server/database/open.ts';
import { database } from '#server/doctor/database.ts';
import { examine, printed } from '#server/doctor/examine.ts';
import { replicationOf } from '#server/doctor/replication.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';

describe.skipIf(!postgresBin)('[F44] the doctor, about who else has what was acknowledged', () => {
  let primary: Cluster;
  let standby: Cluster | undefined;

  beforeAll(async () => {
    primary = await createCluster();
    await (await openDatabase({ databaseUrl: primary.url, folder: '' })).close();
  }, 60_000);
  afterAll(async () => {
    await standby?.remove();
    await primary?.remove();
  });

  const found = async ({ url }: Cluster) => {
    const settings = { AMPARO_DATA: join('no', 'folder'), DATABASE_URL: url };
    return (await examine(settings, [database])).map(printed).at(-1);
  };
  const shownTo = async (user: string) => {
    const { db, close } = await openUnmigrated({ databaseUrl: primary.url.replace('amparo@', `${user}@`), folder: '' });
    return replicationOf(db)
      .then(({ message }) => message)
      .finally(close);
  };
  const waitFor = async (names: string) => {
    await primary.ask(`alter system set synchronous_standby_names = '${names}'`);
    await primary.ask('select pg_reload_conf()');
    const now = () => primary.ask('show synchronous_standby_names');
    await expect.poll(now).toEqual([{ synchronous_standby_names: names }]);
  };

  test('knows one without a standby, one that waits for nobody who is there, and what follows it', async () => {
    expect(await found(primary)).toMatch(/^ok .*; without a standby;/);
    await waitFor('*');
    expect(await found(primary)).toMatch(
      /^FAIL .*waits for a standby .* none of those follows: nothing is acknowledged$/,
    );
    standby = await createCluster({ standbyOf: primary.url });
    const following = /^ok .*; standbys that follow: 1, and each commit waits for one;/;
    await expect.poll(() => found(primary), { timeout: 10_000 }).toMatch(following);
    await primary.ask('create role customer login');
    expect(await shownTo('customer')).toBe(
      '1 receive its log, which ones is hidden from this user, and each commit waits for one',
    );
    // Commits wait for somebody else.
    await waitFor('another');
    expect(await found(primary)).toMatch(/^FAIL .*none of those follows: nothing is acknowledged$/);
    expect(await found(standby)).toMatch(/^FAIL .*it is a standby, which takes no writes: DATABASE_URL must lead/);
    await waitFor('');
    expect(await found(primary)).toMatch(/^ok .*; standbys that follow: 1, and no commit waits/);
  }, 60_000);

  test('looks at everything, also where one look fails', async () => {
    await primary.ask('alter table customers rename column email to mail');
    expect(await found(primary)).toMatch(
      /^ok .*; the addresses of accounts could not be looked at \(AMP-\d\d, .*\); .*standby.*audit trail/,
    );
    await primary.ask('alter table customers rename column mail to email');
    await primary.ask('alter role amparo in database postgres set lock_timeout = 0');
    await waitFor('another');
    expect(await found(primary)).toMatch(/^FAIL .*nothing is acknowledged; without its limits \(lock_timeout is 0\)/);
    await waitFor('');
  }, 60_000);
});
