import { expect, test } from 'vitest';
import { answersInWords } from '#rules/wizard-words.ts';
import { livingIn } from '../countries/people.ts';

test('[V2.39][D22] amounts are reviewed as the account will show them: the sign first, cents only when there are any', async () => {
  const { country, person, around } = await livingIn('Ecuador');
  const amounts = (given: Record<string, unknown>) =>
    answersInWords(country, { ...person, ...given }, around.lists)
      .flatMap(({ answers }) => answers)
      .filter(({ name }) => name === 'valorActivos' || name === 'valorPasivos')
      .map(({ text }) => text);
  expect(amounts({ valorActivos: '185000.00', valorPasivos: '0.00' })).toEqual(['$185.000', '$0']);
  expect(amounts({ valorActivos: '185000.50', valorPasivos: '1250.00' })).toEqual(['$185.000,50', '$1.250']);
  // What is refused as an amount is shown as it was typed.
  expect(amounts({ valorActivos: '12,34,56', valorPasivos: '1e3' })).toEqual(['12,34,56', '1e3']);
});

test.each([
  ['Colombia', { nit: '', fechaExpedicion: '' }],
  ['Guatemala', { nit: ' ' }],
] as const)('[V2.39][D79][D92] what may be left empty in %s is not reviewed as missing', async (residence, empty) => {
  const { country, person, around } = await livingIn(residence);
  const named = (given: object) =>
    answersInWords(country, { ...person, ...given }, around.lists)
      .flatMap(({ answers }) => answers)
      .filter(({ name }) => Object.hasOwn(empty, name))
      .map(({ name, text }) => [name, text]);
  const given = { nit: '900373115', fechaExpedicion: '01-02-2010' };
  expect(
    named(given)
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(empty).sort());
  expect(named(empty)).toEqual([]);
  // What is asked for is named though it is missing.
  const missing = answersInWords(country, { ...person, nif: '' }, around.lists).flatMap(({ answers }) => answers);
  expect(missing.find(({ name }) => name === 'nif')?.text).toBe('');
});
