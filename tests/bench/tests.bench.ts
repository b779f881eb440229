import { execFileSync } from 'node:child_process';
import type { Row } from './harness/measure.ts';

const SECOND = 1_000;

/** Times `npm test` as a newcomer runs it, with the start of its processes. A failing test throws. */
export default async function tests(): Promise<Row[]> {
  const started = performance.now();
  execFileSync('npm', ['test', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return [{ name: '`npm test`, whole', figure: (performance.now() - started) / SECOND, unit: 's', goal: 60 }];
}
