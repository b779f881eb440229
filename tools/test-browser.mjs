/**
 * `npm run test:browser [-- --all] [-- file or -g pattern]`: runs journeys in a real Chromium against the built app and the
 * real server. Without --all only the core journeys (tests/journeys/core) run. It builds first when the build is older than
 * the sources. It ends with 'N passed, N failed', counted from Playwright's report.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../server/build.mjs';
import { run } from './shared/steps.mjs';

const args = process.argv.slice(2);
const all = args.includes('--all');
const rest = args.filter((arg) => arg !== '--all');
const folder = mkdtempSync(join(tmpdir(), 'amparo-journeys-'));
const report = join(folder, 'report.json');

if (!buildIfStale()) process.exit(1);

const filter = rest.length > 0 ? rest : all ? [] : ['tests/journeys/core'];
const code = await run(
  'node_modules/.bin/playwright',
  ['test', '--config', 'tests/journeys/playwright.config.ts', ...filter],
  { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
);

let passed = 0;
let failed = 0;
try {
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  passed = stats.expected + stats.flaky;
  failed = stats.unexpected;
} catch {
  failed = 1;
}
rmSync(folder, { recursive: true, force: true });
if (passed + failed === 0) failed = 1;
if (code !== 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
