import { describe, expect, test } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import { knownPolicyProblems as problemsFor, refundPolicyProblems, usualRefundLimits } from '#rules/refund-policy.ts';

const policy = {
  Policy: '520021',
  PolicyNumber: 'CR-SAL-0098114',
  ProductName: 'Salud Global Plus',
  LineOfBusinessType: 'Health',
  IssuingCompany: 'AMPARO COSTA RICA',
  PolicyValuesType: '',
} as Policy;
const people = [{ ClientName: 'ROJAS MORA, MARÍA FERNANDA' }, { ClientName: 'PEÑA ROJAS, LUCÍA' }];
const request = { paciente: 'ROJAS MORA, MARÍA FERNANDA', pais: 'Costa Rica', importe: '86.40', divisa: 'USD' };
const problems = (
  changed: Partial<typeof request & { patientPolicy: string }>,
  of = policy,
  limits = usualRefundLimits,
  locale = 'es-EC',
) => refundPolicyProblems(of, people, { ...request, ...changed }, limits, locale);

const MAIL = 'hola@amparo.example';
const knownPolicyProblems = (of: Policy | undefined, wire: Record<string, string>) =>
  problemsFor(of, wire, 'es-EC', MAIL);

describe('[S18] a refund that fits its policy', () => {
  test('is on a health policy only', () => {
    expect(problems({})).toEqual({});
    for (const LineOfBusinessType of ['Life', '', 'Savings']) {
      expect(Object.keys(problems({}, { ...policy, LineOfBusinessType }))).toEqual(['poliza']);
    }
  });

  test('is for a person insured by the policy, however accents and blanks are written', () => {
    for (const paciente of ['rojas mora,  maria fernanda', ' PENA ROJAS, LUCIA ', 'PEÑA ROJAS, LUCÍA']) {
      expect(problems({ paciente })).toEqual({});
    }
    for (const paciente of ['ROJAS MORA', 'MORA ROJAS, JUAN', 'Ana']) {
      expect(Object.keys(problems({ paciente }))).toEqual(['paciente']);
    }
    expect(problems({ patientPolicy: 'CR-SAL-0098114' })).toEqual({});
    expect(Object.keys(problems({ patientPolicy: '520022' }))).toEqual(['paciente']);
  });

  test.each([
    ['CRC', 'Costa Rica', true],
    ['CRC', 'costa rica', true],
    ['DOP', 'República Dominicana', true],
    ['DOP', 'Republica Dominicana', true],
    ['DOP', 'Costa Rica', false],
    ['COP', 'Costa Rica', false],
    ['COP', 'Colombia', true],
    ['GTQ', 'España', false],
    ['EUR', 'Guatemala', true],
    ['USD', 'Japón', true],
  ])('may be in %s for treatment in %s: %s', (divisa, pais, fits) => {
    expect(Object.keys(problems({ divisa, pais }))).toEqual(fits ? [] : ['divisa']);
  });

  test('is checked on a device by what it knows: neither by inactive people nor by limits that nobody told', () => {
    const stranger = { ...request, paciente: 'Ana', importe: '900000' };
    expect(knownPolicyProblems(policy, stranger)).toEqual({});
    expect(Object.keys(knownPolicyProblems(policy, { ...stranger, divisa: 'DOP' }))).toEqual(['divisa']);
    const told = { ...policy, RefundLimits: { USD: 500_000 } };
    expect(knownPolicyProblems(told, stranger).importe).toContain('hasta $500');
    expect(Object.keys(knownPolicyProblems(told, { ...request, divisa: 'EUR' }))).toEqual(['divisa']);
    expect(Object.keys(knownPolicyProblems({ ...policy, LineOfBusinessType: 'Life' }, request))).toEqual(['poliza']);
    expect(knownPolicyProblems(undefined, request)).toEqual({});
  });

  test('of a form whose currency has yet to be chosen is no problem, also while nobody told limits', () => {
    expect(knownPolicyProblems(policy, { ...request, divisa: '' })).toEqual({});
  });

  test('may be in the policy’s own currency anywhere', () => {
    const colombian = { ...policy, IssuingCompany: 'AMPARO COLOMBIA' };
    expect(problems({ divisa: 'COP', pais: 'España' }, colombian)).toEqual({});
  });

  test('stays within the configured amounts and currencies', () => {
    expect(problems({ importe: '1000' }, policy, { USD: 1000 })).toEqual({});
    expect(Object.keys(problems({ divisa: 'EUR' }, policy, { USD: 1000 }))).toEqual(['divisa']);
    expect(Object.keys(problems({ importe: '999999999999' }))).toEqual(['importe']);
  });

  test('in a currency that the operator left out names those it took, also where that one is paid', () => {
    const few = { USD: 500_000, EUR: 450_000 };
    const said = 'Desde la app se piden reembolsos en USD o EUR. Para otra divisa, escríbenos desde Ayuda';
    expect(problems({ divisa: 'CRC' }, policy, few)).toEqual({ divisa: said });
    expect(knownPolicyProblems({ ...policy, RefundLimits: few }, { ...request, divisa: 'CRC' })).toEqual({
      divisa: said,
    });
    expect(problems({ divisa: 'DOP' }).divisa).toBe('En Costa Rica no se paga en DOP. Revisa la divisa de la factura');
  });

  test('[H2.63][H6.3] sends nobody of Colombia to Ayuda, but to the address that is known', () => {
    const colombian = { ...policy, IssuingCompany: 'AMPARO COLOMBIA' };
    const told = { ...colombian, RefundLimits: { USD: 500_000 } };
    const much = { ...request, importe: '600000' };
    expect(knownPolicyProblems(told, much).importe).toMatch(
      /\. Para un importe mayor, escríbenos a hola@amparo\.example$/,
    );
    expect(knownPolicyProblems(told, { ...request, divisa: 'EUR' }).divisa).toMatch(/divisa, escríbenos a hola@/);
    // The server does not know it.
    expect(problems({ importe: '600000' }, colombian).importe).toMatch(/mayor, escríbenos por correo$/);
    expect(problems({ paciente: 'Ana' }, colombian).paciente).toMatch(/Elige a otra o escríbenos por correo$/);
    expect(problems({ paciente: 'Ana' }).paciente).toMatch(/Elige a otra o escríbenos desde Ayuda$/);
  });

  test.each([
    ['es-DO', 'USD', 'US$500,000.00'],
    ['es-DO', 'DOP', 'RD$500,000.00'],
    ['es-GT', 'USD', 'US$500,000.00'],
    ['es-EC', 'USD', '$500.000,00'],
  ] as const)('[D22] says the limit as %s writes %s', (locale, divisa, written) => {
    const most = { USD: 500_000, DOP: 500_000 };
    const { importe } = problems({ importe: '600000', divisa, pais: 'República Dominicana' }, policy, most, locale);
    expect(importe).toContain(`hasta ${written}.`);
  });
});
