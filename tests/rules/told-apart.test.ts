import { expect, test } from 'vitest';
import { policyNames } from '#rules/policies.ts';
import { toldApart } from '#rules/told-apart.ts';
import { aPolicy } from './policy-fixture.ts';

const texts = (...names: [string, string][]) => [
  ...toldApart(names, [([short]) => short, ([short, long]) => `${short} ${long}`]).values(),
];

test('[H4.2] what has a name of its own keeps it short; what shares it says more, however it is written', () => {
  expect(texts(['Ana', '1'], ['Luis', '2'], ['LUIS', '3'])).toEqual(['Ana', 'Luis 2', 'LUIS 3']);
  expect(texts()).toEqual([]);
});

test('[H2.55] what nothing tells apart is counted', () => {
  expect(texts(['Eva', '1'], ['Eva', '1'], ['Eva', '2'])).toEqual(['Eva 1 (1)', 'Eva 1 (2)', 'Eva 2']);
});

test('[H4.2] two policies of one product are named with their numbers', () => {
  const policies = ['A', 'B', 'C'].map((Policy, index) =>
    aPolicy({ Policy, ProductName: index < 2 ? 'Vida Entera' : 'Salud', PolicyNumber: `N-${Policy}` }),
  );
  expect([...policyNames(policies).values()]).toEqual(['Vida Entera · N-A', 'Vida Entera · N-B', 'Salud']);
});
