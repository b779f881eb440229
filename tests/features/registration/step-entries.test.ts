import { describe, expect, test } from 'vitest';
import { entriesTo, stepEntryIn, stepFrom } from '#features/registration/step-entries.ts';
import type { TabId } from '#rules/wizard-country.ts';
import { livingIn } from '../../countries/people.ts';

const { country, person, around } = await livingIn('Ecuador');
const single = { ...person, estadoCivil: 'Soltero' };
const at = (step: string, depth = 0) => ({ country: 'Ecuador', step, depth });
const from = (given: Readonly<Record<string, unknown>>, tab: TabId, step: string) =>
  stepFrom(country, given, around, tab, at(step));

describe("the steps in the browser's history", () => {
  test('[V2.17] a resumed step has the entries of the path before it, the spouse only where it is asked', () => {
    const names = (given: Readonly<Record<string, unknown>>) =>
      entriesTo(country, given, 'financiera').map((one) => one.step);
    expect(names(person).slice(-3)).toEqual(['estadoCivil', 'conyuge', 'financiera']);
    expect(names(single).slice(-3)).toEqual(['telefono', 'estadoCivil', 'financiera']);
    expect(entriesTo(country, single, 'financiera').map((one) => one.depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(entriesTo(country, single, 'firma')).toEqual([at('credenciales')]);
  });

  test("[V2.17] Back leads to the entry's step, and past one that left the path", () => {
    expect(from(single, 'financiera', 'estadoCivil')).toBe('estadoCivil');
    expect(from(single, 'financiera', 'telefono')).toBe('telefono');
    expect(from(single, 'financiera', 'conyuge')).toBe('estadoCivil');
    // Whatever is missing, there is always a way back.
    expect(from({}, 'documentacion', 'credenciales')).toBe('credenciales');
  });

  test('[V4.1][V4.2] Forward goes as far as Continuar would without asking the server', () => {
    expect(from(person, 'domicilio', 'telefono')).toBe('telefono');
    expect(from(person, 'domicilio', 'financiera')).toBe('financiera');
    expect(from({ ...person, telefono: '12' }, 'domicilio', 'estadoCivil')).toBeNull();
    expect(from({ ...person, telefono: '12' }, 'domicilio', 'telefono')).toBe('telefono');
    expect(from(person, 'credenciales', 'nacimiento')).toBeNull();
    expect(from(person, 'sexo', 'nacionalidad')).toBeNull();
    // Soltero was chosen after the spouse had been there.
    expect(from(single, 'estadoCivil', 'conyuge')).toBeNull();
    // A name of another version is no place to go to.
    expect(from(person, 'estadoCivil', 'firma')).toBeNull();
  });

  test('[D44] an entry of another country, another page or of nonsense is none', () => {
    expect(stepFrom(country, person, around, 'telefono', { ...at('sexo'), country: 'Colombia' })).toBeNull();
    for (const state of [null, undefined, {}, { registrationStep: 'sexo' }, { registrationStep: at('sexo', -1) }]) {
      expect(stepEntryIn(state)).toBeNull();
    }
    expect(stepEntryIn({ key: 'x', registrationStep: at('sexo', 2) })).toEqual(at('sexo', 2));
  });
});
