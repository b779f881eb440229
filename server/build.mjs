import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = [
  'src',
  'sw',
  'server',
  'public',
  'index.html',
  'manifest.webmanifest',
  '.ci/build',
  'vite.config.ts',
  'package.json',
];
const built = ['dist/client/index.html', 'dist/server/main.js'];

const isDemo = !['0', 'false'].includes(process.env.AMPARO_DEMO ?? '1');
/** What whoever tries the demo finds: cards are shared (D20), and there are numbers to call, which say that they are samples (D62). */
const demoSettings = { VITE_SHARE_CARD: 'on', VITE_PHONES: 'sample' };

/** Builds client and server when a part is missing or older than a source. False when the build failed. */
export function buildIfStale() {
  if (!isStale()) return true;
  console.log('Preparando Amparo por primera vez o tras un cambio…');
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...(isDemo && demoSettings), ...process.env },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error('Amparo no se pudo preparar: la compilación falló.');
  return status === 0;
}

function isStale() {
  const oldestBuilt = Math.min(...built.map((path) => changed(path) ?? 0));
  return newest(sources.map((path) => root + path)) > oldestBuilt;
}

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

function changed(path) {
  return statSync(root + path, { throwIfNoEntry: false })?.mtimeMs;
}
