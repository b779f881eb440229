import { expect, test } from 'vitest';
import { groupsOf, readOut } from '#features/health-card/read-out.ts';

test.each([
  ['W52002101', 'W5200 2101'],
  ['W520021101', 'W520 021 101'],
  ['123456', '123 456'],
  ['1234567', '123 4567'],
  ['1234567890', '123 456 7890'],
  ['12345678901', '123 4567 8901'],
  ['123456789012', '1234 5678 9012'],
  ['60054', '60054'],
  ['', ''],
  // As the insurer has parted it.
  ['CR-SAL-0098114', 'CR-SAL-0098114'],
  ['0863519-010-00001', '0863519-010-00001'],
  ['W5200 2101', 'W5200 2101'],
  ['<b>123456</b>', '<b>123456</b>'],
])('[H2.57] %j is shown as %j, and its groups together are the number', (value, shown) => {
  const groups = groupsOf(value);
  expect(groups.join(' ')).toBe(shown);
  expect(groups.join('')).toBe(value);
});

test.each([
  ['W52002101', 'W 5 2 0 0, 2 1 0 1'],
  ['W5200 2101', 'W 5 2 0 0, 2 1 0 1'],
  ['0863519-010-00001', '0 8 6, 3 5 1 9 guion 0 1 0 guion 0 0 0 0 1'],
  ['CR-SAL-0098114', 'C R guion S A L guion 0 0 9, 8 1 1 4'],
  ['60054', '6 0 0 5 4'],
])('[H2.57] a screen reader says %j sign by sign, with a pause between the groups', (value, said) => {
  expect(readOut(value)).toBe(said);
});

test.each(['\u202E<b>1</b>', `${'1'.repeat(41)}`, ''])('[S2] what is no number is said as it is: %j', (value) => {
  expect(readOut(value)).toBe(value);
});
