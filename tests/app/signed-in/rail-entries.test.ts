import { expect, test } from 'vitest';
import { placeAt, policyEntries } from '#app/signed-in/rail-entries.ts';
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
