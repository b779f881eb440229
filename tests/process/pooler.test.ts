import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#server/database/limits.ts';
import { listedIndexes } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { ended, freePort } from '#tests/journeys/harness/server.ts';
import { askAt, type Cluster, createCluster, postgresBin, unprivileged } from './cluster.ts';
import { type Program, pause, ready, root, server, signIn, start, stopped } from './program.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const doctor = [process.execPath, 'dist/server/doctor.js'] as const;

/** Owner of the tables and user that serves, as docs/operations.md makes them. */
const roles = [
  'create role amparo_owner login',
  'create role amparo_serves login',
  'create database casa owner amparo_owner',
];

/** Waits longer than the database's own limits, which the tests are about. */
const asked = (url: string, text: string) => askAt(url, text, { answer: 60_000 });

/** The trail's part for the next month. */
function nextMonth(): string {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return `audit_trail_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

describe.skipIf(!postgresBin || !existsSync(PGBOUNCER))('a PostgreSQL behind PgBouncer, by transaction', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-pooler-'));
  let cluster: Cluster;
  let pooler: ChildProcess;
  let program: Program;
  let pooled: string;
  let direct: string;
  let url: string;

  beforeAll(async () => {
    const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
    execFileSync(process.execPath, ['-e', build], { cwd: root });
    cluster = await createCluster();
    for (const statement of roles) await cluster.ask(statement);
    direct = cluster.url.replace(/amparo@(.*)\/postgres$/, 'amparo_owner@$1/casa');
    pooled = await openPooler();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = start(server, { PORT: String(port), AMPARO_DATA: folder, ...addresses() });
    await ready(url, program);
  }, 240_000);
  afterAll(async () => {
    await stopped(program);
    if (pooler) await ended(pooler, 'SIGQUIT');
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const addresses = () => ({ DATABASE_URL: pooled, DATABASE_OWNER_URL: direct });

  /** As Debian sets it up: nothing that a client asks of its connection is let through. */
  async function openPooler(): Promise<string> {
    const port = await freePort();
    const at = new URL(cluster.url);
    writeFileSync(join(folder, 'users.txt'), '"amparo_serves" ""\n"amparo_owner" ""\n');
    // The cluster's own list, in which this database is any other, as a restored one is.
    const ours = readFileSync(join(root, 'server/deploy/cluster/pgbouncer.ini'), 'utf8');
    const [databases = ''] = /^\[databases\]\n[\s\S]*?\n(?=\n\[)/m.exec(ours) ?? [];
    const settings = [
      databases.replaceAll(' port=5432', ` port=${at.port}`),
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      'auth_type = trust',
      `auth_file = ${join(folder, 'users.txt')}`,
      'pool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 100',
    ];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
    const user = unprivileged();
    if (user) for (const one of [folder, file, join(folder, 'users.txt')]) chownSync(one, user.uid, user.gid);
    pooler = spawn(PGBOUNCER, ['-q', file], { ...user, stdio: 'ignore' });
    const reached = `postgres://amparo_serves@127.0.0.1:${port}/casa`;
    for (const until = Date.now() + 10_000; Date.now() < until; await pause(50)) {
      if (await asked(reached, 'select 1').catch(() => null)) return reached;
    }
    throw new Error('PgBouncer does not start');
  }

  test('[F61] serves, and its limits hold on the connections that the pooler opened', async () => {
    await signIn(url);
    for (const [name, most] of Object.entries(limits)) {
      const [row] = (await asked(pooled, `select setting::int as now from pg_settings where name = '${name}'`)) ?? [];
      expect([name, row?.now]).toEqual([name, most]);
    }
    const slow = asked(pooled, `select pg_sleep(${limits.statement_timeout ?? 0} / 1000 + 5)`);
    await expect(slow).rejects.toThrow('statement timeout');
  }, 60_000);

  test('[S25] the user that serves can neither empty nor open the audit trail; the owner of the tables does not serve', async () => {
    for (const attempt of [
      'truncate audit_trail',
      'alter table audit_trail disable trigger all',
      'drop table audit_trail',
      'drop table audit_trail_first',
      'truncate audit_trail_rest',
      'alter table audit_trail detach partition audit_trail_rest',
      'delete from applied_migrations',
    ]) {
      await expect(asked(pooled, attempt), attempt).rejects.toThrow(/permission denied|must be owner/);
    }
    // What makes and drops months is the owner's, and decides by itself.
    await asked(direct, `drop table ${nextMonth()}`);
    await asked(pooled, 'select keep_trail_months(now())');
    expect(await asked(direct, `select to_regclass('${nextMonth()}') as there`)).toEqual([{ there: nextMonth() }]);
    // A sign-in leaves a line.
    await signIn(url);
    await expect(asked(pooled, 'delete from audit_trail')).rejects.toThrow('only ever added to');
  }, 60_000);

  test('[F61] a house of one user starts again and again behind the pooler, and its limits hold on every connection', async () => {
    const one = pooled.replace('amparo_serves', 'amparo_owner');
    for (let start = 0; start < 3; start += 1) {
      await asked(direct, 'drop index attempts_forgotten');
      await (await openDatabase({ databaseUrl: one, folder: '' })).close();
      const held = await asked(direct, "select 1 from pg_locks where locktype = 'advisory'");
      expect(held).toEqual([]);
    }
    const waits = `select setting::int as now, pg_sleep(0.2) from pg_settings where name = 'statement_timeout'`;
    const limitsThere = await Promise.all([1, 2, 3, 4].map(() => asked(one, waits)));
    expect(limitsThere.map((rows) => rows[0]?.now)).toEqual(Array(4).fill(limits.statement_timeout));
  }, 60_000);

  test('the doctor says who serves and that the limits hold, and says so when they do not', async () => {
    const env = { AMPARO_DATA: join(folder, 'doctor'), ...addresses() };
    const well = start(doctor, env);
    await well.end;
    expect(well.said.out).toMatch(/^ok {4}database: PostgreSQL, up to date.*can only add to the audit trail$/m);
    await asked(
      direct.replace('amparo_owner', 'amparo'),
      'alter role amparo_serves in database casa reset lock_timeout',
    );
    const direct2 = start(doctor, { ...env, DATABASE_URL: direct.replace('amparo_owner', 'amparo_serves') });
    await direct2.end;
    expect(direct2.said.out).toMatch(/^FAIL {2}database: .*without its limits \(lock_timeout is 0\)/m);
    const own = start(doctor, { ...env, DATABASE_URL: direct, DATABASE_OWNER_URL: '' });
    await own.end;
    expect(own.said.out).toContain('database: PostgreSQL, up to date');
  }, 60_000);
});

describe.skipIf(!postgresBin)('a change of tables on a PostgreSQL that others use', () => {
  let cluster: Cluster;
  const open = () => openDatabase({ databaseUrl: cluster.url, folder: '' });
  beforeAll(async () => {
    cluster = await createCluster();
    await (await open()).close();
  }, 60_000);
  afterAll(() => cluster?.remove());

  interface Meeting {
    connections: number;
    making: number;
    asking: number;
  }
  /** What the processes that start do at the database; a large index is made by workers beside its connection. */
  async function meeting(): Promise<Meeting> {
    const [row] = await cluster.ask(`select count(*)::int as connections,
      count(*) filter (where state = 'active' and query ~* '^\\s*(create|drop) index concurrently')::int as making,
      count(*) filter (where query ~ '^select pg_try_advisory_xact_lock')::int as asking
      from pg_stat_activity where application_name = 'amparo' and backend_type = 'client backend'`);
    return row as unknown as Meeting;
  }

  /** Takes the last migrations back, as a house of the version before has its tables. */
  const earlier = [
    `delete from applied_migrations where name ~ '^(0014|0015)_'`,
    'drop index customers_proved_identity, customers_unproven, devices_seen',
    'alter table customers drop column expiry_told',
    'create unique index customers_identity on customers (document_country, document_kind, nif)',
  ];

  test('[F61] has no limit of a statement, waits for who holds a table without holding up others, and makes broken indexes anew', async () => {
    for (const statement of earlier) await cluster.ask(statement);
    // An index that a process left half made, on a table whose index takes longer than a statement may.
    await cluster.ask(
      `insert into attempts (bucket, count, last) select md5(n::text), 1, now() from generate_series(1, 200000) n`,
    );
    await cluster.ask(`update pg_index set indisvalid = false where indexrelid = 'attempts_forgotten'::regclass`);
    const [row] = await cluster.ask('select current_database() as name');
    await cluster.ask(`alter role amparo in database ${row?.name} set statement_timeout = 30`);

    const holder = new pg.Client({ connectionString: cluster.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table customers in access share mode');
    let isOpen = false;
    const opened = open().then((database) => {
      isOpen = true;
      return database;
    });
    await pause(4_000);
    expect(isOpen).toBe(false);
    const other = new pg.Client({ connectionString: cluster.url });
    await other.connect();
    await other.query('set statement_timeout = 3000');
    await other.query('select count(*) from customers');
    await other.end();
    // An index that is made beside others waits for every older snapshot, longer than a statement or a lock may.
    const older = new pg.Client({ connectionString: cluster.url });
    await older.connect();
    await older.query('begin isolation level repeatable read');
    await older.query('select 1');
    await holder.query('commit');
    await holder.end();
    await pause(8_000);
    await older.query('commit');
    await older.end();
    await (await opened).close();

    const indexes = await cluster.ask(
      `select relname from pg_index join pg_class on pg_class.oid = indexrelid where indisvalid and relname = any(
         '{attempts_forgotten,customers_proved_identity,customers_unproven,devices_seen,customers_identity}') order by 1`,
    );
    expect(indexes.map(({ relname }) => relname)).toEqual([
      'attempts_forgotten',
      'customers_proved_identity',
      'customers_unproven',
      'devices_seen',
    ]);
    const [limit] = await cluster.ask(`select setting from pg_settings where name = 'statement_timeout'`);
    expect(Number(limit?.setting)).toBe(limits.statement_timeout);
  }, 120_000);

  test('[F61] an index that a migration changes is made while its table is in use, and the one of before goes', async () => {
    const before = readFileSync(join(root, 'server/migrations/0030_attempts_long.sql'), 'utf8');
    const after = await predicates();
    for (const { name } of after) await cluster.ask(`drop index ${name}`);
    for (const statement of before.match(/CREATE INDEX.*?;/g) ?? []) await cluster.ask(statement);
    await cluster.ask(`delete from applied_migrations where name ~ '^0031_'`);
    await (await open()).close();
    expect(await predicates()).toEqual(after);
    expect(after.filter(({ made }) => String(made).includes('requestsPerCustomer'))).toHaveLength(2);
  }, 60_000);

  const predicates = () =>
    cluster.ask(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
       where indrelid = 'attempts'::regclass and indpred is not null order by 1`,
    );

  test('[F61] two processes that start on it at once make a missing index one after the other', async () => {
    await cluster.ask('drop index if exists attempts_forgotten, devices_seen');
    // An index in the making waits for an older view of the rows, so that all of them meet there.
    const older = new pg.Client({ connectionString: cluster.url });
    await older.connect();
    await older.query('set idle_in_transaction_session_timeout = 0');
    await older.query('begin isolation level repeatable read');
    await older.query('select 1');
    const opening = [1, 2, 3].map(open);
    const opened = Promise.allSettled(opening);
    // One that fails says why, instead of never being met.
    const failed = Promise.all(opening).then(() => new Promise<never>(() => {}));
    try {
      // Each has two connections by then, and has asked for its turn or makes an index without one.
      const met = ({ connections, making, asking }: Meeting) =>
        connections === 6 && making > 0 && Math.max(making, asking) === 3;
      await Promise.race([expect.poll(meeting, { timeout: 20_000 }).toSatisfy(met), failed]);
      expect((await meeting()).making).toBe(1);
      await older.query('commit');
      const all = (await Promise.race([opened, pause(30_000)])) as Awaited<typeof opened> | undefined;
      expect(all?.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
      const whole = `select count(*)::int as n from pg_index join pg_class on pg_class.oid = indexrelid
        where indisvalid and relname in ('attempts_forgotten', 'devices_seen')`;
      expect((await cluster.ask(whole))[0]?.n).toBe(2);
    } finally {
      await older.end();
      // Of those that still wait for one another.
      await cluster.terminateConnections();
      for (const one of await opened) if (one.status === 'fulfilled') await one.value.close();
    }
  }, 120_000);

  test('[F61] every index of the migrations is written so that it can be made while its table is in use', async () => {
    const files = import.meta.glob<string>('../../server/migrations/*.sql', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const said = Object.values(files).flatMap((text) => text.match(/create (unique )?index|drop index/gi) ?? []);
    const { wanted, dropped } = listedIndexes();
    await (await open()).close();
    // Each is followed to the end, or left with its table.
    const [row] = await cluster.ask(
      `select count(*)::int as there from pg_indexes where schemaname = 'public' and indexname = any('{${[...wanted.keys()].join()}}')`,
    );
    expect(row?.there).toBe(wanted.size);
    expect(said.length).toBeGreaterThan(wanted.size + dropped.length);
    const left = await cluster.ask(
      `select 1 from pg_indexes where schemaname = 'public' and indexname = any('{${dropped.join()}}')`,
    );
    expect(left).toEqual([]);
    const [, others] = await Promise.all([
      cluster.ask('select 1'),
      cluster.ask(
        `select indexname from pg_indexes where schemaname = 'public' and indexname !~ '_pkey$|_unique$|_pk$'
           and not (select relispartition from pg_class where oid = format('%I.%I', schemaname, tablename)::regclass) order by 1`,
      ),
    ]);
    expect(others.map(({ indexname }) => indexname)).toEqual([...wanted.keys()].sort());
  });
});
