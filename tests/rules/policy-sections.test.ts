import { expect, test } from 'vitest';
import { offeringOf, policySections } from '#rules/policy-sections.ts';
import { addresses } from '#rules/screens.ts';
import { aPolicy } from './policy-fixture.ts';

const health = aPolicy({ LineOfBusinessType: 'Health', VisualTimeInstance: 'VTUSA', GracePeriodDate: null });
const life = aPolicy({ LineOfBusinessType: 'Life', VisualTimeInstance: 'VTECU', GracePeriodDate: '2026-11-01' });
const all = [health, life];

test('[D89] bills and people are there for every policy: dependents of health, beneficiaries of life, unpaid bills in arrears', () => {
  expect([offeringOf('Facturas', all), offeringOf('Personas', all)]).toEqual([all, all]);
  const { Facturas: bills, Personas: people } = policySections;
  expect([people.to(health).to, people.to(life).to]).toEqual([addresses.dependents, addresses.beneficiaries]);
  expect([bills.to(health).params, bills.to(life).params]).toMatchObject([{ date: 'null' }, { date: '2026-11-01' }]);
});

test('[H2.20][H9.7] the other sections are there for the policies that have their shortcut', () => {
  const offered = (['Reembolsos', 'Carnet', 'Pagos', 'Documentos'] as const).map((one) => offeringOf(one, all));
  expect(offered).toEqual([[health], [health], [health], all]);
});
