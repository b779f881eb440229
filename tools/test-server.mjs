/**
 * `npm run test:server [-- --core | --rest] [-- file …]`: tests the server as a process and on a real PostgreSQL, with restarts,
 * signals, and frozen and full databases, and the way to the insurer and back. It builds first when the build is older than the sources.
 * Without PostgreSQL, PgBouncer, nginx, Caddy or root it leaves out the tests that need them, and says so. `--core` leaves out
 * what plays for minutes, and `--rest` runs only that: a slow machine keeps the twenty minutes of `.ci/run` for the core.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { buildIfStale } from '../server/build.mjs';
import { run } from './shared/steps.mjs';

if (!buildIfStale()) process.exit(1);
/** Releases beside one another, histories with killed processes, each planted deviation, and each program as a command. */
const playing = ['two-builds', 'histories', 'there-and-back', 'planted-deviations', 'programs'].map(
  (name) => `tests/process/${name}.test.ts`,
);
const gone = playing.filter((file) => !existsSync(file));
if (gone.length > 0) throw new Error(`${gone.join(', ')}: not there any more; name what plays for minutes now`);
const given = process.argv.slice(2).filter((arg) => arg !== '--');
const args = given.filter((arg) => arg !== '--core' && arg !== '--rest');
if (given.includes('--core')) args.push(...playing.flatMap((file) => ['--exclude', file]));
if (given.includes('--rest')) args.push(...playing);
// Most of the time is waiting for processes, so one more file than there are cores runs at once.
const workers = `--maxWorkers=${availableParallelism() + 1}`;
const code = await run('node_modules/.bin/vitest', ['run', '--project', 'server', workers, ...args]);
const debian = '/usr/lib/postgresql';
const here = {
  postgresql: Boolean(process.env.POSTGRES_BIN) || (existsSync(debian) && readdirSync(debian).length > 0),
  pgbouncer: existsSync('/usr/sbin/pgbouncer'),
  'nginx-light': existsSync('/usr/sbin/nginx'),
  caddy: existsSync('/usr/bin/caddy'),
};
const missing = Object.keys(here).filter((name) => !here[name]);
if (missing.length > 0)
  console.log(`left out: what needs ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')})`);
if (process.getuid?.() !== 0) console.log('left out: what only root can try, as a disk that fills up');
process.exit(code);
