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

test.each([
  '12 abril 1958',
  '12 de abril de 1958',
  '12 de Abril del 1958',
  '12-abr-1958',
  '12 abr. 1958',
  '1958-04-12',
  '1958/04/12',
  '1958.4.12',
  '1958-04-12T10:30:00Z',
  '12/4/1958 10:30',
  '12.4.1958, 10.30',
  '12/04/1958 - 10:30',
  '12. 4. 1958',
  '12 / 4 / 1958',
  '12\u20134\u20131958',
  '\u200e12/4/1958',
  'martes 12 de abril de 1958',
  'Sábado, 12 de abril de 1958, 10:30',
  'Fecha: 12\u00a0de\u00a0abril de 1958.',
  'Acta 7 del 12/4/1958',
])('[V5.13] a date that is pasted as %s is understood', (pasted) => {
  expect(maskitoTransform(pasted, dateMask)).toBe('12-04-1958');
});

test('[V5.13] a year of two figures stays one, behind a whole day and month', () => {
  expect(maskitoTransform('12/4/58', dateMask)).toBe('12-04-58');
  expect(maskitoTransform('12. 4. 58 ', dateMask)).toBe('12-04-58');
  expect(maskitoTransform('3 setiembre 1990', dateMask)).toBe('03-09-1990');
  expect(maskitoTransform('3 de luna de 1990', dateMask)).toBe('31-99-0');
});

test('[V5.13] of two dates it is the first one, and a number beside a date is no part of it', () => {
  expect(maskitoTransform('12/4/1958 - 13/5/1959', dateMask)).toBe('12-04-1958');
  expect(maskitoTransform('2 12/4/1958', dateMask)).toBe('12-04-1958');
  expect(maskitoTransform('112-04-1958', dateMask)).toBe('11-20-4195');
});

test('a pasted or autofilled date is understood in the usual forms', () => {
  for (const pasted of ['1990-12-03', '03/12/1990', '3/12/1990', '3.12.1990', '03121990', ' 03-12-1990 ']) {
    expect(maskitoTransform(pasted, dateMask)).toBe('03-12-1990');
  }
});
