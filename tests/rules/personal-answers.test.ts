import { describe, expect, test } from 'vitest';
import type { PersonalInformation } from '#contract/account.ts';
import { loadLists } from '#countries/load-lists.ts';
import { type CardName, personalVariant } from '#countries/personal-information.ts';
import {
  answersFromInformation,
  changeFrom,
  laidOver,
  movedSince,
  personalProblems,
  valueText,
  yesNoText,
} from '#rules/personal-answers.ts';
import type { Lists } from '#rules/wizard-country.ts';

const info = (fields: Partial<PersonalInformation>) => fields as PersonalInformation;
const variantOf = (residence: string) => {
  const variant = personalVariant(residence);
  if (!variant) throw new Error(residence);
  return variant;
};
const fieldsOf = (residence: string, name: CardName) =>
  variantOf(residence).cards.find((card) => card.name === name)?.fields ?? [];

describe('the phone', () => {
  const fields = fieldsOf('Costa Rica', 'contacto');
  test.each([
    ['+50688123456', '88123456'],
    ['50688123456', '88123456'],
    ['88123456', '88123456'],
    ['+506 8812-3456', '88123456'],
    // This number only begins like the prefix.
    ['50612345', '50612345'],
    ['', ''],
  ])('[H2.68][D42] stored as %s is shown as %s and written with its prefix', (stored, number) => {
    const answers = answersFromInformation(fields, info({ telefono: stored, email: 'a@b.co' }), {});
    expect(answers.telefono).toBe(number);
    expect(changeFrom(fields, {}, answers, {}).telefono ?? '').toBe(number && `+506${number}`);
  });

  test('[H2.68] is written with the prefix of the chosen country', async () => {
    const contact = fieldsOf('Internacional', 'contacto');
    const lists = await loadLists(['telefonos']);
    const answers = answersFromInformation(contact, info({ paisTelefono: 'España', telefono: '+34612345678' }), lists);
    expect(answers.telefono).toBe('612345678');
    expect(changeFrom(contact, answers, { ...answers, paisTelefono: 'Francia' }, lists).telefono).toBe('+33612345678');
  });
});

describe('a phone whose country the list does not know', () => {
  const fields = fieldsOf('Internacional', 'contacto');
  const { country } = variantOf('Internacional');
  const stored = { email: 'a@b.co', paisTelefono: 'Tierra Media', telefono: '+13055559999' };
  const opened = async () => {
    const lists = await loadLists(['telefonos']);
    return { lists, before: answersFromInformation(fields, info(stored), lists) };
  };
  const problems = (before: object, given: object, lists: Lists) =>
    personalProblems(country, fields, { ...before }, { ...given }, { today: '2026-11-21', lists });

  test('[H2.68][D42] keeps its sign, and so does a number of another country', async () => {
    const { lists, before } = await opened();
    expect(before.telefono).toBe('+13055559999');
    const abroad = answersFromInformation(fields, info({ ...stored, paisTelefono: 'España' }), lists);
    expect(abroad.telefono).toBe('+13055559999');
    expect(changeFrom(fields, before, { ...before, email: 'c@d.co' }, lists)).toEqual({ email: 'c@d.co' });
  });

  test('[H2.68] asks for the country before another number is saved', async () => {
    const { lists, before } = await opened();
    expect(problems(before, before, lists)).toEqual({});
    const typed = { ...before, telefono: '13055558888' };
    expect(problems(before, typed, lists)).toHaveProperty('paisTelefono');
    const chosen = { ...typed, paisTelefono: 'Estados Unidos' };
    expect(problems(before, chosen, lists)).toEqual({});
    expect(changeFrom(fields, before, chosen, lists)).toEqual({
      paisTelefono: 'Estados Unidos',
      telefono: '+13055558888',
    });
  });
});

describe('a Yes that was not there before', () => {
  const around = { today: '2026-11-21', lists: {} };
  test.each([
    ['Ecuador', 'otrosIngresos', 'ingresosAdic'],
    ['República Dominicana', 'otrosIngresos', 'ingresosAdic'],
    ['Guatemala', 'otrosIngresos', 'ingresosAdic'],
    ['Colombia', 'otrosIngresos', 'ingresosAdic'],
    ['Costa Rica', 'fondosExtranjero', 'paisFondos'],
  ])('[V5.19] %s: %s asks for %s', (residence, question, asked) => {
    const { country } = variantOf(residence);
    const fields = fieldsOf(residence, 'financiera');
    const before = answersFromInformation(fields, info({}), {});
    expect(before[question]).toBe('no');
    expect(personalProblems(country, fields, before, before, around)).toEqual({});
    expect(personalProblems(country, fields, before, { ...before, [question]: 'si' }, around)).toHaveProperty(asked);
  });

  test('[V5.19] an employed Dominican names company and position; one who already was may leave them empty', () => {
    const { country } = variantOf('República Dominicana');
    const fields = fieldsOf('República Dominicana', 'financiera');
    const before = answersFromInformation(fields, info({ actEco: 'Estudiante' }), {});
    const employed = { ...before, actEco: 'Empleado Privado' };
    expect(Object.keys(personalProblems(country, fields, before, employed, around))).toEqual(['empresa', 'cargo']);
    expect(personalProblems(country, fields, employed, employed, around)).toEqual({});
  });
});

describe('a kept editor', () => {
  const fields = fieldsOf('Costa Rica', 'domicilio');
  const opened = { domicilio: 'Calle 1', provincia: 'San José', canton: 'Escazú', distrito: 'San Rafael' };

  test('[D95] lays only what was typed over the record, and says what changed meanwhile', () => {
    const kept = { opened, answers: { ...opened, domicilio: 'Calle 2' } };
    const now = { ...opened, provincia: 'Limón', canton: 'Pococí', distrito: 'Guápiles' };
    expect(laidOver(fields, now, kept)).toEqual({ ...now, domicilio: 'Calle 2' });
    expect(movedSince(fields, now, kept).map(({ name }) => name)).toEqual(['provincia', 'canton', 'distrito']);
    expect(movedSince(fields, opened, kept)).toEqual([]);
  });

  test('[D95] a district comes back with the names above it', () => {
    const kept = { opened, answers: { ...opened, distrito: 'Escazú' } };
    const now = { ...opened, domicilio: 'Calle 9', provincia: 'Limón', canton: 'Pococí', distrito: 'Guápiles' };
    expect(laidOver(fields, now, kept)).toEqual({ ...opened, distrito: 'Escazú', domicilio: 'Calle 9' });
  });
});

describe('the origins of additional income', () => {
  const fields = fieldsOf('Ecuador', 'financiera');
  test.each([
    ['["Arriendos","Negocios"]', ['Arriendos', 'Negocio']],
    ['Arriendos, Otros', ['Arriendos', 'Otros']],
    ['Negocios, Otros', ['Negocio', 'Otros']],
    ['null', []],
    ['[]', []],
    ['', []],
  ])('[H5.9][D9] stored as %s are understood', (stored, origins) => {
    expect(answersFromInformation(fields, info({ ingresosAdicOrig: stored }), {}).ingresosAdicOrig).toEqual(origins);
  });

  test.each([
    [['Herencias', 'Otros'], true],
    [['Herencias', 'Loterías'], false],
    [['Herencias', 'Herencias'], false],
  ])(
    '[H5.9][D9] stored in words that no list has may stay, and no others come to them: %j',
    (ingresosAdicOrig, fits) => {
      const { country } = variantOf('Ecuador');
      const before = { otrosIngresos: 'si', ingresosAdic: 'USD 500-999', ingresosAdicOrig: ['Herencias'] };
      const given = { ...before, ingresosAdicOrig };
      const problems = personalProblems(country, fields, before, given, { today: '2026-11-21', lists: {} });
      expect(Object.hasOwn(problems, 'ingresosAdicOrig')).toBe(!fits);
    },
  );

  test('[H5.9] are sent as a JSON list, and an empty list as null', () => {
    const answers = { otrosIngresos: 'si', ingresosAdic: 'USD 500-999', ingresosAdicOrig: ['Otros'] };
    expect(changeFrom(fields, {}, answers, {}).ingresosAdicOrig).toBe('["Otros"]');
    expect(changeFrom(fields, answers, { ...answers, ingresosAdicOrig: [] }, {}).ingresosAdicOrig).toBeNull();
    expect(changeFrom(fields, answers, { ...answers, otrosIngresos: 'no' }, {})).toMatchObject({
      ingresosAdic: null,
      ingresosAdicOrig: null,
    });
  });
});

describe('what an editor sends', () => {
  const sent = async (residence: string, card: CardName, stored: Partial<PersonalInformation>, changed: object) => {
    const fields = fieldsOf(residence, card);
    const lists = await loadLists(['telefonos']);
    const before = answersFromInformation(fields, info(stored), lists);
    return changeFrom(fields, before, { ...before, ...changed }, lists);
  };
  const home = { domicilio: 'Calle 1', provincia: 'San José', canton: 'Escazú', distrito: 'San Rafael' };

  test('[H2.67] is only the changed answers, because others may have been saved elsewhere meanwhile', async () => {
    expect(await sent('Costa Rica', 'domicilio', home, {})).toEqual({});
    expect(await sent('Costa Rica', 'domicilio', home, { domicilio: 'Calle 2' })).toEqual({ domicilio: 'Calle 2' });
    const contact = { email: 'a@b.co', telefono: '+506 8812-3456' };
    expect(await sent('Costa Rica', 'contacto', contact, { email: 'c@d.co' })).toEqual({ email: 'c@d.co' });
  });

  test('[H5.9] is a district with the names above it, and a phone with its country', async () => {
    const { domicilio: _, ...namesAbove } = home;
    expect(await sent('Costa Rica', 'domicilio', home, { distrito: 'Escazú' })).toEqual({
      ...namesAbove,
      distrito: 'Escazú',
    });
    const contact = { email: 'a@b.co', paisTelefono: 'España', telefono: '+34612345678' };
    expect(await sent('Internacional', 'contacto', contact, { telefono: '612345679' })).toEqual({
      paisTelefono: 'España',
      telefono: '+34612345679',
    });
  });
});

describe('[D80] the names of a spouse', () => {
  const { country } = variantOf('Ecuador');
  const fields = fieldsOf('Ecuador', 'conyuge');
  const before = { nombreConyuge: 'Luis', apellido1Conyuge: 'Paz', apellido2Conyuge: 'Mora' };
  const problems = (given: object) =>
    personalProblems(country, fields, before, { ...before, ...given }, { today: '2026-11-21', lists: {} });

  test('are sent with plain apostrophes and single blanks', () => {
    const given = { ...before, nombreConyuge: ' José  Luis ', apellido1Conyuge: 'D’Angelo' };
    expect(problems(given)).toEqual({});
    expect(changeFrom(fields, before, given, {})).toEqual({
      nombreConyuge: 'José Luis',
      apellido1Conyuge: "D'Angelo",
    });
  });

  test('may be one surname, though there was a second one', () => {
    expect(problems({ apellido2Conyuge: '' })).toEqual({});
    expect(changeFrom(fields, before, { ...before, apellido2Conyuge: '' }, {})).toEqual({ apellido2Conyuge: '' });
    expect(Object.keys(problems({ apellido1Conyuge: '' }))).toEqual(['apellido1Conyuge']);
    expect(Object.keys(problems({ apellido2Conyuge: 'M0ra' }))).toEqual(['apellido2Conyuge']);
  });
});

describe('the problems that block saving an editor', () => {
  const { country } = variantOf('Colombia');
  const fields = fieldsOf('Colombia', 'domicilio');
  const around = { today: '2026-11-21', lists: {} };
  const before = { domicilio: '', departamento: 'Antioquia', ciudad: 'Medellín' };

  test('[H5.9] include a missing city, also when none was stored', () => {
    expect(personalProblems(country, fields, before, { ...before, ciudad: '' }, around)).toHaveProperty('ciudad');
    const none = { ...before, ciudad: '' };
    expect(personalProblems(country, fields, none, none, around)).toHaveProperty('ciudad');
  });

  test('[H5.10] include a stored answer that was emptied, but not one that was always empty', () => {
    expect(personalProblems(country, fields, before, before, around)).toEqual({});
    const filled = { ...before, domicilio: 'Calle 1' };
    expect(personalProblems(country, fields, filled, { ...filled, domicilio: '' }, around)).toHaveProperty('domicilio');
  });

  test('[H5.10] leave out an old spelling of a stored value while it is unchanged', async () => {
    const lists = await loadLists(['places/colombia']);
    const old = { ...before, departamento: 'Antioquia (antiguo)', ciudad: 'Medellín', domicilio: 'Calle 1' };
    expect(personalProblems(country, fields, old, old, { ...around, lists })).toEqual({});
    const touched = { ...old, departamento: 'Antiokia' };
    expect(personalProblems(country, fields, old, touched, { ...around, lists })).toHaveProperty('departamento');
  });
});

test.each([
  ['si', 'Sí'],
  ['Sí', 'Sí'],
  ['true', 'Sí'],
  ['No', 'No'],
  ['', ''],
  ['quizá', 'quizá'],
])('the answer %s is shown as %s', (stored, text) => expect(yesNoText(stored)).toBe(text));

describe('an amount as other systems store it', () => {
  const fields = fieldsOf('Ecuador', 'financiera').filter(({ kind }) => kind === 'amount');
  const [first] = fields;
  test.each([
    ['185000', '185000', '$185.000'],
    ['185.000', '185000', '$185.000'],
    ['$185,000.50 USD', '185000.50', '$185.000,50'],
    ['1.234,56', '1234.56', '$1.234,56'],
    ['0', '0', '$0'],
    // What has no single reading is shown as it came.
    ['185.0000', '185.0000', '185.0000'],
    ['unos 500', 'unos 500', 'unos 500'],
    ['', '', ''],
  ])('[H2.67][D22] %s opens in the editor as %s and is shown as %s, never as a thousandth', (stored, typed, shown) => {
    if (!first) throw new Error('no amount');
    const information = info({ [first.name]: stored });
    expect(answersFromInformation([first], information, {})[first.name]).toBe(typed);
    expect(valueText(first, information, 'es-EC', {})).toBe(shown);
  });
});
