import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { openMetrics } from '#server/metrics/metrics.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { askAt, type Cluster, createCluster, postgresBin, unprivileged } from './cluster.ts';
import { root } from './program.ts';

describe.skipIf(!postgresBin)(
  '[F44] a PostgreSQL whose log is archived with the files of server/deploy/cluster',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'amparo-nightly-'));
    const [bin, copies, log] = ['bin', 'copies', 'log'].map((name) => join(folder, name)) as [string, string, string];
    const user = unprivileged();
    let cluster: Cluster;

    beforeAll(async () => {
      chmodSync(folder, 0o755);
      for (const own of [bin, copies, log]) {
        mkdirSync(own);
        if (user) chownSync(own, user.uid, user.gid);
      }
      for (const name of ['archive-wal', 'nightly-copy']) {
        copyFileSync(join(root, 'server/deploy/cluster', name), join(bin, name));
        chmodSync(join(bin, name), 0o755);
      }
      const archived = ['archive_mode=on', `archive_command=${bin}/archive-wal %p ${log}/%f`];
      cluster = await createCluster({ settings: archived });
      await cluster.ask('create table kept (n int)');
    }, 60_000);
    afterAll(async () => {
      await cluster?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const program = (name: string) => join(postgresBin ?? '', name);
    const port = () => new URL(cluster.url).port;

    /** One night, as of that date. The primary is the second of two, as on machines of which one is down. */
    async function copyOf(night: string): Promise<void> {
      const primary = `host=127.0.0.1,127.0.0.1 port=${await freePort()},${port()} user=amparo target_session_attrs=read-write`;
      const env = { ...process.env, PATH: `${postgresBin}:${process.env.PATH}` };
      const before = readdirSync(copies);
      const asked = [primary, copies, log, '1'];
      execFileSync(join(bin, 'nightly-copy'), asked, {
        ...user,
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [made = ''] = readdirSync(copies).filter((name) => !before.includes(name));
      renameSync(join(copies, made), join(copies, night));
    }

    /** Writes a row, and waits until the part of the log that has it is archived. */
    async function write(n: number): Promise<string> {
      await cluster.ask(`insert into kept values (${n})`);
      const [row] = await cluster.ask('select pg_walfile_name(pg_switch_wal()) as part');
      const part = String(row?.part);
      await expect.poll(() => existsSync(join(log, part)), { timeout: 20_000 }).toBe(true);
      return part;
    }

    test('keeps the log since the oldest of its nightly copies, and no more, which restores what was written', async () => {
      await write(1);
      await copyOf('2026-11-26-0300');
      const early = await write(2);
      await copyOf('2026-11-27-0300');
      expect(readdirSync(log)).toContain(early);
      const needed = await write(3);
      await copyOf('2026-11-28-0300');
      expect(readdirSync(copies)).toEqual(['2026-11-27-0300', '2026-11-28-0300']);
      expect(readdirSync(log)).not.toContain(early);
      expect(readdirSync(log)).toContain(needed);
      await write(4);

      const data = join(copies, '2026-11-27-0300');
      const settings = [
        `restore_command = 'cp ${log}/%f %p'`,
        "recovery_target_action = 'promote'",
        "archive_mode = 'off'",
      ];
      appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
      writeFileSync(join(data, 'recovery.signal'), '');
      const at = await freePort();
      const options = `-F -p ${at} -k ${folder}/bin -c listen_addresses=127.0.0.1`;
      const control = (...command: string[]) =>
        execFileSync(program('pg_ctl'), ['-D', data, ...command], { ...user, cwd: folder, stdio: 'ignore' });
      control('-w', '-o', options, 'start');
      try {
        const rows = await askAt(`postgres://amparo@127.0.0.1:${at}/postgres`, 'select n from kept order by n');
        expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
      } finally {
        control('-m', 'immediate', 'stop');
      }
    }, 120_000);

    test('has a metric that says so while its log is not archived', async () => {
      const { db, close, pool } = await openDatabase({ databaseUrl: cluster.url, folder: '' });
      const failing = async () =>
        /^amparo_archive_failing .*$/m.exec(await openMetrics(db, () => new Date(), pool).text())?.[0];
      try {
        await write(5);
        expect(await failing()).toBe('amparo_archive_failing 0');
        chmodSync(log, 0o500);
        await cluster.ask('insert into kept values (6)');
        await cluster.ask('select pg_switch_wal()');
        await expect.poll(failing, { timeout: 20_000 }).toBe('amparo_archive_failing 1');
        chmodSync(log, 0o755);
        await write(7);
        await expect.poll(failing, { timeout: 20_000 }).toBe('amparo_archive_failing 0');
      } finally {
        await close();
      }
    }, 90_000);
  },
);
