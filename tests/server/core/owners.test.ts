import { expect, test } from 'vitest';
import { knownOwners, personText } from '#server/core/owners.ts';

test('[F38] whose a policy is stays known for those asked about last', () => {
  const owners = knownOwners(2);
  const person = { country: 'Costa Rica', kind: 'Cédula de Identidad', number: '112340567' };
  for (const policyId of ['1', '2', '1', '3']) owners.note(policyId, person);
  expect(['1', '2', '3'].map(owners.of)).toEqual([personText(person), undefined, personText(person)]);
});
