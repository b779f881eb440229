/**
 * `npm run test:engines [-- --all] [-- file or -g pattern]`: the journeys in engines other than Chromium, against the built app and
 * the real server: Firefox and WebKitGTK (today's Safari), each where Debian's packages for it are installed. Without --all
 * Firefox runs its core journeys alone, in at most four and a half minutes for both engines. What is left out is said, engine by
 * engine and reason by reason. Ends with 'N passed, N failed'.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from '../server/build.mjs';
import { run } from './steps.mjs';

const engines = {
  firefox: { needs: [process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'], packages: 'firefox-esr' },
  webkitgtk: {
    needs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/lib/python3/dist-packages/gi'],
    packages: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
  },
};
const args = process.argv.slice(2);
const all = args.includes('--all');
const rest = args.filter((arg) => arg !== '--all');
const projects = [];
for (const [name, { needs, packages }] of Object.entries(engines)) {
  const missing = needs.filter((path) => !existsSync(path));
  if (missing.length === 0) projects.push(name);
  else console.log(`left out: ${name}, for which these packages are not installed: ${packages}`);
}
if (projects.length === 0) {
  console.log('left out: every engine');
  console.log('0 passed, 0 failed');
  process.exit(0);
}
if (!buildIfStale()) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'amparo-engines-'));
const report = join(folder, 'report.json');
const code = await run(
  'node_modules/.bin/playwright',
  [
    'test',
    ...['--config', 'tests/engines/playwright.config.ts'],
    ...projects.flatMap((name) => ['--project', name]),
    ...rest,
  ],
  {
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      AMPARO_ENGINES_ALL: all || rest.length > 0 ? '1' : '0',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${resolve('tests/engines/firefox-shim.cjs')}`.trim(),
    },
  },
);

let passed = 0;
let failed = 0;
try {
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
  passed = stats.expected + stats.flaky;
  failed = stats.unexpected;
  for (const [reason, count] of leftOut(suites)) console.log(`left out: ${count} ${reason}`);
} catch {
  failed = 1;
}
if (!all && rest.length === 0 && projects.includes('firefox')) {
  console.log('left out: every other journey in Firefox, for want of time; --all runs it');
}
rmSync(folder, { recursive: true, force: true });
if (code !== 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** How many journeys, or parts of one, did not run, by engine and reason. */
function leftOut(suites) {
  const counts = new Map();
  const note = (reason) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const tests = (suite) => [...(suite.specs ?? []).flatMap((one) => one.tests), ...(suite.suites ?? []).flatMap(tests)];
  for (const { status, projectName, annotations } of suites.flatMap(tests)) {
    const skip = annotations.find(({ type }) => type === 'skip');
    if (status === 'skipped') note(`in ${projectName} because ${skip?.description ?? 'no time was left'}`);
    for (const { type, description } of annotations) {
      if (type === 'left out') note(`times in ${projectName} within a journey: ${description}`);
    }
  }
  return counts;
}
