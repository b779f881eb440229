import { expect, test } from 'vitest';
import { beneficiaryRoleLabel } from '#rules/people.ts';

test.each([
  ['Primary Beneficiary', 'Beneficiario principal'],
  ['  CONTINGENT  beneficiary', 'Beneficiario contingente'],
  ['Beneficiario principal', 'Beneficiario principal'],
  ['constructor', 'constructor'],
  ['', ''],
])('[D40] the beneficiary’s role %j is shown as %j', (role, label) => {
  expect(beneficiaryRoleLabel(role)).toBe(label);
});
