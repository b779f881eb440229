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
});
