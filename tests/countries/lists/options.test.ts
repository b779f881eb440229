import { expect, test } from 'vitest';
import {
  civilStatuses,
  civilStatusesWithSpouse,
  incomeOrigins,
  personalIncomeOrigins,
  sexes,
} from '#countries/lists/options.ts';

test('[V3.17][V9.7] there are two sexes', () => {
  expect(sexes).toEqual(['Masculino', 'Femenino']);
});

test('[V3.18][V9.7] there are five civil statuses, two of them with a spouse', () => {
  expect(civilStatuses).toEqual(['Soltero', 'Unión de hecho', 'Casado', 'Divorciado', 'Viudo']);
  expect(civilStatusesWithSpouse).toEqual(['Casado', 'Unión de hecho']);
});

test('[V9.7][D9] income origins are written as registration and personal information each write them', () => {
  expect(incomeOrigins).toEqual(['Arriendos', 'Inversiones', 'Negocios', 'Otros']);
  expect(personalIncomeOrigins).toEqual(['Arriendos', 'Inversiones', 'Negocio', 'Otros']);
});
