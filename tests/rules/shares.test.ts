import { expect, test } from 'vitest';
import type { Beneficiary } from '#contract/policies.ts';
import { sharesOf } from '#rules/shares.ts';

const someone = (share: number | null, Role = 'Primary Beneficiary'): Beneficiary => ({
  ...{ ClientName: 'ANA', IrrevocableBeneficiary: '', Policy: '1' },
  ...{ ParticipationPercentage: share, Role },
});
const found = (...shares: (number | null)[]) => {
  const { stones, ...rest } = sharesOf(shares.map((share) => someone(share)));
  return { parts: stones.map(({ part }) => Number(part.toFixed(4))), ...rest };
};

test('the stones are as long as the shares', () => {
  expect(found(50, 25, 25)).toEqual({ parts: [0.5, 0.25, 0.25], sum: 100, missing: 0 });
});

test('what is given to nobody leaves room in the arch', () => {
  expect(found(50, 25)).toEqual({ parts: [0.5, 0.25], sum: 75, missing: 25 });
});

test('three thirds are all of it, however they were rounded', () => {
  expect(found(33.33, 33.33, 33.33)).toEqual({ parts: [0.3333, 0.3333, 0.3333], sum: 100, missing: 0 });
  expect(found(33.4, 33.4, 33.4)).toMatchObject({ sum: 100, missing: 0 });
});

test('shares of more than all of it fill the arch, and their sum is said', () => {
  expect(found(100, 100)).toEqual({ parts: [0.5, 0.5], sum: 200, missing: 0 });
});

test.each([
  [50, null],
  [50, -3.3],
  [50, 1e300],
  [0, 0],
])('without a share of each (%j, %j) all stones are of one length and nothing is added up', (...shares) => {
  expect(found(...shares)).toEqual({ parts: [0.5, 0.5], sum: null, missing: 0 });
});

test('contingent beneficiaries whose share is unknown leave the known shares as they are', () => {
  const people = [someone(70), someone(30), someone(null, 'Contingent Beneficiary')];
  expect(sharesOf(people)).toMatchObject({ stones: [{ part: 0.7 }, { part: 0.3 }], sum: 100, missing: 0 });
  expect(sharesOf([someone(null), someone(30, 'Contingent Beneficiary')]).stones).toHaveLength(2);
});

test('who receives nothing has no stone', () => {
  expect(found(100, 0).parts).toEqual([1]);
});

test('contingent beneficiaries have a stone only where there is room for it', () => {
  const marta = someone(100);
  const tomas = someone(100, 'Beneficiario contingente');
  expect(sharesOf([marta, tomas]).stones.map(({ person }) => person)).toEqual([marta]);
  expect(sharesOf([someone(70), someone(30, 'Contingent Beneficiary')])).toMatchObject({ sum: 100, missing: 0 });
  expect(sharesOf([someone(50), tomas])).toMatchObject({ sum: 50, missing: 50 });
  expect(sharesOf([tomas])).toMatchObject({ sum: 100, missing: 0 });
});
