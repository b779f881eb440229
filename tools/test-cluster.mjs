/**
 * `npm run test:cluster`: starts the reference deployment of docs/operations.md on this machine, with the files of
 * server/deploy/cluster, and kills its parts while customers use it. It is no part of `.ci/run`, since one history takes five
 * minutes. `AMPARO_HISTORIES=10 npm run test:cluster` plays ten; `AMPARO_SEED` begins elsewhere, `AMPARO_MINUTES` makes them
 * shorter. All programs are Debian's. It names the packages that are missing, and then proves nothing and fails.
 */
import { existsSync } from 'node:fs';
import { buildIfStale } from '../server/build.mjs';
import { run } from './shared/steps.mjs';

const packages = {
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  pgbouncer: '/usr/sbin/pgbouncer',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'postgresql-15': '/usr/lib/postgresql/15/bin/initdb',
};
const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]));
if (missing.length > 0) {
  console.log(`not installed: apt-get install ${missing.join(' ')}`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
if (!buildIfStale()) process.exit(1);
process.exit(
  await run('node_modules/.bin/vitest', [
    'run',
    '--project',
    'server-cluster',
    '--silent=false',
    ...process.argv.slice(2),
  ]),
);
