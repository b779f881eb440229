/**
 * Builds lie side by side in `.builds`, each with the page in `client` and the server in `server`. `dist` is a link to the one
 * that the next start serves. A build becomes visible when it is whole, by one rename; a server that runs keeps its own (F62).
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const builds = `${root}.builds`;
const served = `${root}dist`;

/** What a build is made of. */
export const sources = [
  'src',
  'sw',
  'server',
  'public',
  'index.html',
  'manifest.webmanifest',
  'tools/build',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Builds that are kept beside the served one: to go back to, and for the pages that have their scripts. */
const KEPT = 3;
/** Beside `client` and `server`: when the sources were read, and the settings they were built with. */
const RECORD = 'build.json';
/** A build that takes longer than this, in milliseconds, has died. */
const LONGEST_BUILD_MS = 3_600_000;

const isDemo = !['0', 'false'].includes(process.env.AMPARO_DEMO ?? '1');
/** What whoever tries the demo finds: cards are shared (D20), and there are numbers to call, which say that they are samples (D62). */
const demoSettings = { VITE_SHARE_CARD: 'on', VITE_PHONES: 'sample' };

/**
 * Builds when there is no build or a source is newer. False when the build failed.
 *
 * @param options.quietly whether the output is left to the program that follows; what is said goes where errors go
 */
export function buildIfStale({ quietly = false } = {}) {
  return isStale() ? prepare('Preparando Amparo por primera vez o tras un cambio…', quietly) : true;
}

/** As `buildIfStale`, and also when the build was made with other settings than a start would make it with (F47). */
export function buildForStart() {
  if (isStale()) return buildIfStale();
  const [made, wanted] = [record(served).settings, settingsOf(isDemo)];
  const other = Object.keys({ ...made, ...wanted }).filter((name) => made[name] !== wanted[name]);
  if (other.length === 0) return true;
  return prepare(`Preparando Amparo de nuevo: la versión preparada tiene otros ajustes (${other.sort().join(', ')})…`);
}

function prepare(why, quietly = false) {
  if (quietly) console.error(why);
  else console.log(why);
  if (build({ forDemo: isDemo, quiet: true, output: quietly ? 2 : 1 })) return true;
  console.error('Amparo no se pudo preparar: la compilación falló.');
  return false;
}

/**
 * Builds page and server aside. The next start serves them; what is served now stays as it is, also when this fails.
 *
 * @param options.forDemo whether the app gets what the demo shows besides the settings of files and environment
 * @param options.quiet whether only warnings are printed
 * @param options.output where they are printed: 1 or 2, as a descriptor
 * @returns whether it succeeded
 */
export function build({ forDemo = false, quiet = false, output = 1 } = {}) {
  // Read before the sources are: what changes meanwhile makes the build a stale one.
  const made = { begun: new Date(), settings: settingsOf(forDemo), ofDemo: forDemo ? ofDemo() : [] };
  const folder = `${builds}/${made.begun.toISOString().replace(/\W/g, '-')}${process.pid}`;
  mkdirSync(folder, { recursive: true });
  // With these the packages of a build can be installed into it, beside those of another.
  for (const name of ['package.json', 'package-lock.json'])
    if (existsSync(root + name)) copyFileSync(root + name, `${folder}/${name}`);
  const options = quiet ? ['--logLevel', 'warn'] : [];
  const env = { ...(forDemo && demoSettings), ...process.env };
  if (
    !vite(['--outDir', `${folder}/client`, ...options], env, output) ||
    !vite(['--config', 'server/vite.config.ts', '--outDir', `${folder}/server`, ...options], env, output)
  ) {
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
  writeFileSync(`${folder}/${RECORD}`, `${JSON.stringify(made, null, 2)}\n`);
  serveNext(folder);
  removeOld();
  return true;
}

function vite(options, env, output) {
  const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...options], {
    cwd: root,
    // A test that builds makes a build for customers all the same.
    env: { ...env, NODE_ENV: 'production', VITEST: '' },
    stdio: ['inherit', output, 'inherit'],
  });
  return status === 0;
}

/** Puts a new link in the place of the old one: at every moment `dist` is one whole build or the other. */
function serveNext(folder) {
  const link = `${builds}/.next-${process.pid}`;
  rmSync(link, { force: true });
  symlinkSync(`.builds/${basename(folder)}`, link);
  // Once: builds of before were made in the folder itself.
  if (lstatSync(served, { throwIfNoEntry: false })?.isDirectory())
    renameSync(served, `${builds}/before-${process.pid}`);
  renameSync(link, served);
}

/** Removes what is neither served, nor running, nor among the newest; a whole build has its record, another one may be under way. */
function removeOld() {
  const present = basename(realpathSync(served));
  const age = (name) => Date.now() - statSync(`${builds}/${name}`).mtimeMs;
  const others = readdirSync(builds).filter((name) => name !== present && !name.startsWith('.'));
  const whole = others.filter((name) => existsSync(`${builds}/${name}/${RECORD}`)).sort();
  const broken = others.filter((name) => !whole.includes(name) && age(name) > LONGEST_BUILD_MS);
  for (const name of [...whole.slice(0, -KEPT), ...broken])
    if (!isRunning(`${builds}/${name}`)) rmSync(`${builds}/${name}`, { recursive: true, force: true });
}

/** A server leaves its number in the build that it runs from (server/own-build.ts). */
function isRunning(folder) {
  if (!existsSync(`${folder}/running`)) return false;
  return readdirSync(`${folder}/running`).some((pid) => {
    try {
      return process.kill(Number(pid), 0);
    } catch (error) {
      return error.code === 'EPERM';
    }
  });
}

/** The app's settings by their variables, as the build finds them: its files, what the demo shows, the environment. */
function settingsOf(forDemo) {
  const files = ['.env', '.env.local', '.env.production', '.env.production.local'];
  const written = files
    .filter((name) => existsSync(root + name))
    .map((name) => parseEnv(readFileSync(root + name, 'utf8')));
  const all = Object.assign({}, ...written, forDemo && demoSettings, process.env);
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name.startsWith('VITE_') && value.trim() !== ''),
  );
}

/** Those of the demo's settings that nobody set otherwise. */
const ofDemo = () => Object.keys(demoSettings).filter((name) => process.env[name] === undefined);

function record(folder) {
  try {
    const { begun, settings } = JSON.parse(readFileSync(`${folder}/${RECORD}`, 'utf8'));
    return { begun: Date.parse(begun), settings };
  } catch {
    return { begun: 0, settings: {} };
  }
}

const isStale = () => newest(sources.map((path) => root + path)) > record(served).begun;

function newest(paths) {
  return Math.max(0, ...paths.map(newestIn));
}

function newestIn(path) {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  // A folder's own time tells of files that were removed.
  return Math.max(info.mtimeMs, newest(readdirSync(path).map((name) => `${path}/${name}`)));
}
