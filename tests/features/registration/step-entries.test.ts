import { describe, expect, test } from 'vitest';
import { entriesTo, stepEntryOf, stepFrom } from '#features/registration/step-entries.ts';
import type { TabId } from '#rules/wizard-country.ts';
import { livingIn } from '../../countries/people.ts';

const { country, person, around } = await livingIn('Ecuador');
const single = { ...person, estadoCivil: 'Soltero' };
const entryAt = (step: string, depth = 0) => ({ country: 'Ecuador', step, depth });
const from = (given: Readonly<Record<string, unknown>>, tab: TabId, step: string) =>
  stepFrom(country, given, around, tab, entryAt(step));

describe("the steps in the browser's history", () => {
  test('[V2.17] a resumed step has the history entries of its path, the spouse only where asked', () => {
    const names = (given: Readonly<Record<string, unknown>>) =>
      entriesTo(country, given, 'financiera').map((one) => one.step);
    expect(names(person).slice(-3)).toEqual(['estadoCivil', 'conyuge', 'financiera']);
    expect(names(single).slice(-3)).toEqual(['telefono', 'estadoCivil', 'financiera']);
    expect(entriesTo(country, single, 'financiera').map((one) => one.depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(entriesTo(country, single, 'firma')).toEqual([entryAt('credenciales')]);
  });

  test("[V2.17] Back leads to the entry's step, and past a step that left the path", () => {
    expect(from(single, 'financiera', 'estadoCivil')).toBe('estadoCivil');
    expect(from(single, 'financiera', 'telefono')).toBe('telefono');
    expect(from(single, 'financiera', 'conyuge')).toBe('estadoCivil');
    // A way back exists whatever is missing.
    expect(from({}, 'documentacion', 'credenciales')).toBe('credenciales');
  });

  test('[V4.1][V4.2] Forward goes only as far as Continuar would without asking the server', () => {
    expect(from(person, 'domicilio', 'telefono')).toBe('telefono');
    expect(from(person, 'domicilio', 'financiera')).toBe('financiera');
    expect(from({ ...person, telefono: '12' }, 'domicilio', 'estadoCivil')).toBeNull();
    expect(from({ ...person, telefono: '12' }, 'domicilio', 'telefono')).toBe('telefono');
    expect(from(person, 'credenciales', 'nacimiento')).toBeNull();
    expect(from(person, 'sexo', 'nacionalidad')).toBeNull();
    // Soltero was chosen after a visit to the spouse step.
    expect(from(single, 'estadoCivil', 'conyuge')).toBeNull();
    // A step name of another version leads nowhere.
    expect(from(person, 'estadoCivil', 'firma')).toBeNull();
  });

  test('[D44] an entry of another country or page, or a malformed one, is ignored', () => {
    expect(stepFrom(country, person, around, 'telefono', { ...entryAt('sexo'), country: 'Colombia' })).toBeNull();
    for (const said of [null, undefined, {}, 'sexo', entryAt('sexo', -1)]) expect(stepEntryOf(said)).toBeNull();
    expect(stepEntryOf(entryAt('sexo', 2))).toEqual(entryAt('sexo', 2));
  });
});
