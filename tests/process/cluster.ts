import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ended, freePort } from '#tests/journeys/harness/server.ts';
import { statOf } from '#tests/proc.ts';

/** The folder of Debian's programs, by version. On other systems `POSTGRES_BIN` names the folder. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const SETPRIV = '/usr/bin/setpriv';

/** The folder of PostgreSQL's programs; null when none is installed, and tests that need one are skipped. */
export const postgresBin: string | null = find();

export interface Cluster {
  url: string;
  start(): Promise<void>;
  /** 'fast' ends every connection properly; 'immediate' is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Stops all its processes without ending their connections, as a broken disk would. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections of clients. @returns how many there were */
  terminateConnections(): Promise<number>;
  /** Runs one statement on a new connection. */
  ask(text: string): Promise<Record<string, unknown>[]>;
  /** Ends it in any state, and removes its folder. */
  remove(): Promise<void>;
}

/**
 * Starts a new PostgreSQL in a new folder, on a free port, under a user that is not root.
 *
 * @param more settings besides, each as `name=value`; the file that it writes its log to; the address of the one it follows
 */
export async function createCluster(
  more: { settings?: readonly string[]; log?: string; standbyOf?: string } = {},
): Promise<Cluster> {
  if (!postgresBin) throw new Error('PostgreSQL is not installed');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'amparo-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const program = (name: string) => join(postgresBin ?? '', name);
  const options = { ...user, cwd: folder };
  const init = ['-D', data, '-U', 'amparo', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const copy = ['-D', data, '-d', more.standbyOf ?? '', '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  const [maker, how] = more.standbyOf ? ['pg_basebackup', copy] : ['initdb', init];
  execFileSync(program(maker), how, { ...options, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://amparo@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;

  const ask = (text: string) => askAt(url, text);

  const cluster: Cluster = {
    url,
    ask,
    async start() {
      // The server ends with this process, so that a killed test run leaves none behind.
      const tied = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'QUIT', '--'] : [];
      const named = ['listen_addresses=127.0.0.1', 'max_connections=60', ...(more.settings ?? [])];
      const settings = ['-F', ...named.flatMap((one) => ['-c', one])];
      const command = [...tied, program('postgres'), '-D', data, '-p', String(port), '-k', folder, ...settings];
      const log = more.log === undefined ? 'ignore' : openSync(more.log, 'a');
      const child = spawn(command[0] ?? '', command.slice(1), { ...options, stdio: ['ignore', 'ignore', log] });
      if (typeof log === 'number') closeSync(log);
      server = child;
      for (const until = Date.now() + 30_000; ; await pause(50)) {
        if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
        const answered = await ask('select 1').then(
          () => true,
          () => false,
        );
        if (answered) return;
        if (Date.now() > until) throw new Error('PostgreSQL does not start');
      }
    },
    async stop(how) {
      if (server) await ended(server, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server = null;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    terminateConnections: async () =>
      (
        await ask(`select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'`)
      ).length,
    async remove() {
      cluster.thaw();
      await cluster.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function signal(name: NodeJS.Signals) {
    if (server?.pid !== undefined) signalAll([server.pid, ...descendantsOf(server.pid)], name);
  }

  await cluster.start();
  return cluster;
}

/** Runs one statement on a new connection. */
export async function askAt(
  connectionString: string,
  text: string,
  { connect = 2_000, answer = 5_000 } = {},
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connect, query_timeout: answer });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function find(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env.POSTGRES_BIN ?? '', ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'))];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** The user that servers of a database run as when the tests are root's, whom PostgreSQL refuses. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  if (!uid || !gid) throw new Error('There is no user postgres to run PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The processes that it began, and those that they began: of a PostgreSQL one for each connection. */
export function descendantsOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map(Number).filter((pid) => Number(statOf(pid)[1]) === parent);
  return children.flatMap((pid) => [pid, ...descendantsOf(pid)]);
}

export function signalAll(pids: Iterable<number>, name: NodeJS.Signals): void {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
