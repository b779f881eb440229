import { expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { fill } from '#features/refunds/paper/reading.ts';
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

test('[H2.41][D75] repeating a refund leaves the currency open, so that a new invoice’s amount is never in an old one', () => {
  const earlier = { tipoReembolso: 'ambulatorio', pais: 'Guatemala', divisa: 'USD', importe: 40 };
  const { divisa = '', importe = '' } = repeatedForm(earlier as Refund, []).texts;
  // The verifier of Guatemala tells an amount without its currency.
  const form = { answers: { importe, divisa }, filled: {}, open: ['importe', 'divisa'], currencies: ['USD', 'GTQ'] };
  const read = fill({ country: 'GT', amount: '350.00' }, { ...form, today: '2026-11-27' });
  expect({ importe, divisa, ...read.changes }).toEqual({ importe: '350', divisa: '' });
});
