import { expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { cards, dependents } from '#server/policies/handlers.ts';

/** What the handler answers when the administration knows these persons. */
async function answered(handler: typeof cards | typeof dependents, people: readonly [Role: string, Status: string][]) {
  const insured = people.map(([Role, Status]) => ({ ClientName: `${Role} ${Status}`, Role, Status }));
  const core = { insuredPersons: async () => ok(insured) };
  const answer = await handler({ core, policy: { Policy: 'P-1' } } as never);
  if (!answer.ok || !Array.isArray(answer.value)) throw new Error('no list');
  return answer.value.map(({ ClientName }) => ClientName);
}

test('[H6.2][D40] the server gives a card by the same reading of role and status as the screens', async () => {
  expect(
    await answered(cards, [
      ['Dependent', 'Active'],
      ['Cónyuge', ' ACTIVO '],
      ['Spouse', 'active'],
      ['Dependiente', 'Inactivo'],
      ['Dependiente', ''],
      // Whoever holds the policy has a card, whatever is written of them.
      ['Policy Owner', ''],
      ['Payer', 'Activo'],
    ]),
  ).toEqual(['Policy Owner ', 'Cónyuge  ACTIVO ', 'Spouse active', 'Dependent Active']);
});

test('[H2.52][D40] the server gives everyone but the holder as dependents, and the screen says who is active', async () => {
  expect(
    await answered(dependents, [
      ['Main Insured', 'Active'],
      ['Dependent', 'Inactive'],
    ]),
  ).toEqual(['Dependent Inactive']);
});
