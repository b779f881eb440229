import { describe, expect, test } from 'vitest';
import { countryRegister } from '#countries/register.ts';
import { carriedOver, nextTab, only, pathFor, previousTab, progressAt, stepAt } from '#rules/wizard.ts';
import { countryNamed, people } from '../countries/people.ts';

const ecuador = countryNamed('Ecuador');
const ids = (given: Record<string, unknown>) => pathFor(ecuador, given).map((step) => step.id);

describe('the path through the steps', () => {
  test('[V2.17][V2.35][V2.36][V9.7] the spouse is asked of Casado and Unión de hecho and of nobody else', () => {
    for (const estadoCivil of ['Casado', 'Unión de hecho']) expect(ids({ estadoCivil })).toContain('conyuge');
    for (const estadoCivil of ['Soltero', 'Divorciado', 'Viudo', '', undefined]) {
      expect(ids({ estadoCivil })).not.toContain('conyuge');
    }
  });

  test('[V2.35][V4.1] going on from the civil status skips the spouse step for those without one', () => {
    expect(nextTab(ecuador, { estadoCivil: 'Casado' }, 'estadoCivil')).toBe('conyuge');
    expect(nextTab(ecuador, { estadoCivil: 'Viudo' }, 'estadoCivil')).toBe('financiera');
    expect(nextTab(countryNamed('Costa Rica'), { estadoCivil: 'Casado' }, 'estadoCivil')).toBe('financiera');
  });

  test('[V2.17] going back from the step after the spouse moves by two for those without one', () => {
    expect(previousTab(ecuador, { estadoCivil: 'Unión de hecho' }, 'financiera')).toBe('conyuge');
    expect(previousTab(ecuador, { estadoCivil: 'Soltero' }, 'financiera')).toBe('estadoCivil');
  });

  test('[V2.17] back from the first step leads out of the wizard, and after the last one nothing follows', () => {
    expect(previousTab(ecuador, {}, 'credenciales')).toBeNull();
    expect(nextTab(ecuador, {}, 'pep')).toBeNull();
  });

  test('a step that left the path still knows its neighbours', () => {
    expect(previousTab(ecuador, { estadoCivil: 'Soltero' }, 'conyuge')).toBe('estadoCivil');
    expect(nextTab(ecuador, { estadoCivil: 'Soltero' }, 'conyuge')).toBe('financiera');
  });

  test('[V4.1] walking on and back visits the same steps in every country', () => {
    for (const country of countryRegister) {
      for (const given of [people[country.name], {}]) {
        const path = pathFor(country, given).map((step) => step.id);
        path.forEach((tab, place) => {
          expect(nextTab(country, given, tab)).toBe(path[place + 1] ?? null);
          expect(previousTab(country, given, tab)).toBe(path[place - 1] ?? null);
        });
      }
    }
  });

  test('a stored step of another country or version reads as the first one', () => {
    expect(stepAt(ecuador, 'pep')?.id).toBe('pep');
    expect(stepAt(countryNamed('Guatemala'), 'conyuge')?.id).toBe('credenciales');
  });
});

describe('progress', () => {
  test('[V2.15][V9.1][D1] the first step shows 5 %, each further one its share, never above 100', () => {
    expect(progressAt(ecuador, 'credenciales')).toEqual({ percent: 5, step: 1, total: 12 });
    expect(progressAt(ecuador, 'documentacion').percent).toBe(30);
    for (const country of countryRegister) {
      const percents = country.steps.map((step) => progressAt(country, step.id).percent);
      expect(percents).toEqual([...percents].sort((one, other) => one - other));
      expect(percents.at(-1)).toBeLessThanOrEqual(100);
    }
  });

  test('[D36] the total counts the spouse step and does not change with the answers', () => {
    expect(progressAt(ecuador, 'financiera')).toMatchObject({ step: 11, total: 12 });
    expect(progressAt(countryNamed('Colombia'), 'financiera')).toMatchObject({ step: 10, total: 11 });
  });

  test('a step the country does not have counts as the first', () => {
    expect(progressAt(countryNamed('Colombia'), 'conyuge')).toMatchObject({ step: 1, percent: 5 });
  });
});

describe('choosing another country', () => {
  test('what both ask alike stays, document, places and nationality go', () => {
    const kept = carriedOver(ecuador, countryNamed('Colombia'), people.Ecuador);
    expect(Object.keys(kept).sort()).toEqual([
      'apellidoPrimero',
      'apellidoSegundo',
      'comunicaciones',
      'email',
      'emailConfirmacion',
      'estadoCivil',
      'fechaNacimiento',
      'nombre',
      'password',
      'passwordConfirmacion',
      'politica',
      'sexo',
    ]);
  });

  test('answers that were never given are not invented', () => {
    expect(only(['email', 'nif'], { email: 'a@b.co' })).toEqual({ email: 'a@b.co' });
  });
});
