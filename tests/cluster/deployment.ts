import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ended, freePort } from '#tests/journeys/harness/server.ts';
import { statOf } from '#tests/proc.ts';
import { askAt, descendantsOf, signalAll, unprivileged } from '../process/cluster.ts';
import { answers, type Program, pause, ready, root, server, start, stopped } from '../process/program.ts';

const FILES = join(root, 'server/deploy/cluster');
const DATA = '/var/lib/postgresql/15/amparo';
const BASES = ['base1', 'base2', 'base3'] as const;
const MACHINES = ['amparo1', 'amparo2'] as const;
export type Base = (typeof BASES)[number];
export type Machine = (typeof MACHINES)[number];

/** A PostgreSQL under Patroni, and an etcd beside it. */
export interface BaseMachine {
  name: Base;
  /** Ends everything on it at once, and takes its disk away. */
  lose(): Promise<void>;
  /** Begins on an empty disk, as a machine that was bought anew. */
  replace(): Promise<void>;
  /** Ends PostgreSQL alone, as a crash does. Patroni starts it again. */
  crash(): void;
  /** Ends Patroni alone; PostgreSQL runs on, unwatched. */
  unwatch(): Promise<void>;
  watchAgain(): void;
  /** Stops all of its processes, whose connections stay: nobody reaches it, and it does not know. */
  freeze(): void;
  thaw(): void;
}

export interface AppMachine {
  name: Machine;
  /** Where customers reach it, through its proxy. */
  url: string;
  killPooler(): Promise<void>;
  startPooler(): void;
  killServer(): Promise<void>;
  /** Starts it, again and again until it is ready, as systemd does. */
  startServer(): Promise<void>;
}

export interface Deployment {
  bases: readonly BaseMachine[];
  machines: readonly AppMachine[];
  /** The primary as the owner of the tables reaches it, past the pooler. */
  ownerUrl: string;
  /** The parts of the database's log that were archived. */
  archive: string;
  folder: string;
  /** The machine whose PostgreSQL takes writes; null while none does. */
  primary(): Promise<BaseMachine | null>;
  /** Whether two standbys follow, and one of them has whatever is acknowledged. */
  isWhole(): Promise<boolean>;
  /** Runs `patronictl` on a base machine, as docs/operations.md says. @returns what it printed */
  patronictl(...command: string[]): Promise<string>;
  /** Runs one statement at the primary, as the superuser. */
  ask(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** The last lines of every log. */
  logs(): string;
  remove(): Promise<void>;
}

/**
 * Starts the reference deployment of docs/operations.md on this machine: three etcd, three PostgreSQL under Patroni, and two
 * machines of Amparo with HAProxy and PgBouncer. The files are those of server/deploy/cluster; names, ports and folders in
 * them become this machine's.
 */
export async function deploy(): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-cluster-'));
  const user = unprivileged();
  chmodSync(folder, 0o755);
  const ports = new Map<string, number>();
  for (const name of [1, 2, 3]) {
    for (const at of [`etcd${name}:2379`, `etcd${name}:2380`, `base${name}:5432`, `base${name}:8008`])
      ports.set(at, await freePort());
  }
  for (const name of MACHINES)
    for (const port of [443, 4173, 5432, 6432]) ports.set(`${name}:${port}`, await freePort());
  const portOf = (at: string) => ports.get(at) ?? fail(`${at} has no port`);
  const made = new Set<ChildProcess>();

  /** The text of a file as the machine of that name would have it, with this machine's addresses. */
  function local(file: string, name: string): string {
    const here = (at: string) => `127.0.0.1:${portOf(at)}`;
    return readFileSync(join(FILES, file), 'utf8')
      .replace(/\b(base\d):(\d+) check port (\d+)/g, (_, host, port, look) => {
        return `${here(`${host}:${port}`)} check port ${portOf(`${host}:${look}`)}`;
      })
      .replace(/\b(?:0\.0\.0\.0|127\.0\.0\.1):(443|2379|2380|4173|5432|6432|8008)\b/g, (_, port) =>
        here(`${name}:${port}`),
      )
      .replace(/\b((?:etcd|base|amparo)\d):(\d+)\b/g, (_, host, port) => here(`${host}:${port}`))
      .replace(/127\.0\.0\.1 port=5432/g, () => `127.0.0.1 port=${portOf(`${name}:5432`)}`)
      .replace(/listen_port = 6432/, () => `listen_port = ${portOf(`${name}:6432`)}`)
      .replaceAll(DATA, dataOf(name))
      .replaceAll('/var/lib/etcd/default', join(folder, name, 'etcd'))
      .replaceAll('/var/lib/postgresql', join(folder, name))
      .replaceAll('/var/run/postgresql', join(folder, name))
      .replaceAll('/srv/amparo-wal', archive)
      .replaceAll('/usr/local/bin/archive-wal', join(FILES, 'archive-wal'))
      .replaceAll('/etc/pgbouncer', join(folder, name))
      .replaceAll('/etc/haproxy', join(folder, name))
      .replace(/^ *(user|group) haproxy$/gm, '');
  }
  const archive = join(folder, 'archive');
  const dataOf = (name: string) => join(folder, name, 'data');

  function write(file: string, name: string): string {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, local(file, name), { mode: 0o600 });
    if (user) for (const one of [dirname(path), path]) chownSync(one, user.uid, user.gid);
    return path;
  }

  /** Begins one of Debian's programs. It ends with this process: Patroni then ends its PostgreSQL. */
  function begin(name: string, command: readonly string[], more: Record<string, string> = {}): ChildProcess {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const tied = ['--pdeathsig', 'TERM', '--', ...command];
    const child = spawn('/usr/bin/setpriv', tied, {
      ...user,
      cwd: folder,
      env: { ...process.env, ...more },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    made.add(child);
    return child;
  }

  ownFolder(archive);
  /** @param more settings of one that joins the others again */
  function startEtcd(n: number, more: Record<string, string> = {}): ChildProcess {
    const lines = readEnv(local('etcd.env', `etcd${n}`));
    const own = Object.fromEntries(
      // On base2 and base3 the first three settings have their number.
      Object.entries(lines).map(([name, value], at) => [name, at < 3 ? numbered(value, n) : value]),
    );
    return begin(`etcd${n}`, ['/usr/bin/etcd'], { ...own, ...more });
  }

  /** Takes the lost member's name off the list and puts the new one on it, as docs/operations.md says. */
  async function etcdAgain(n: number): Promise<ChildProcess> {
    const other = `http://127.0.0.1:${portOf(`etcd${(n % 3) + 1}:2379`)}`;
    const etcdctl = async (...command: string[]) => {
      const env = { ...process.env, ETCDCTL_API: '3' };
      return (await promisify(execFile)('/usr/bin/etcdctl', ['--endpoints', other, ...command], { env })).stdout;
    };
    const listed = async () => {
      const members = await etcdctl('member', 'list');
      if (/^\w+, unstarted,/m.test(members)) return true;
      const [, id] = new RegExp(`^(\\w+), \\w+, etcd${n},`, 'm').exec(members) ?? [];
      if (id) await etcdctl('member', 'remove', id);
      await etcdctl('member', 'add', `etcd${n}`, `--peer-urls=http://127.0.0.1:${portOf(`etcd${n}:2380`)}`);
      return true;
    };
    // A change that comes while the other two elect a leader is never answered, and is made again.
    await waitFor(() => listed().catch(() => false), 60_000, `etcd${n} is not taken back`);
    return startEtcd(n, { ETCD_INITIAL_CLUSTER_STATE: 'existing' });
  }

  /** `http://127.0.0.1:<port of etcd1>` or `etcd1`, as the n-th machine has it. */
  function numbered(value: string, n: number): string {
    const plain = [2379, 2380].reduce(
      (text, port) => text.replace(`:${portOf(`etcd1:${port}`)}`, `:${portOf(`etcd${n}:${port}`)}`),
      value,
    );
    return plain.replace('etcd1', `etcd${n}`);
  }

  const bases = BASES.map((name, at) => openBase(name, at + 1));
  function openBase(name: Base, n: number): BaseMachine {
    const config = write('patroni.yml', name);
    ownFolder(join(folder, `etcd${n}`));
    let etcd = startEtcd(n);
    let patroni: ChildProcess | null = null;
    const watch = () => {
      patroni = begin(name, ['/usr/bin/patroni', config], {
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${portOf(`${name}:8008`)}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${portOf(`${name}:5432`)}`,
      });
    };
    watch();
    const postmaster = () => {
      try {
        return Number(readFileSync(join(dataOf(name), 'postmaster.pid'), 'utf8').split('\n')[0]);
      } catch {
        return null;
      }
    };
    const everything = () =>
      [etcd.pid, patroni?.pid, postmaster()].flatMap((pid) => (pid ? [pid, ...descendantsOf(pid)] : []));
    const signal = (name: NodeJS.Signals, pids = everything()) => signalAll(pids, name);
    return {
      name,
      async lose() {
        signal('SIGCONT');
        const all = everything();
        signal('SIGKILL', all);
        if (patroni) await ended(patroni, 'SIGKILL');
        await ended(etcd, 'SIGKILL');
        for (const until = Date.now() + 10_000; all.some(isAlive) && Date.now() < until; ) await pause(20);
        for (const disk of [dataOf(name), join(folder, `etcd${n}`, 'etcd')])
          rmSync(disk, { recursive: true, force: true });
      },
      async replace() {
        etcd = await etcdAgain(n);
        watch();
      },
      crash() {
        const pid = postmaster();
        if (pid) signal('SIGKILL', [pid, ...descendantsOf(pid)]);
      },
      async unwatch() {
        if (patroni) await ended(patroni, 'SIGKILL');
      },
      watchAgain: watch,
      freeze: () => signal('SIGSTOP'),
      thaw: () => signal('SIGCONT'),
    };
  }

  await waitFor(async () => (await primaryName()) !== null, 90_000, 'no primary');
  const superuser = (database: string) => {
    const proxy = portOf('amparo1:5432');
    return `postgres://postgres:password-of-postgres@127.0.0.1:${proxy}/${database}`;
  };

  async function primaryName(): Promise<Base | null> {
    for (const name of BASES) {
      if (await answers(`http://127.0.0.1:${portOf(`${name}:8008`)}/primary`, 2_000)) return name;
    }
    return null;
  }

  // A primary that changes takes longer to answer than one that stands.
  const ask = (text: string, database = 'postgres') =>
    askAt(superuser(database), text, { connect: 3_000, answer: 8_000 });

  const isWhole = async () => {
    const asked = ask(`select count(*)::int as following, count(*) filter (where sync_state = 'sync')::int as sure
      from pg_stat_replication where state = 'streaming' and application_name like 'base%'`);
    const [row] = await asked.catch(() => []);
    return row?.following === 2 && row.sure === 1 && (await isListed());
  };

  /** Whether Patroni has written down who may take over. Before that nobody may. */
  async function isListed(): Promise<boolean> {
    const name = await primaryName();
    if (!name) return false;
    const answer = await fetch(`http://127.0.0.1:${portOf(`${name}:8008`)}/cluster`).catch(() => null);
    const { members = [] } = ((await answer?.json().catch(() => null)) ?? {}) as { members?: { role: string }[] };
    return members.some(({ role }) => role === 'sync_standby');
  }

  const machines = MACHINES.map((name) => openMachine(name));
  function openMachine(name: Machine): AppMachine {
    write('userlist.txt', name);
    const [pgbouncer, haproxy] = [write('pgbouncer.ini', name), write('haproxy.cfg', name)];
    writeFileSync(haproxy, readFileSync(haproxy, 'utf8').replace(/ ssl crt \S+ alpn \S+/, ''));
    begin(`${name}-proxy`, ['/usr/sbin/haproxy', '-db', '-f', haproxy]);
    let pooler: ChildProcess | null = null;
    let program: Program | null = null;
    let isWanted = false;
    const port = portOf(`${name}:4173`);
    const settings = { ...readEnv(local('amparo.env', name)), AMPARO_LISTEN: '127.0.0.1' };
    const startPooler = () => {
      pooler = begin(`${name}-pooler`, ['/usr/sbin/pgbouncer', pgbouncer]);
    };
    startPooler();
    return {
      name,
      url: `http://127.0.0.1:${portOf(`${name}:443`)}`,
      async killPooler() {
        if (pooler) await ended(pooler, 'SIGKILL');
      },
      startPooler,
      async killServer() {
        isWanted = false;
        await stopped(program ?? undefined);
      },
      async startServer() {
        isWanted = true;
        for (const until = Date.now() + 120_000; isWanted; ) {
          program = start(server, { PORT: String(port), AMPARO_DATA: join(folder, name, 'amparo'), ...settings });
          const isReady = await ready(`http://127.0.0.1:${port}`, program).then(
            () => true,
            () => false,
          );
          if (isReady) return;
          if (Date.now() > until) throw new Error(`${name} does not start: ${program.said.out}${program.said.err}`);
          await stopped(program);
          await pause(2_000);
        }
      },
    };
  }

  await waitFor(isWhole, 120_000, 'the standbys do not follow');
  const proxy = ['-h', '127.0.0.1', '-p', String(portOf('amparo1:5432'))];
  execFileSync('/usr/bin/psql', [...proxy, '-U', 'postgres', '-f', join(FILES, 'roles.sql'), 'postgres'], {
    env: { ...process.env, PGPASSWORD: 'password-of-postgres' },
    stdio: 'ignore',
  });
  for (const machine of machines) await machine.startServer();

  async function waitFor(isSo: () => Promise<boolean>, milliseconds: number, otherwise: string): Promise<void> {
    for (const until = Date.now() + milliseconds; !(await isSo()); await pause(250)) {
      if (Date.now() > until) throw new Error(`${otherwise}\n${logs()}`);
    }
  }

  function logs(): string {
    const files = readdirSync(folder).filter((name) => name.endsWith('.log'));
    return files.map((name) => `== ${name}\n${readFileSync(join(folder, name), 'utf8').slice(-1_500)}`).join('\n');
  }

  return {
    bases,
    machines,
    ownerUrl: readEnv(local('amparo.env', 'amparo1')).DATABASE_OWNER_URL ?? '',
    archive,
    folder,
    async primary() {
      const name = await primaryName();
      return bases.find((one) => one.name === name) ?? null;
    },
    isWhole,
    async patronictl(...command) {
      const config = join(folder, 'base1', 'patroni.yml');
      return (await promisify(execFile)('/usr/bin/patronictl', ['-c', config, ...command])).stdout;
    },
    ask,
    logs,
    async remove() {
      for (const machine of machines) {
        await machine.killServer();
        await machine.killPooler();
      }
      for (const base of bases) await base.lose();
      for (const child of made) await ended(child, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a folder that the user owns who runs the databases. */
export function ownFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  const user = unprivileged();
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** A copy of a folder of PostgreSQL, which the user that runs it owns. */
export function ownCopy(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const user = unprivileged();
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, to]);
  chmodSync(to, 0o700);
}

/** The settings of a file of `NAME=value` lines. */
function readEnv(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`) && statOf(pid)[0] !== 'Z';

function fail(text: string): never {
  throw new Error(text);
}
