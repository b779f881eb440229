import { expect, test } from 'vitest';
import { banks } from './banks.ts';
import { compressedSize, expectCleanNames, shoutedNames } from './list-checks.ts';

test('[V3.20][D13] there are 800 banks, each label and each value once', () => {
  expect(banks).toHaveLength(800);
  expectCleanNames(banks.map(({ label }) => label));
  expect(new Set(banks.map(({ value }) => value)).size).toBe(banks.length);
  for (const { value } of banks) expect(Number.isInteger(value) && value > 0).toBe(true);
});

test('[D13] no bank is written in capitals, except for names that are', () => {
  expect(shoutedNames(banks.map(({ label }) => label))).toEqual([
    'BANDEX',
    'FINAGRO',
    'ICETEX',
    'BANPRO',
    'BNDES',
    'ABN AMRO',
  ]);
});

test('[D13] small words within a bank’s name are in lower case', () => {
  const capitals = banks.filter(({ label }) => / (De|Del|E|En|Y) /.test(label));
  expect(capitals).toEqual([]);
});

test('[D13] a value stays with its bank', () => {
  expect(banks.find(({ value }) => value === 1000)?.label).toBe('Banco Amazonas');
  expect(banks.find(({ value }) => value === 5000)?.label).toBe('Bancolombia');
  expect(banks.find(({ value }) => value === 8000)?.label).toBe('JPMorgan Chase');
});

test('[V3.20] the banks take less than 10 kB compressed', () => {
  expect(compressedSize(banks)).toBeLessThan(10_000);
});
