import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { database } from '#server/doctor/database.ts';
import { examine } from '#server/doctor/examine.ts';
import { startProblem } from '#server/start-problem.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { server, start } from './program.ts';

/** Users of the cluster, as its pg_hba.conf and its roles treat them. */
const hba = [
  'host all segura 127.0.0.1/32 scram-sha-256',
  'hostnossl all cifrada 127.0.0.1/32 reject',
  'host all all 127.0.0.1/32 trust',
];
const roles = [
  `create role segura login password 'buena'`,
  'create role cifrada login',
  'create role llena login connection limit 0',
  'create role ajena login',
];

/** Signs of the protocol: authenticated (AuthenticationOk) and ready for statements (ReadyForQuery). */
const LET_IN = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

test('[F61] a PostgreSQL that lets in and then says nothing: the start says that it does not answer in time', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.write(LET_IN)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const databaseUrl = `postgres://amparo@127.0.0.1:${(silent.address() as AddressInfo).port}/postgres`;
  const begun = await openDatabase({ databaseUrl, folder: tmpdir() }).catch(startProblem);
  silent.close();
  expect(begun).toContain('(AMP-15)');
}, 20_000);

describe.skipIf(!postgresBin)('a PostgreSQL that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-codes-'));
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await createCluster();
    for (const statement of roles) await cluster.ask(statement);
    const [row] = await cluster.ask(`select current_setting('hba_file') as path`);
    await cluster.ask(`copy (select unnest(array['${hba.join("','")}'])) to '${row?.path}'`);
    await cluster.ask('select pg_reload_conf()');
  }, 120_000);
  afterAll(async () => {
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const as = (user: string, more = 'postgres') => cluster.url.replace('amparo@', `${user}@`).replace(/postgres$/, more);
  const cases: [why: string, code: string, url: () => string | Promise<string>][] = [
    ['a wrong password', 'AMP-12', () => as('segura:mala')],
    ['an unknown user', 'AMP-12', () => as('nadie')],
    ['an unknown database', 'AMP-13', () => as('amparo', 'ninguna')],
    ['nobody who listens', 'AMP-10', async () => `postgres://amparo@127.0.0.1:${await freePort()}/postgres`],
    ['an unknown host', 'AMP-11', () => 'postgres://amparo@no-existe.invalid/postgres'],
    ['TLS that it does not offer', 'AMP-14', () => as('amparo', 'postgres?sslmode=require')],
    ['TLS that it demands', 'AMP-14', () => as('cifrada')],
    ['no connection left', 'AMP-16', () => as('llena')],
    ['a user without rights', 'AMP-18', () => as('ajena')],
  ];
  test.each(cases)(
    '[F61] %s: start and doctor say the true reason, with its code',
    async (_, code, url) => expectCode(code, await url()),
    60_000,
  );

  test('[F61] a frozen one: start and doctor say that it does not answer in time', async () => {
    cluster.freeze();
    try {
      await expectCode('AMP-15', as('amparo'));
    } finally {
      cluster.thaw();
    }
  }, 60_000);

  /** Of the two addresses, the one that serves. The tables have never been made. */
  const besides: [why: string, code: string, url: () => string][] = [
    ['a wrong password of the user that serves', 'AMP-12', () => as('segura:mala')],
    ['another database for the user that serves', 'AMP-23', () => as('amparo', 'template1')],
  ];
  test.each(besides)(
    '[F61] beside an owner that is let in, %s: start and doctor say so',
    async (_, code, url) => {
      const [databaseUrl, ownerUrl] = [url(), as('amparo')];
      const begun = await openDatabase({ databaseUrl, ownerUrl, folder }).then(({ close }) => close(), startProblem);
      expect(begun).toContain(`(${code})`);
      const env = { AMPARO_DATA: folder, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl };
      const [, asked] = await examine(env, [database]);
      expect(asked).toMatchObject({ fine: false, message: expect.stringMatching(new RegExp(`^${code}, `)) });
      expect(await cluster.ask(`select to_regclass('applied_migrations') as made`)).toEqual([{ made: null }]);
    },
    60_000,
  );

  async function expectCode(code: string, url: string) {
    const env = { PORT: '0', AMPARO_DATA: folder, DATABASE_URL: url };
    const [begun, asked] = [start(server, env), start([process.execPath, 'dist/server/doctor.js'], env)];
    expect([await begun.end, await asked.end]).toEqual([1, 1]);
    expect(begun.said.err).toMatch(new RegExp(`^Amparo no pudo arrancar \\(${code}\\): .+\n$`, 'm'));
    expect(asked.said.out).toMatch(new RegExp(`^FAIL {2}database: ${code}, .+$`, 'm'));
    // A password must stand in no log.
    expect(begun.said.err + asked.said.out).not.toContain('mala');
  }
});
