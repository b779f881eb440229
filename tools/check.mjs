/**
 * `npm run check`: format and lint, types for each place where code runs, arrows, controls that keep the focus, requirements,
 * migrations, mutations, dead code, oldest browsers, size budgets. All steps run even when one fails, so that one run shows
 * everything. The last line counts the steps. With --built it checks the present build instead of making one.
 */
import { capture } from './shared/steps.mjs';

const bin = (name) => `node_modules/.bin/${name}`;
const built = process.argv.includes('--built');
const steps = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types: page', bin('tsc'), ['-p', 'src']],
  ['types: tests and build', bin('tsc'), ['-p', '.']],
  ['types: service worker and workers', bin('tsc'), ['-p', 'sw']],
  ['types: server', bin('tsc'), ['-p', 'server']],
  ['arrows', bin('vitest'), ['run', 'tests/architecture.test.ts']],
  ['never disabled by its own press', bin('vitest'), ['run', 'tests/ui/never-disabled.test.ts']],
  ['requirements', process.execPath, ['tools/requirements.mjs', '--check']],
  ['migrations', process.execPath, ['tools/check/migrations.mjs']],
  ['mutations', process.execPath, ['tools/mutations.mjs', '--check']],
  ['dead code', bin('knip'), ['--no-progress']],
  ...(built ? [] : [['build', process.execPath, ['server/build-app.mjs']]]),
  ['oldest browsers', process.execPath, ['tools/check/floor.mjs']],
  ['size budgets', process.execPath, ['tools/check/budgets.mjs']],
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
