/**
 * `npm run check`: format and lint, types of each place code runs in, arrows, dead code, oldest browsers, size budgets. Everything
 * runs even when something failed, so that one run tells all. The last line counts the steps. With --built it looks at the build
 * that is there and makes none.
 */
import { capture } from './steps.mjs';

const bin = (name) => `node_modules/.bin/${name}`;
const built = process.argv.includes('--built');
const steps = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types: page', bin('tsc'), ['-p', 'src']],
  ['types: tests and build', bin('tsc'), ['-p', '.']],
  ['types: service worker and workers', bin('tsc'), ['-p', 'sw']],
  ['types: server', bin('tsc'), ['-p', 'server']],
  ['arrows', bin('vitest'), ['run', 'tests/architecture.test.ts']],
  ['requirements', process.execPath, ['.ci/requirements.mjs', '--check']],
  ['protections', process.execPath, ['.ci/protections.mjs', '--check']],
  ['dead code', bin('knip'), ['--no-progress']],
  ...(built ? [] : [['build', bin('vite'), ['build', '--logLevel', 'warn']]]),
  ['oldest browsers', process.execPath, ['.ci/floor.mjs']],
  ['size budgets', process.execPath, ['.ci/budgets.mjs']],
];

let failed = 0;
for (const [name, command, args] of steps) {
  const started = performance.now();
  const { code, output } = await capture(command, args);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
  if (code !== 0 || name === 'size budgets') console.log(output.trimEnd());
  if (code !== 0) failed += 1;
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
