/**
 * `npm run test:engines [-- --all] [-- --project=engine] [-- file or -g pattern]`: runs journeys in engines other than
 * Chromium, against the built app and the real server. The engines are WebKitGTK (today's Safari), WPE (an older one) and
 * Firefox, each where Debian's packages for it are installed. Without --all it takes at most five minutes: Firefox runs only
 * its core journeys, and no journey begins that would not end in time. It lists what it leaves out, by engine and reason.
 * It ends with 'N passed, N failed', also when it is stopped from outside, and leaves no process behind.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from '../server/build.mjs';
import { engines, lackingPackages } from './test-engines/packages.mjs';
import { endRun, marked } from './test-engines/processes.mjs';
import { sum } from './test-engines/results.mjs';

/** When a short run stops what is still running, and when it is killed, in seconds since the start. */
const STOP_AFTER_S = 290;
const KILL_AFTER_S = 310;
/** The time a stopped run has to write its report. `.ci/run` waits twenty seconds. */
const REPORT_GRACE_S = 12;

const started = Date.now();
const args = process.argv.slice(2);
const all = args.includes('--all');
const rest = args.filter((arg) => arg !== '--all');
const short = !all && rest.length === 0;
const PROJECT = '--project=';
const wanted = rest.filter((arg) => arg.startsWith(PROJECT)).map((arg) => arg.slice(PROJECT.length));
const projects = [];
for (const [name, needs] of Object.entries(engines)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const lacks = lackingPackages(needs);
  if (lacks.length === 0) projects.push(name);
  else console.log(`left out: ${name}, for which these packages are not installed: ${lacks.join(' ')}`);
}
if (projects.length === 0) {
  console.log('left out: every engine');
  console.log('0 passed, 0 failed');
  process.exit(0);
}
if (!buildIfStale()) process.exit(1);

// Holds profiles, data and the report of this run, and is deleted at the end.
const folder = mkdtempSync(join(tmpdir(), 'amparo-engines-'));
const report = join(folder, 'report.json');
const mark = folder;
const playing = spawn(
  'node_modules/.bin/playwright',
  [
    'test',
    ...['--config', 'tests/engines/playwright.config.ts'],
    // Joined with '=', because Playwright would otherwise take a following file for another project.
    ...projects.map((name) => `--project=${name}`),
    ...rest.filter((arg) => !arg.startsWith(PROJECT)),
  ],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    // In its own process group, so that a signal reaches only this process, which then stops the others in order.
    detached: true,
    env: {
      ...process.env,
      ...marked(mark),
      ...(short && {
        AMPARO_LONGEST: join(folder, 'longest'),
        AMPARO_STOP_AT: String(started + STOP_AFTER_S * 1000),
        AMPARO_STOP_AFTER: String(started + STOP_AFTER_S * 1000 - Date.now()),
      }),
      TMPDIR: folder,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      AMPARO_ENGINES_ALL: short ? '0' : '1',
      NODE_OPTIONS:
        `${process.env.NODE_OPTIONS ?? ''} --require ${resolve('tests/engines/harness/firefox-shim.cjs')}`.trim(),
    },
  },
);

let cut = false;
const stop = (why) => {
  if (cut) return;
  cut = true;
  console.log(`cut: ${why}`);
  playing.kill('SIGINT');
  setTimeout(() => endRun(mark), REPORT_GRACE_S * 1000).unref();
};
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(`it was told to end by ${signal}`));
if (short)
  setTimeout(() => stop(`${KILL_AFTER_S} seconds were over`), started + KILL_AFTER_S * 1000 - Date.now()).unref();
const code = await new Promise((done) => {
  playing.on('error', () => done(1));
  playing.on('exit', (exit) => done(exit ?? 1));
});
await endRun(mark);

const { passed, failed, leftOut } = sum(read(report), { code, cut });
for (const one of leftOut) console.log(`left out: ${one}`);
if (short && projects.includes('firefox')) {
  console.log('left out: every other journey in Firefox, for want of time; --all runs it');
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The report; null when Playwright was ended before it wrote one. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
