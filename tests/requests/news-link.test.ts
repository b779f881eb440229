import { expect, test } from 'vitest';
import { newsTime } from '#requests/news-link.ts';

test.each([
  ['today says the hour', [2026, 2, 5, 9, 4], /^9:04$/],
  ['yesterday says so', [2026, 2, 4, 23, 59], /^ayer$/],
  ['another day of the year needs no year', [2026, 0, 2, 12, 0], /^2 ene$/],
  ['a day of last year has its year', [2025, 11, 31, 12, 0], /^31 dic 2025$/],
  ['an earlier year too', [2024, 1, 29, 12, 0], /^29 feb 2024$/],
] as const)('when the device learned of news: %s', (_, [year, month, day, hour, minute], said) => {
  expect(newsTime(new Date(year, month, day, hour, minute), '2026-03-05')).toMatch(said);
});

test('yesterday is told over the turn of a year', () => {
  expect(newsTime(new Date(2025, 11, 31, 12), '2026-01-01')).toBe('ayer');
});
