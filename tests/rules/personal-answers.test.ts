import { describe, expect, test } from 'vitest';
import type { PersonalInformation } from '#contract/account.ts';
import { loadLists } from '#countries/load-lists.ts';
import { type CardName, personalVariant } from '#countries/personal-information.ts';
import { answersFromInformation, changeFrom, personalProblems, valueText, yesNoText } from '#rules/personal-answers.ts';

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

describe('the origins of additional income', () => {
  const fields = fieldsOf('Ecuador', 'financiera');
  test.each([
    ['["Arriendos","Negocios"]', ['Arriendos', 'Negocio']],
    ['Arriendos, Otros', ['Arriendos', 'Otros']],
    ['null', []],
    ['[]', []],
    ['', []],
  ])('[H5.9][D9] stored as %s are understood', (stored, origins) => {
    expect(answersFromInformation(fields, info({ ingresosAdicOrig: stored }), {}).ingresosAdicOrig).toEqual(origins);
  });

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
    const lists = await loadLists(['colombia']);
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
