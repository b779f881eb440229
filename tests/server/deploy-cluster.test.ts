import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { badSettings } from '#server/settings.ts';

const folder = resolve(import.meta.dirname, '../../server/deploy/cluster');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const compose = read('compose.yaml');
const configs = ['etcd.env', 'patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'amparo.env'];

/** The services of compose.yaml, each with its own lines. */
const services = new Map(
  (/^services:\n([\s\S]*?)^volumes:/m.exec(compose)?.[1] ?? '')
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf(':')), text] as const),
);

/** Names and ports of other machines in a file, without its comments. */
const reachedIn = (name: string): string[] =>
  read(name)
    .split('\n')
    .filter((line) => !/^\s*[#;]/.test(line))
    .flatMap((line) => line.match(/\b(?:etcd|base|amparo)\d:\d+/g) ?? []);

describe('[F44] the files of the cluster', () => {
  test('say that a part of the log is kept once both the file and its name are on the disk', () => {
    const at = mkdtempSync(join(tmpdir(), 'amparo-wal-'));
    onTestFinished(() => rmSync(at, { recursive: true }));
    const [part, kept, synced] = [join(at, 'part'), join(at, 'archive', '0001'), join(at, 'synced')];
    mkdirSync(join(at, 'archive'));
    writeFileSync(part, 'log');
    // What is synced, and whether the part has its name by then.
    const spy = `#!/bin/sh\ntest -e ${kept} && named=named || named=part\necho "$named $1" >> ${synced}\n`;
    writeFileSync(join(at, 'sync'), spy, { mode: 0o755 });
    const archive = () =>
      execFileSync('sh', [join(folder, 'archive-wal'), part, kept], { env: { PATH: `${at}:${process.env.PATH}` } });
    archive();
    expect(readFileSync(synced, 'utf8')).toMatch(
      new RegExp(`^part ${kept}\\.\\d+\\.part\\nnamed ${join(at, 'archive')}\\n$`),
    );
    // The machine may have gone off in between: whoever finds it there asks for its name too.
    archive();
    expect(readFileSync(synced, 'utf8').trim().split('\n').at(-1)).toBe(`named ${join(at, 'archive')}`);
    expect(readFileSync(synced, 'utf8').trim().split('\n')).toHaveLength(3);
    writeFileSync(part, 'another');
    expect(archive).toThrow();
    expect(readFileSync(kept, 'utf8')).toBe('log');
  });

  test.each([
    ['whose copying fails, as on a full disk', 'exit 1'],
    ['that is ended meanwhile', 'kill -TERM $PPID'],
  ])('leave no piece of a part of the log behind, of one %s', (_what, ends) => {
    const at = mkdtempSync(join(tmpdir(), 'amparo-wal-'));
    onTestFinished(() => rmSync(at, { recursive: true }));
    mkdirSync(join(at, 'archive'));
    writeFileSync(join(at, 'part'), 'log');
    writeFileSync(join(at, 'cp'), `#!/bin/sh\nhead -c 1 "$1" > "$2"\n${ends}\n`, { mode: 0o755 });
    const command = [join(folder, 'archive-wal'), join(at, 'part'), join(at, 'archive', '0001')];
    const env = { PATH: `${at}:${process.env.PATH}` };
    expect(spawnSync('sh', command, { env }).status).toBeGreaterThan(0);
    expect(readdirSync(join(at, 'archive'))).toEqual([]);
  });

  test('name only machines that compose.yaml starts', () => {
    const names = configs.flatMap(reachedIn).map((at) => at.split(':')[0] ?? '');
    expect(names.length).toBeGreaterThan(12);
    for (const name of new Set(names)) expect([...services.keys()], name).toContain(name);
  });

  test('are each used by compose.yaml, which uses nothing else', () => {
    const mounted = [...compose.matchAll(/- \.\/([\w.-]+):/g)].map(([, name]) => name ?? '');
    const settings = [...compose.matchAll(/env_file: \[?([^\]\n]*)/g)].flatMap(([, list]) => (list ?? '').split(', '));
    // Of one machine alone, which compose.yaml does not have.
    const besides = ['compose.yaml', 'Containerfile', 'archive-wal', 'nightly-copy', 'roles.sql'];
    const used = new Set([...mounted, ...settings, ...besides]);
    for (const name of readdirSync(folder)) expect([...used], name).toContain(name);
    // The certificate is the operator's.
    for (const name of used) if (name !== 'portal.pem') expect(existsSync(join(folder, name)), name).toBe(true);
    expect(compose).toContain('roles.sql');
    expect(read('Containerfile')).toContain('archive-wal');
  });

  test('[F62] ask the other machine for a part of the page that the first does not have, as while they change versions', () => {
    const [, assets = ''] = read('haproxy.cfg').split(/^backend assets\n/m);
    expect(read('haproxy.cfg')).toMatch(
      /^ {2}use_backend assets if \{ path_beg \/assets\/ \}\n {2}default_backend amparo$/m,
    );
    for (const line of ['option redispatch 1', 'retry-on conn-failure 404']) expect(assets).toContain(`  ${line}\n`);
    for (const name of ['amparo1', 'amparo2'])
      expect(assets).toContain(`  server ${name} ${name}:4173 track amparo/${name}\n`);
  });

  test('give each machine its own name in compose.yaml', () => {
    for (const name of ['base1', 'base2', 'base3']) {
      expect(services.get(name)).toContain(`PATRONI_NAME: ${name}\n`);
      expect(services.get(name)).toContain(`PATRONI_RESTAPI_CONNECT_ADDRESS: ${name}:8008\n`);
      expect(services.get(name)).toContain(`PATRONI_POSTGRESQL_CONNECT_ADDRESS: ${name}:5432\n`);
    }
    for (const name of ['etcd1', 'etcd2', 'etcd3']) {
      expect(services.get(name)).toContain(`ETCD_NAME: ${name}\n`);
      expect(services.get(name)).toContain(`ETCD_ADVERTISE_CLIENT_URLS: http://${name}:2379\n`);
      expect(services.get(name)).toContain(`ETCD_INITIAL_ADVERTISE_PEER_URLS: http://${name}:2380\n`);
    }
    for (const [machine, number] of [
      ['amparo1', 1],
      ['amparo2', 2],
    ])
      for (const part of ['proxy', 'pooler'])
        expect(services.get(`${part}${number}`)).toContain(`network_mode: service:${machine}\n`);
  });

  test('say the same passwords, users and ports everywhere, and the settings make sense', () => {
    const lines = read('amparo.env').match(/^\w+=.*$/gm) ?? [];
    const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(badSettings(settings)).toEqual([]);
    const [serves, owner] = [new URL(settings.DATABASE_URL), new URL(settings.DATABASE_OWNER_URL)];
    expect(read('userlist.txt')).toBe(`"${serves.username}" "${serves.password}"\n`);
    expect(read('pgbouncer.ini')).toContain(`listen_port = ${serves.port}\n`);
    expect(read('haproxy.cfg')).toContain(`bind 127.0.0.1:${owner.port}\n`);
    for (const { username, password } of [serves, owner])
      expect(read('roles.sql')).toContain(`create role ${username} login password '${password}'`);
  });
});

describe('[F44] the commands of docs/operations.md for a cluster', () => {
  const document = readFileSync(join(folder, '../../../docs/operations.md'), 'utf8');

  test('name the file of Patroni, the user and the password that it has, and the folders of the archive', () => {
    expect(document.match(/\bpatronictl (?!-c \/etc\/patroni\/config\.yml )/g)).toBeNull();
    const [, user, password] = /replication:\n *username: (.*)\n *password: (.*)/.exec(read('patroni.yml')) ?? [];
    expect(document).toContain(`echo '*:*:*:${user}:${password}' > /var/lib/postgresql/.pgpass\n`);
    const [, copies] = /install -d -o postgres -g postgres -m 0700 (\S+)\n/.exec(document) ?? [];
    const [, archive] = /archive_command: \S+ %p (\S+)\/%f/.exec(read('patroni.yml')) ?? [];
    const from = `'host=base1,base2,base3 user=${user} target_session_attrs=read-write'`;
    expect(document).toContain(`/usr/local/bin/nightly-copy ${from} ${copies} ${archive} 7\n`);
    expect(document).toContain(`restore_command = 'cp ${archive}/%f %p'\n`);
  });

  test.each([
    ['base1, base2, base3', { etcdctl: 'etcd-client', patronictl: 'patroni', 'cron.d': 'cron' }],
    ['amparo1, amparo2', { psql: 'postgresql-client-15' }],
  ])('need no package that the list of %s leaves out', (machines, packages) => {
    const [, listed] = new RegExp(`^\\| ${machines} \\|([^|]*)\\|`, 'm').exec(document) ?? [];
    for (const [command, name] of Object.entries(packages)) {
      expect(document).toMatch(new RegExp(`\\b${command}[ /]`));
      expect(listed).toContain(`\`${name}\``);
    }
  });
});

describe('[F44] the nightly copy', () => {
  const START = 'START WAL LOCATION: 0/F2000028 (file';
  const night = (number: number) => `2026-11-${number}-0300`;

  /** A folder with copies, each by its first part of the log, and with such an archive. */
  function made(copies: Record<string, string>, log: readonly string[]) {
    const at = mkdtempSync(join(tmpdir(), 'amparo-copies-'));
    onTestFinished(() => rmSync(at, { recursive: true }));
    for (const one of ['copies', 'log', 'bin']) mkdirSync(join(at, one));
    for (const [name, first] of Object.entries(copies)) {
      mkdirSync(join(at, 'copies', name));
      writeFileSync(join(at, 'copies', name, 'backup_label'), `${START} ${first})\nCHECKPOINT LOCATION: 0/F2000060\n`);
    }
    for (const name of log) writeFileSync(join(at, 'log', name), '');
    /** @param does what stands for the copying; `$5` is the folder that it is told */
    const run = (
      keep: string,
      does = `mkdir "$5" && echo "${START} 000000020000000100000003)" > "$5/backup_label"`,
    ) => {
      writeFileSync(join(at, 'bin', 'pg_basebackup'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
      const command = [join(folder, 'nightly-copy'), 'host=base1', join(at, 'copies'), join(at, 'log'), keep];
      const env = { PATH: `${join(at, 'bin')}:${process.env.PATH}` };
      const { status, stderr } = spawnSync('sh', command, { env, encoding: 'utf8' });
      return { status, stderr };
    };
    const there = (one: 'copies' | 'log') => readdirSync(join(at, one)).sort();
    return { run, there };
  }

  const before = ['0000000100000000000000F1', '0000000100000000000000F2', '0000000100000000000000FE'];
  const since = ['0000000100000000000000FF', '000000010000000100000000', '000000020000000100000000'];
  const besides = ['00000002.history', 'note.txt'];

  test('takes the copies beyond the newest away, and the log that none of those needs, on whichever timeline', () => {
    const copies = {
      [night(26)]: before[0] ?? '',
      [night(27)]: since[0] ?? '',
      [night(28)]: since[2] ?? '',
    };
    const pieces = ['0000000100000000000000F1.77.part', '0000000100000000000000F2.00000028.backup'];
    const growing = '000000020000000100000004.78.part';
    const { run, there } = made({ ...copies, '2026-11-29-0300.part': before[0] ?? '' }, [
      ...[...before, ...since, ...besides, ...pieces, growing],
    ]);
    expect(run('2')).toEqual({ status: 0, stderr: '' });
    expect(there('copies')).toEqual([night(27), night(28), expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{4}$/)]);
    expect(there('log')).toEqual([...since, growing, ...besides].sort());
  });

  test('keeps a copy of another name, with its log, and takes nothing while there is no copy', () => {
    const named = made({ [night(27)]: since[0] ?? '', 'before-15': before[1] ?? '' }, [...before, ...since]);
    expect(named.run('1').status).toBe(0);
    expect(named.there('copies')).toHaveLength(3);
    expect(named.there('log')).toEqual([...before.slice(1), ...since].sort());
    const first = made({}, before);
    expect(first.run('7')).toEqual({ status: 0, stderr: '' });
    expect([first.there('copies').length, first.there('log')]).toEqual([1, before]);
  });

  test('ends with words and takes no log where a copy does not say where it begins, or none is to stay', () => {
    const { run, there } = made({ [night(27)]: since[0] ?? '', [night(28)]: 'nowhere' }, before);
    expect(run('2')).toEqual({ status: 1, stderr: expect.stringMatching(/28-0300\/backup_label does not say/) });
    for (const none of ['0', 'x'])
      expect(run(none)).toEqual({ status: 1, stderr: expect.stringContaining('at least one copy has to stay') });
    expect([there('copies'), there('log')]).toEqual([[night(27), night(28)], before]);
  });

  test('counts no copy that was not whole, and the next night takes it away', () => {
    const { run, there } = made({ [night(27)]: since[0] ?? '' }, [...before, ...since]);
    expect(run('1', 'mkdir "$5"; exit 3').status).toBe(3);
    expect(there('copies')).toEqual([night(27), expect.stringMatching(/\.part$/)]);
    expect(run('1').status).toBe(0);
    expect([there('copies')[0], there('copies').length, there('log')]).toEqual([night(27), 2, since.toSorted()]);
  });
});
