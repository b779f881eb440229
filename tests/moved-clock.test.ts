import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** The answer of code in a realm of its own, whose clock was moved. */
const told = (TEST_CLOCK: string, code: string): unknown =>
  JSON.parse(
    runInNewContext(`${readFileSync('tools/shared/moved-clock.mjs', 'utf8')}\nJSON.stringify(${code})`, {
      process: { env: { TEST_CLOCK } },
    }),
  );

test.each(['00:30', '12:00', '23:30'])(
  '[D17] the tests can run at %s of any zone, and what puts Date back keeps that hour',
  (clock) => {
    const hour = Number(clock.slice(0, 2));
    expect(told(clock, 'new Date().toTimeString().slice(0, 5)')).toBe(clock);
    expect(told(clock, 'Date().slice(16, 21)')).toBe(clock);
    expect(told(clock, 'new (class extends Date {})().getHours()')).toBe(hour);
    expect(told(clock, 'new Date(new Date().constructor.now()).getHours()')).toBe(hour);
    expect(told(clock, 'new Date(2026, 1, 3).getDate()')).toBe(3);
  },
);

test.each(['2027-01-01T00:30', '2027-01-25T12:00', '2028-02-29T12:00'])(
  '[D17] the tests can run on another day: %s',
  (clock) => {
    const now = 'new Date(new Date().getTime() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)';
    expect(told(clock, now)).toBe(clock);
    expect(told(clock, 'new Date(Date.now()).getFullYear()')).toBe(Number(clock.slice(0, 4)));
  },
);

test.each(['24:00', '2027-02-29T12:00', '2027-13-01T12:00', '2027-01-01', ''])(
  "[D17] an hour or a day that is none stops the tests: '%s'",
  (clock) => {
    expect(() => told(clock, '1')).toThrow(/TEST_CLOCK/);
  },
);

test('[D17] each check before landing runs all tests once, at some hour of some zone', () => {
  const run = readFileSync('.ci/run', 'utf8');
  expect(run.match(/^[^#\n]*npm (run )?test(:depth)?$/gm)).toEqual([
    "step 'test' tests_elsewhere npm test",
    "step 'test in depth' tests_elsewhere npm run test:depth",
  ]);
  expect(run).toMatch(/^ {2}TZ=\$zone TEST_CLOCK=\$clock "\$@"$/m);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.test).toBe('vitest run --project=tests --project=alone');
  expect(scripts['test:depth']).toBe('vitest run --project=depth*');
});
