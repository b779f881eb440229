import { describe, expect, test } from 'vitest';
import {
  civilStatuses,
  civilStatusesWithSpouse,
  incomeOriginOf,
  incomeOrigins,
  personalIncomeOrigins,
  sexes,
  sexPlaceholder,
} from '#countries/lists/options.ts';

test('[V3.17][V9.7] the sexes and their placeholder', () => {
  expect(sexPlaceholder).toBe('Selecciona una opción');
  expect(sexes).toEqual(['Masculino', 'Femenino']);
});

test('[V3.18][V9.7] the civil statuses and those with a spouse', () => {
  expect(civilStatuses).toEqual(['Soltero', 'Unión de hecho', 'Casado', 'Divorciado', 'Viudo']);
  expect(civilStatusesWithSpouse).toEqual(['Casado', 'Unión de hecho']);
});

describe('income origins', () => {
  test('[V9.7][D9] are written as registration and personal information each write them', () => {
    expect(incomeOrigins).toEqual(['Arriendos', 'Inversiones', 'Negocios', 'Otros']);
    expect(personalIncomeOrigins).toEqual(['Arriendos', 'Inversiones', 'Negocio', 'Otros']);
  });

  test('[D9] are understood in either spelling', () => {
    expect(incomeOriginOf('Negocio')).toBe('Negocios');
    expect(incomeOriginOf('Negocios')).toBe('Negocios');
    for (const origin of [...incomeOrigins, ...personalIncomeOrigins]) expect(incomeOriginOf(origin)).toBeDefined();
    expect(incomeOriginOf(' Otros ')).toBe('Otros');
    expect(incomeOriginOf('Herencia')).toBeUndefined();
    expect(incomeOriginOf('')).toBeUndefined();
  });
});
