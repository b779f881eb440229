import { maskitoTransform } from '@maskito/core';
import { expect, test } from 'vitest';
import { dateMask } from '#forms/masks.ts';

function typed(keys: string): string {
  return [...keys].reduce((text, key) => maskitoTransform(text + key, dateMask), '');
}

test('[V5.13] typing a date keeps digits only and inserts the dashes', () => {
  expect(typed('03121990')).toBe('03-12-1990');
  expect(typed('03a12/b19 90')).toBe('03-12-1990');
  expect(typed('0312')).toBe('03-12');
  expect(typed('03')).toMatch(/^03-?$/);
});

test('[V5.13] a day or month of one digit is accepted with its separator', () => {
  for (const keys of ['5/11/2026', '5-11-2026', '5.11.2026', '05/11/2026', '5 11 2026']) {
    expect(typed(keys), keys).toBe('05-11-2026');
  }
  expect(typed('5/1/2026')).toBe('05-01-2026');
  expect(typed('15/1/2026')).toBe('15-01-2026');
});

test('[V9.5] a date ends after ten characters', () => {
  expect(typed('031219901')).toBe('03-12-1990');
});

test('a pasted or autofilled date is understood in the usual forms', () => {
  for (const pasted of ['1990-12-03', '03/12/1990', '3/12/1990', '3.12.1990', '03121990', ' 03-12-1990 ']) {
    expect(maskitoTransform(pasted, dateMask)).toBe('03-12-1990');
  }
});
