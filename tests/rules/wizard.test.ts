import { describe, expect, test } from 'vitest';
import { countryRegister } from '#countries/register.ts';
import {
  carriedOver,
  droppedSteps,
  nextTab,
  pathFor,
  pickAnswers,
  previousTab,
  progressAt,
  stepAt,
  stepNumber,
} from '#rules/wizard.ts';
import { countryNamed, people } from '../countries/people.ts';

const ecuador = countryNamed('Ecuador');
const ids = (given: Record<string, unknown>) => pathFor(ecuador, given).map((step) => step.id);

describe('the path through the steps', () => {
  test('[V2.17][V2.35][V2.36][V9.7] includes the spouse for Casado and Unión de hecho only', () => {
    for (const estadoCivil of ['Casado', 'Unión de hecho']) expect(ids({ estadoCivil })).toContain('conyuge');
    for (const estadoCivil of ['Soltero', 'Divorciado', 'Viudo', '', undefined]) {
      expect(ids({ estadoCivil })).not.toContain('conyuge');
    }
  });

  test('[V2.35][V4.1] goes on from the civil status past the spouse step for customers without one', () => {
    expect(nextTab(ecuador, { estadoCivil: 'Casado' }, 'estadoCivil')).toBe('conyuge');
    expect(nextTab(ecuador, { estadoCivil: 'Viudo' }, 'estadoCivil')).toBe('financiera');
    expect(nextTab(countryNamed('Costa Rica'), { estadoCivil: 'Casado' }, 'estadoCivil')).toBe('financiera');
  });

  test('[V2.17] goes back from the step after the spouse by two steps for customers without one', () => {
    expect(previousTab(ecuador, { estadoCivil: 'Unión de hecho' }, 'financiera')).toBe('conyuge');
    expect(previousTab(ecuador, { estadoCivil: 'Soltero' }, 'financiera')).toBe('estadoCivil');
  });

  test('[V2.17] leads back from the first step out of the wizard, and ends after the last', () => {
    expect(previousTab(ecuador, {}, 'credenciales')).toBeNull();
    expect(nextTab(ecuador, {}, 'pep')).toBeNull();
  });

  test('gives a step that left the path its neighbours', () => {
    expect(previousTab(ecuador, { estadoCivil: 'Soltero' }, 'conyuge')).toBe('estadoCivil');
    expect(nextTab(ecuador, { estadoCivil: 'Soltero' }, 'conyuge')).toBe('financiera');
  });

  test('[V4.1] has the same steps forward and back in every country', () => {
    for (const country of countryRegister) {
      for (const given of [people[country.name], {}]) {
        const path = pathFor(country, given).map((step) => step.id);
        path.forEach((tab, index) => {
          expect(nextTab(country, given, tab)).toBe(path[index + 1] ?? null);
          expect(previousTab(country, given, tab)).toBe(path[index - 1] ?? null);
        });
      }
    }
  });

  test('reads a stored step of another country or version as the first one', () => {
    expect(stepAt(ecuador, 'pep')?.id).toBe('pep');
    expect(stepAt(countryNamed('Guatemala'), 'conyuge')?.id).toBe('credenciales');
  });
});

describe('progress', () => {
  test('[V2.15][V9.1][D1] is 5 % on the first step, grows with each, and never exceeds 100', () => {
    expect(progressAt(ecuador, 'credenciales')).toEqual({ percent: 5, step: 1, total: 12 });
    expect(progressAt(ecuador, 'documentacion').percent).toBe(30);
    for (const country of countryRegister) {
      const percents = country.steps.map((step) => progressAt(country, step.id).percent);
      expect(percents).toEqual([...percents].sort((one, other) => one - other));
      expect(percents.at(-1)).toBeLessThanOrEqual(100);
    }
  });

  test('[D36] counts the spouse step in the total, which does not change with the answers', () => {
    expect(progressAt(ecuador, 'financiera')).toMatchObject({ step: 11, total: 12 });
    expect(progressAt(countryNamed('Colombia'), 'financiera')).toMatchObject({ step: 10, total: 11 });
  });

  test('[D36] names the steps that the answers left out with the next one, so that nobody looks for them', () => {
    expect(stepNumber(ecuador, { estadoCivil: 'Soltero' }, 'financiera')).toBe('10 y 11');
    expect(stepNumber(ecuador, { estadoCivil: 'Casado' }, 'financiera')).toBe('11');
    expect(stepNumber(ecuador, { estadoCivil: 'Casado' }, 'conyuge')).toBe('10');
    expect(stepNumber(ecuador, {}, 'credenciales')).toBe('1');
    const [first, second, third, fourth, ...rest] = ecuador.steps;
    if (!first || !second || !third || !fourth) throw new Error('Ecuador has more steps');
    const left = { when: [{ field: 'estadoCivil', is: ['Casado'] }] } as const;
    const shorter = { ...ecuador, steps: [first, { ...second, ...left }, { ...third, ...left }, fourth, ...rest] };
    expect(stepNumber(shorter, {}, fourth.id)).toBe('2 a 4');
  });

  test('counts a step that the country does not have as the first', () => {
    expect(progressAt(countryNamed('Colombia'), 'conyuge')).toMatchObject({ step: 1, percent: 5 });
  });
});

describe('choosing another country', () => {
  test('[V2.28] keeps what both countries ask alike, and drops document, places, nationality and the accepted conditions', () => {
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
      'sexo',
    ]);
  });

  test('[V2.28] asks for the conditions of the other country without counting their step as dropped', () => {
    const { politica, email } = people.Ecuador;
    expect(droppedSteps(ecuador, countryNamed('Colombia'), { politica, email })).toEqual([]);
  });

  test('adds no answer that was never given', () => {
    expect(pickAnswers(['email', 'nif'], { email: 'a@b.co' })).toEqual({ email: 'a@b.co' });
  });
});
