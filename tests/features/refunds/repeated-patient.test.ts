import { expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { repeatedForm } from '#features/refunds/refund-draft.ts';
import type { Patient } from '#rules/people.ts';

const of = (role: string): Patient => ({
  label: `Juan Mora, ${role}`,
  fields: { paciente: 'JUAN MORA', role, patientPolicy: 'P' },
});
const family = [of('Titular'), of('Dependiente')];
const chosen = (role: string | undefined, patients: readonly Patient[]) => {
  const refund = { tipoReembolso: 'ambulatorio', paciente: 'JUAN MORA', ...(role !== undefined && { role }) };
  return repeatedForm(refund as Refund, patients).texts.paciente;
};

test('[H2.41] repeating a refund leaves the patient open where several of one name are insured, unless the role is known', () => {
  expect(chosen(undefined, family)).toBe('');
  expect(chosen('', family)).toBe('');
  expect(chosen('Dependent', family)).toBe('["JUAN MORA","Dependiente","P"]');
  expect(chosen('Spouse', family)).toBe('');
  expect(chosen(undefined, family.slice(0, 1))).toBe('["JUAN MORA","Titular","P"]');
});
