import { execFileSync } from 'node:child_process';
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

  test('name only machines that compose.yaml starts', () => {
    const names = configs.flatMap(reachedIn).map((at) => at.split(':')[0] ?? '');
    expect(names.length).toBeGreaterThan(12);
    for (const name of new Set(names)) expect([...services.keys()], name).toContain(name);
  });

  test('are each used by compose.yaml, which uses nothing else', () => {
    const mounted = [...compose.matchAll(/- \.\/([\w.-]+):/g)].map(([, name]) => name ?? '');
    const settings = [...compose.matchAll(/env_file: \[?([^\]\n]*)/g)].flatMap(([, list]) => (list ?? '').split(', '));
    const used = new Set([...mounted, ...settings, 'compose.yaml', 'Containerfile', 'archive-wal', 'roles.sql']);
    for (const name of readdirSync(folder)) expect([...used], name).toContain(name);
    // The certificate is the operator's.
    for (const name of used) if (name !== 'portal.pem') expect(existsSync(join(folder, name)), name).toBe(true);
    expect(compose).toContain('roles.sql');
    expect(read('Containerfile')).toContain('archive-wal');
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
