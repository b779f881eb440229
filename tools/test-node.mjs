/**
 * `npm run test:node [-- 26 …]`: starts the built product with each of these versions of Node.js, the newest that is
 * tested when none is given. It builds first when the build is older than the sources. With each version it opens a new data
 * folder, asks for the page, signs a demo customer in and ends by SIGTERM. npm's package `node` brings each version. The last
 * line counts the versions.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../server/build.mjs';
import { capture } from './shared/steps.mjs';

const NEWEST = '26';
/** How long a first start and an end may take, in milliseconds. */
const PATIENCE_MS = 90_000;

if (!buildIfStale()) process.exit(1);

const asked = process.argv.slice(2).filter((arg) => arg !== '--');
const folder = mkdtempSync(join(tmpdir(), 'amparo-node-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let passed = 0;
const versions = asked.length > 0 ? asked : [NEWEST];
for (const version of versions) {
  const trouble = await tried(version).catch((error) => error.message);
  if (!trouble) passed += 1;
  console.log(trouble ? `FAIL  Node.js ${version}: ${trouble}` : `ok    Node.js ${version}`);
}
console.log(`${passed} passed, ${versions.length - passed} failed`);
process.exit(passed === versions.length ? 0 : 1);

/** @returns what went wrong, or '' */
async function tried(version) {
  const home = join(folder, version);
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const installed = await capture('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: home });
  if (installed.code !== 0) return `not installed: ${installed.output.trim().split('\n').at(-1)}`;
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    AMPARO_DATA: join(home, 'data'),
    AMPARO_DEMO: '1',
    DATABASE_URL: '',
  };
  const server = spawn(join(home, 'node_modules/node/bin/node'), ['dist/server/main.js'], { env });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.once('exit', () => server.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  try {
    for (const until = Date.now() + PATIENCE_MS; !(await answers(`${url}/ready`)); ) {
      if (server.exitCode !== null || Date.now() > until) return `does not start: ${said}`;
      await new Promise((again) => setTimeout(again, 200));
    }
    const page = await fetch(url, { headers: { Accept: 'text/html' } });
    if (!(await page.text()).includes('<title>Amparo')) return `the page: ${page.status}`;
    const signedIn = await fetch(`${url}/api/usuarios/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'costarica@demo.test', password: 'Amparo2026' }),
    });
    if (signedIn.status !== 200) return `the sign-in: ${signedIn.status} ${await signedIn.text()}`;
    server.kill('SIGTERM');
    const code = await Promise.race([ended, new Promise((late) => setTimeout(() => late('never'), PATIENCE_MS))]);
    return code === 0 ? '' : `ended with ${code}: ${said}`;
  } finally {
    server.kill('SIGKILL');
  }
}

function answers(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A port that nobody listens at now. */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
