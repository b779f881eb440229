import { expect, test } from 'vitest';
import { offeringOf, placeAt, policyEntries } from '#app/signed-in/rail-entries.ts';
import { addresses } from '#rules/screens.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

test('[D89] every screen of the signed-in area is marked by the entry that leads to it, or to what it is a part of', () => {
  const own = Object.entries(addresses).filter(([, address]) => address.startsWith(addresses.home));
  const marked = Object.fromEntries(own.map(([name, address]) => [name, placeAt(address.replace(/\$\w+/g, '1'))]));
  expect(marked).toEqual({
    home: 'Inicio',
    invoices: 'Facturas',
    refunds: 'Reembolsos',
    newRefund: 'Reembolsos',
    refundDetail: 'Reembolsos',
    received: 'Reembolsos',
    beneficiaries: 'Personas',
    dependents: 'Personas',
    healthCard: 'Carnet',
    payments: 'Pagos',
    paidYear: 'Pagos',
    documents: 'Documentos',
    news: 'Novedades',
    settings: 'Gestiona tu cuenta',
    personalInformation: 'Gestiona tu cuenta',
    help: 'Ayuda',
    newTicket: 'Ayuda',
    passkeys: 'Gestiona tu cuenta',
    sessions: 'Gestiona tu cuenta',
    password: 'Gestiona tu cuenta',
    pending: 'Gestiona tu cuenta',
  });
  expect(placeAt('/app/')).toBe('Inicio');
});

test('[D89] each entry about a policy leads to a screen that it marks', () => {
  for (const { label, to } of policyEntries) expect(placeAt(to(aPolicy()).to)).toBe(label);
});

test('[D89] bills and people are there for every policy: dependents of health, beneficiaries of life, unpaid bills in arrears', () => {
  const health = aPolicy({ LineOfBusinessType: 'Health', GracePeriodDate: null });
  const life = aPolicy({ LineOfBusinessType: 'Life', GracePeriodDate: '2026-11-01' });
  const [bills, people] = ['Facturas', 'Personas'].map((label) => policyEntries.find((one) => one.label === label));
  if (!bills || !people) throw new Error('no such entry');
  expect([offeringOf(bills, [health, life]), offeringOf(people, [health, life])]).toEqual([
    [health, life],
    [health, life],
  ]);
  expect([people.to(health).to, people.to(life).to]).toEqual([addresses.dependents, addresses.beneficiaries]);
  expect([bills.to(health).params, bills.to(life).params]).toMatchObject([{ date: 'null' }, { date: '2026-11-01' }]);
});
