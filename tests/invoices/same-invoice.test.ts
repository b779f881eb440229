import { expect, test } from 'vitest';
import type { InvoiceFacts } from '#invoices/reading.ts';
import { sameInvoice } from '#invoices/same-invoice.ts';

const co: InvoiceFacts = { country: 'CO', issuerId: '901192264', number: 'FE1', key: 'ab' };
const { key: _, ...withoutKey } = co;
const dominican: InvoiceFacts = { country: 'DO', issuerId: '101023392', number: 'E320003802751' };

const pairs: readonly (readonly [name: string, one: InvoiceFacts, other: InvoiceFacts, same: boolean])[] = [
  ['the same key, whatever its letters', co, { country: 'CO', key: 'AB' }, true],
  ['another key', co, { ...co, key: 'ac' }, false],
  ['no key on one: issuer and number', co, { ...withoutKey, number: 'fe1' }, true],
  ['no key on one: another number', co, { ...withoutKey, number: 'FE2' }, false],
  ['no key on one: another issuer', co, { ...withoutKey, issuerId: '1' }, false],
  ['issuer and number where there is no key', dominican, { ...dominican, amount: '5.00' }, true],
  [
    'zeros before a Costa Rican issuer',
    { country: 'CR', issuerId: '003101', number: '1' },
    { country: 'CR', issuerId: '3101', number: '1' },
    true,
  ],
  ['zeros before the number of another one', { ...dominican, issuerId: '0101023392' }, dominican, false],
  ['the same number of another issuer', { ...dominican, issuerId: '131246796' }, dominican, false],
  ['another country', { ...co, country: 'CR' }, co, false],
  ['nothing to compare by', { country: 'CO' }, { country: 'CO' }, false],
];

test.each(pairs)('one invoice or two: %s', (_, one, other, same) => {
  expect([sameInvoice(one, other), sameInvoice(other, one)]).toEqual([same, same]);
});
