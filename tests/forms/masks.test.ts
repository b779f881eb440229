import { expect, test } from 'vitest';
import { type MaskName, masked } from '#forms/masks.ts';
import { phoneProblem } from '#rules/registration-fields.ts';

function typed(name: MaskName, keys: string): string {
  return [...keys].reduce((text, key) => masked(name, text + key), '');
}

test('[V5.13] typing a date keeps digits only and inserts the dashes', () => {
  expect(typed('date', '03121990')).toBe('03-12-1990');
  expect(typed('date', '03a12/b19 90')).toBe('03-12-1990');
  expect(typed('date', '0312')).toBe('03-12');
  expect(typed('date', '03')).toMatch(/^03-?$/);
});

test('[V9.5] a date ends after ten characters', () => {
  expect(typed('date', '031219901')).toBe('03-12-1990');
});

test('a date that is pasted or filled in by the browser is understood in the usual forms', () => {
  for (const pasted of ['1990-12-03', '03/12/1990', '3/12/1990', '3.12.1990', '03121990', ' 03-12-1990 ']) {
    expect(masked('date', pasted)).toBe('03-12-1990');
  }
});

test('[D6] blanks, dots and hyphens of a number are dropped', () => {
  expect(masked('phone', '099 123-45.67')).toBe('0991234567');
  expect(typed('phone', '099-123')).toBe('099123');
});

test("[V2.34][D6] a phone number that brings its country's prefix along loses it, pasted or typed", () => {
  for (const whole of ['+506 8888 7777', '+50688887777', '00506 8888-7777', '(+506) 8888 7777', '8888 7777']) {
    expect(masked('phone', whole, '+506')).toBe('88887777');
  }
  expect(masked('phone', '+1 (809) 555-1234', '+1')).toBe('8095551234');
  expect([...'+50688887777'].reduce((text, key) => masked('phone', text + key, '+506'), '')).toBe('88887777');
  // Without a plus the digits are the number, whatever they begin with.
  expect(masked('phone', '50612345', '+506')).toBe('50612345');
});

test("[V5.15] another country's number keeps its plus, and so is not taken for a number here", () => {
  expect(masked('phone', '+34 612 345 678', '+506')).toBe('+34612345678');
  expect(phoneProblem('+34612345678')).toBe('El teléfono no es válido');
});
