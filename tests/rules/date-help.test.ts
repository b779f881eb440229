import { expect, test } from 'vitest';
import { dateHelp } from '#rules/date-help.ts';

test.each([
  ['19-58-0412', 'El mes 58 no existe: escribe primero el día'],
  ['12-19-58', 'El mes 19 no existe: escribe primero el día'],
  ['04-25-1958', 'El mes 25 no existe: escribe primero el día'],
  ['12-00-1958', 'El mes 00 no existe'],
  ['32-04-1958', 'El día 32 no existe'],
  ['00-04-1958', 'El día 00 no existe'],
  ['12-04-58', 'El año lleva cuatro cifras'],
  ['31-02-1958', 'No hay 31 de febrero'],
  ['31-04-1958', 'No hay 31 de abril'],
  ['29-02-2023', 'En 2023 febrero no tiene día 29'],
  ['29-02-2024', null],
  ['29-11-2026', null],
  // A phone whose date is behind refuses the real one (F60).
  ['30-11-2026', 'En este teléfono hoy es 29 de noviembre de 2026'],
  ['12-04', null],
  ['', null],
])('[V5.13] of %s it says: %s', (typed, said) => {
  expect(dateHelp(typed, '2026-11-29', 'este teléfono')).toBe(said);
});
