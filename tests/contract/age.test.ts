import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ageOf, SECOND_MS } from '#contract/age.ts';

const YEAR_MS = 365 * 86_400_000;
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

  test('[F60] is never worked out beside this, in the rooms that keep what has an age', () => {
    const subtraction = /(?:clock\(\)|Date\.now\(\)|\bnow|getTime\(\)) - (?![A-Z])/;
    const rooms = ['src/database', 'src/session', 'src/mirror', 'src/outbox', 'src/push', 'src/requests', 'sw'];
    const found = rooms.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && file !== 'draft-ages.ts')
        .filter((file) => subtraction.test(readFileSync(join(folder, file), 'utf8'))),
    );
    expect(found).toEqual([]);
  });
});
