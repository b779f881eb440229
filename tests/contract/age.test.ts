import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ageOf, SECOND_MS } from '#contract/age.ts';

const YEAR_MS = 365 * 86_400_000;
/** Where times or other numbers may be subtracted, and why no age that decides anything is meant. */
const subtracting: Record<string, string> = {
  'src/contract/age.ts': 'is the one place',
  'src/outbox/draft-ages.ts': 'asks an index for the same bounds',
  'src/database/standing.ts': 'asks an index for the same bounds',
  'src/app/unexpected.tsx': 'performance.now() is never set',
  'src/photos/look.ts': 'brightness, not time',
  'src/session/activity.ts': 'a moment in the past, not an age',
  'src/ui/hooks/use-minute.ts': 'how far the clock on the screen is off, either way',
  'server/accounts/attempts.ts': 'an unknown age would forget the attempts of a process whose clock is ahead',
  'server/database/folder-lock.ts': 'a file of the future counts as touched just now',
  'server/http/crowd.ts': 'either way',
  'server/metrics/metrics.ts': 'a gauge, which nothing is decided by',
  'server/push/news.ts': 'the time left',
  'server/sweep.ts': 'a moment in the past, not an age',
};
/** Where the server takes something for over by the clock of one process, and why nothing is lost by it. */
const byOneClock: Record<string, string> = {
  'server/accounts/known-device.ts': 'a network that is not known has the tries of any other',
};
const NOW = Date.parse('2026-11-24T12:00:00Z');

describe('the age of what a device noted', () => {
  test.each([
    ['a minute ago', NOW - 60 * SECOND_MS, 60 * SECOND_MS],
    ['a year ago', NOW - YEAR_MS, YEAR_MS],
    ['before the clock was corrected by seconds', NOW + 10 * SECOND_MS, 0],
    ['while the clock was a minute ahead', NOW + 60 * SECOND_MS, null],
    ['as no time at all', Number.NaN, null],
  ])('[F60] is known only where both clocks can be right: noted %s', (_, at, age) => {
    expect(ageOf(at, NOW)).toBe(age);
  });

  test('[F60] is unknown of what was noted while the clock stood years ahead', () => {
    expect(ageOf(NOW + 9 * YEAR_MS, NOW)).toBeNull();
  });

  test('[F60] is unknown of what was noted while the clock stood in 1970', () => {
    expect(ageOf(5000, NOW)).toBeNull();
  });

  test('[F60] also counts from a time ahead, where the caller says how far', () => {
    expect([ageOf(NOW + 60_000, NOW, 60_000), ageOf(NOW + 60_001, NOW, 60_000)]).toEqual([0, null]);
  });

  test('[F60] is never worked out beside this', () => {
    const subtraction = /(?:clock\(\)|Date\.now\(\)|\bnow|getTime\(\)) - (?![A-Z])/;
    expect(filesWith(subtraction, ['src', 'sw', 'server'])).toEqual(Object.keys(subtracting).sort());
  });

  test('[F60] at the server is compared by the earlier of two clocks, which is called `by`, or by the common one', () => {
    const compared = /\bafter\((?!by,|common,)[\w.]+, -|\blte?\([\w.]+, (?!by\b)[\w.]*clock\(\)/;
    expect(filesWith(compared, ['server'])).toEqual(Object.keys(byOneClock).sort());
  });
});

const filesWith = (pattern: RegExp, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.tsx?$/.test(file) && pattern.test(readFileSync(file, 'utf8')))
    .sort();
