import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ended, freePort } from '#tests/journeys/harness/server.ts';
import { askAt, postgresBin, unprivileged } from '../process/cluster.ts';
import { pause } from '../process/program.ts';
import { type Deployment, ownCopy, ownFolder } from './deployment.ts';

/** How many requests of the customers are where. */
export interface Restored {
  /** Acknowledged before the time that is restored. */
  before: number;
  /** Of these, in the database restored to that time. */
  atThatTime: number;
  /** Of those acknowledged later, in the same database. */
  afterwards: number;
  /** Of the first, in a database made of a dump from that time. */
  dumped: number;
}

const bin = (name: string) => join(postgresBin ?? '', name);

/**
 * Makes a copy of the running cluster, and a dump. Then it restores the copy to a time, from the archived log, as
 * docs/operations.md says, and the dump into a database beside the one that serves.
 *
 * @param handIn lets customers hand in requests of the history with this number. @returns how many
 */
export async function restoredAt(
  { ask, archive, folder, ownerUrl, logs }: Deployment,
  handIn: (seed: number) => Promise<number>,
): Promise<Restored> {
  const user = unprivileged() ?? {};
  const { port } = new URL(ownerUrl);
  const options = (password: string) => ({
    ...user,
    cwd: folder,
    env: { ...process.env, PGPASSWORD: password },
    stdio: 'ignore' as const,
  });
  const at = ['-h', '127.0.0.1', '-p', port];

  const copy = ownFolder(join(folder, 'copy'));
  const base = [...at, '-U', 'replicator', '-D', copy, '-X', 'none', '--checkpoint', 'fast'];
  execFileSync(bin('pg_basebackup'), base, options('password-of-replicator'));
  const before = await handIn(9_001);
  const time = (await ask('select now()::text as now'))[0]?.now;
  await pause(1_100);
  const backups = ownFolder(join(folder, 'backups'));
  const dump = join(backups, 'amparo.dump');
  execFileSync(
    bin('pg_dump'),
    [...at, '-U', 'postgres', '--format', 'custom', '--file', dump, 'amparo'],
    options('password-of-postgres'),
  );
  await handIn(9_002);
  const [row] = await ask('select pg_walfile_name(pg_switch_wal()) as last');
  const last = join(archive, String(row?.last));
  for (const until = Date.now() + 30_000; !existsSync(last) && Date.now() < until; ) await pause(100);

  const there = join(folder, 'restored');
  ownCopy(copy, there);
  const settings = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${time}'`,
    "recovery_target_action = 'promote'",
    "archive_mode = 'off'",
    "synchronous_standby_names = ''",
  ];
  appendFileSync(join(there, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(there, 'recovery.signal'), '');
  const restoredPort = await freePort();
  const own = ['hba_file', 'ident_file'].flatMap((name) => {
    const file = join(there, name === 'hba_file' ? 'pg_hba.conf' : 'pg_ident.conf');
    return ['-c', `${name}=${file}`];
  });
  const command = ['-D', there, '-p', String(restoredPort), '-k', backups, ...own, '-c', 'listen_addresses=127.0.0.1'];
  const log = openSync(join(folder, 'restored.log'), 'a');
  const server = spawn(bin('postgres'), command, { ...user, cwd: folder, stdio: ['ignore', log, log] });
  closeSync(log);
  try {
    const url = (database: string, onPort = restoredPort) =>
      `postgres://postgres:password-of-postgres@127.0.0.1:${onPort}/${database}`;
    const count = async (address: string, seed: number): Promise<number> => {
      const [row] = await askAt(
        address,
        `select (select count(*) from tickets where notas like 'historia ${seed},%')
           + (select count(*) from refunds where fields ->> 'diagnostico' like 'historia ${seed},%') as count,
           pg_is_in_recovery() as recovering`,
      );
      if (row?.recovering) throw new Error('it is still being restored');
      return Number(row?.count);
    };
    for (const until = Date.now() + 60_000; ; await pause(250)) {
      const isUp = await count(url('amparo'), 9_001).then(
        () => true,
        () => false,
      );
      if (isUp) break;
      if (Date.now() > until) throw new Error(`the copy is not restored\n${logs()}`);
    }
    const pgEnv = options('password-of-postgres');
    const made = ['--owner', 'amparo_owner', '--encoding', 'UTF8', '--template', 'template0', 'amparo_restored'];
    execFileSync(bin('createdb'), [...at, '-U', 'postgres', ...made], pgEnv);
    const into = ['--no-owner', '--no-privileges', '--role', 'amparo_owner', '--exit-on-error', '--dbname'];
    execFileSync(bin('pg_restore'), [...at, '-U', 'postgres', ...into, 'amparo_restored', dump], pgEnv);
    const result = {
      before,
      atThatTime: await count(url('amparo'), 9_001),
      afterwards: await count(url('amparo'), 9_002),
      dumped: await count(url('amparo_restored', Number(port)), 9_001),
    };
    await ask('drop database amparo_restored');
    return result;
  } finally {
    await ended(server, 'SIGQUIT');
  }
}
