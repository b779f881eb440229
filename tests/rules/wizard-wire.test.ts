import { describe, expect, test } from 'vitest';
import { registrationFields } from '#contract/account.ts';
import { countryRegister } from '#countries/register.ts';
import { firstIncomplete } from '#rules/wizard-fields.ts';
import { answersFromWire, photosOnPath, wireFieldsOf } from '#rules/wizard-wire.ts';
import { livingIn } from '../countries/people.ts';

describe('the fields of a registration', () => {
  test('[V3.9] are only those of the contract, with the country of residence', async () => {
    for (const { name } of countryRegister) {
      const { country, person, around } = await livingIn(name);
      const sent = wireFieldsOf(country, person, around.lists);
      const allowed: readonly string[] = [...registrationFields, 'residenciaFiscal'];
      expect(Object.keys(sent).filter((field) => !allowed.includes(field))).toEqual([]);
      expect(sent.residenciaFiscal).toBe(name);
    }
  });

  test('[V3.9] leave out answers that left the path', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const alone = wireFieldsOf(country, { ...person, estadoCivil: 'Soltero', otrosIngresos: 'no' }, around.lists);
    for (const field of ['nombreConyuge', 'nifConyuge', 'tipoIdConyuge', 'ingresosAdic', 'ingresosAdicOrig']) {
      expect(alone).not.toHaveProperty(field);
    }
    expect(wireFieldsOf(country, person, around.lists)).toHaveProperty('nombreConyuge', 'Luis');
  });

  test('[V3.9] leave out empty answers, blanks and invalid dates', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const unfinished = { ...person, nombre: '  ', apellidoPrimero: null, fechaNacimiento: '31-02-1990' };
    const sent = wireFieldsOf(country, unfinished, around.lists);
    for (const field of ['nombre', 'apellidoPrimero', 'fechaNacimiento']) expect(sent).not.toHaveProperty(field);
    expect(sent).toHaveProperty('apellidoSegundo');
  });

  test('[D42][D6] have prefix and digits, dates, ticks and origins in the form of the wire', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const typed = { ...person, nif: ' 092668785-6 ', telefono: '99 123-45.67', nombre: ' José\u0301 ' };
    expect(wireFieldsOf(country, typed, around.lists)).toMatchObject({
      telefono: '+593991234567',
      paisTelefono: 'Ecuador',
      pais: 'Ecuador',
      nif: '0926687856',
      nombre: 'Jos\u00e9\u0301',
      fechaNacimiento: '1986-04-12',
      comunicaciones: 'true',
      politica: 'true',
      ingresosAdicOrig: '["Arriendos","Otros"]',
    });
    const abroad = await livingIn('Internacional');
    expect(wireFieldsOf(abroad.country, { ...abroad.person, nif: 'pab-123456' }, abroad.around.lists)).toMatchObject({
      telefono: '+12462345678',
      paisTelefono: 'Barbados',
      nif: 'PAB123456',
      tipoId: 'Pasaporte',
    });
  });

  test('[D80] carry the names of customer and spouse with plain apostrophes and single blanks', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const typed = { nombre: ' José  Luis ', apellidoPrimero: 'D’Angelo', apellido1Conyuge: 'O\u02bcHiggins' };
    expect(wireFieldsOf(country, { ...person, ...typed }, around.lists)).toMatchObject({
      nombre: 'José Luis',
      apellidoPrimero: "D'Angelo",
      apellido1Conyuge: "O'Higgins",
    });
  });

  test('[V3.8][V3.9] include both photos of a card, but only the front of a passport', async () => {
    const { country, person } = await livingIn('Costa Rica');
    expect(photosOnPath(country, person)).toEqual(['frontal', 'reverso']);
    expect(photosOnPath(country, { ...person, tipoId: 'Pasaporte' })).toEqual(['frontal']);
    const abroad = await livingIn('Internacional');
    expect(photosOnPath(abroad.country, abroad.person)).toEqual(['frontal']);
  });

  test('[V3.9] are read back as a complete form, which gives the same fields again', async () => {
    for (const { name } of countryRegister) {
      const { country, person, around } = await livingIn(name);
      const sent = wireFieldsOf(country, person, around.lists);
      const read = answersFromWire(country, sent, photosOnPath(country, person), around.lists);
      expect(firstIncomplete(country, read, around), name).toBeNull();
      expect(wireFieldsOf(country, read, around.lists)).toEqual(sent);
    }
  });

  test('of a hostile body are read back as an incomplete form', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const sent = wireFieldsOf(country, person, around.lists);
    const broken = [
      { ...sent, ingresosAdicOrig: '{' },
      { ...sent, ingresosAdicOrig: '{"0":"Otros"}' },
      { ...sent, telefono: '0991234567' },
      { ...sent, fechaNacimiento: 'ayer' },
      { ...sent, politica: 'yes' },
      { ...sent, provincia: '__proto__' },
      {},
    ];
    for (const fields of broken) {
      const read = answersFromWire(country, fields, ['frontal', 'reverso'], around.lists);
      expect(firstIncomplete(country, read, around), JSON.stringify(fields).slice(0, 60)).not.toBeNull();
    }
    expect(firstIncomplete(country, answersFromWire(country, sent, ['frontal'], around.lists), around)).toBe(
      'documentacion',
    );
  });

  test('[D42] may have the date as it was typed', async () => {
    const { country, person, around } = await livingIn('Ecuador');
    const sent = { ...wireFieldsOf(country, person, around.lists), fechaNacimiento: '12-04-1986' };
    const read = answersFromWire(country, sent, ['frontal', 'reverso'], around.lists);
    expect(wireFieldsOf(country, read, around.lists).fechaNacimiento).toBe('1986-04-12');
  });
});
