// @module-tag depth
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { beginTime } from '../journeys/harness/engine.ts';

// These scripts of the checks have no types.
const part = (name: string) => import(new URL(`../../tools/test-engines/${name}.mjs`, import.meta.url).href);
const { sum } = (await part('results')) as {
  sum: (
    report: unknown,
    ended: { code: number; cut: boolean },
  ) => { passed: number; failed: number; leftOut: string[] };
};
const { endRun, marked, ofRun } = (await part('processes')) as {
  endRun: (run: string) => Promise<void>;
  marked: (run: string) => Record<string, string>;
  ofRun: (run: string) => number[];
};

const { engines, lackingPackages } = (await part('packages')) as {
  engines: Record<string, [path: string, name: string][]>;
  lackingPackages: (needs: readonly [string, string][], isThere: (path: string) => boolean) => string[];
};

const one = (title: string, status: string, skip?: string) => ({
  title,
  tests: [{ status, projectName: 'wpe', annotations: skip ? [{ type: 'skip', description: skip }] : [] }],
});
const report = (unexpected: number, ...specs: object[]) => ({
  stats: { expected: 3, flaky: 0, unexpected },
  suites: [{ suites: [{ specs }] }],
});
const whole = { code: 0, cut: false };

describe('[D64] the result of a run in other engines', () => {
  test('counts a run that was cut as failed, whatever passed before', () => {
    expect(sum(report(0), whole)).toMatchObject({ passed: 3, failed: 0 });
    expect(sum(report(0), { code: 1, cut: true })).toMatchObject({ passed: 3, failed: 1 });
    expect(sum(report(2), { code: 1, cut: true })).toMatchObject({ passed: 3, failed: 2 });
    expect(sum(report(0), { code: 1, cut: false })).toMatchObject({ passed: 3, failed: 1 });
    expect(sum(null, { code: 0, cut: false })).toMatchObject({ passed: 0, failed: 1 });
  });

  test('names journeys that had no time, and counts those that cannot run by their reason', () => {
    const { leftOut } = sum(
      report(
        0,
        one('a photo', 'skipped', 'no time was left'),
        one('a lock', 'skipped'),
        one('a passkey', 'skipped', 'it needs a key'),
        one('another', 'skipped', 'it needs a key'),
        one('home', 'expected'),
      ),
      whole,
    );
    expect(leftOut).toEqual([
      '2 in wpe because it needs a key',
      'for want of time in wpe: a photo',
      'for want of time in wpe: a lock',
    ]);
  });
});

test('[D64] no journey starts that would end too late, judged by the longest so far', () => {
  let clock = 0;
  const now = () => clock;
  const folder = mkdtempSync(join(tmpdir(), 'amparo-'));
  vi.stubEnv('AMPARO_STOP_AT', '290');
  vi.stubEnv('AMPARO_LONGEST', join(folder, 'longest'));
  const first = beginTime(now);
  expect(first.late).toBe(false);
  clock = 100;
  first.end();
  clock = 150;
  expect(beginTime(now).late).toBe(false);
  clock = 170;
  expect(beginTime(now).late).toBe(true);
  vi.stubEnv('AMPARO_STOP_AT', undefined);
  expect(beginTime(now).late).toBe(false);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const linux = existsSync('/proc/self/environ');

test.skipIf(!linux)('[D64] a run leaves no process behind, in any process group', async () => {
  const run = `run-${process.pid}`;
  const env = { ...process.env, ...marked(run) };
  // This process ignores TERM, and its parent has ended.
  const parent = spawn('/bin/sh', ['-c', "(trap '' TERM; sleep 60; sleep 60) & echo started"], {
    env,
    detached: true,
  });
  await once(parent, 'exit');
  expect(ofRun(run).length).toBeGreaterThan(0);
  await endRun(run);
  expect(ofRun(run)).toEqual([]);
});

test('[D64] of an engine that is left out the packages are named that it lacks, and no others', () => {
  const needs = engines.webkitgtk ?? [];
  expect(lackingPackages(needs, () => true)).toEqual([]);
  expect(lackingPackages(needs, (path) => !path.endsWith('Xvfb'))).toEqual(['xvfb']);
  expect(lackingPackages(needs, () => false)).toEqual(needs.map(([, name]) => name));
});
