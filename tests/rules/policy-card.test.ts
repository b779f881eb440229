import { describe, expect, test } from 'vitest';
import {
  figuresLayout,
  frequencyLabel,
  isSinglePremium,
  lastPaidText,
  peopleOf,
  policyFigures,
  premiumText,
} from '#rules/policy-card.ts';
import { aPolicy, health, life, savings } from './policy-fixture.ts';

const US = 'es-US';

describe('a policy card', () => {
  test('[H2.22][H1.2] shows the sum insured for life, coverage and deductible for health, the balance for savings', () => {
    expect(policyFigures(aPolicy(life), US)).toEqual([{ label: 'Suma asegurada', value: 'US$500,000' }]);
    expect(policyFigures(aPolicy(health), US)).toEqual([
      { label: 'Cobertura', value: 'US$250,000' },
      { label: 'Deducible', value: 'US$2,000' },
    ]);
    expect(policyFigures(aPolicy(savings), US)).toEqual([{ label: 'Saldo', value: 'US$12,480.25' }]);
  });

  test('[H2.22][D22] shows Colombian amounts in pesos', () => {
    const colombian = aPolicy({ ...life, IssuingCompany: 'AMPARO COLOMBIA', InsuredAmount: 90_000_000 });
    expect(policyFigures(colombian, 'es-CO')[0]?.value.replace(/\s/gu, ' ')).toBe('$90.000.000');
  });

  test('[H2.22][D74] writes dollars as US$ in Colombia, where pesos have the same sign', () => {
    const plain = (text: string) => text.replace(/\s/gu, ' ');
    const abroad = aPolicy({ ...health, IssuingCompany: 'AMPARO USA', ModalPremium: 165, PaymentFrequency: 'Monthly' });
    expect(policyFigures(abroad, 'es-CO').map(({ value }) => plain(value))).toEqual(['US$250.000', 'US$2.000']);
    expect(plain(premiumText(abroad, 'es-CO'))).toBe('US$165,00 al mes');
    expect(plain(premiumText(abroad, 'es-CR'))).toBe('US$165,00 al mes');
    const local = aPolicy({ ...life, IssuingCompany: 'AMPARO COLOMBIA', ModalPremium: 428_000 });
    expect(premiumText(local, 'es-CO')).toBe('$428.000 al mes');
    for (const home of ['es-CR', 'es-US']) expect(premiumText(local, home)).toMatch(/428[.,\s]000\sCOP al mes$/u);
  });

  test('[H2.22] leaves out an unknown figure', () => {
    expect(policyFigures(aPolicy({ ...health, HealthDeductible: null }), US)).toHaveLength(1);
    expect(policyFigures(aPolicy({ ...life, InsuredAmount: null }), US)).toEqual([]);
  });

  test('[H2.23] shows a coverage of one million or more in a column', () => {
    const layouts = (amount: number | null) => [
      figuresLayout(aPolicy({ ...life, InsuredAmount: amount })),
      figuresLayout(aPolicy({ ...health, HealthCoverage: amount })),
      figuresLayout(aPolicy({ ...savings, BalanceInquiry: amount })),
    ];
    expect(layouts(1_000_000)).toEqual(['column', 'column', 'column']);
    expect(layouts(999_999.99)).toEqual(['row', 'row', 'row']);
    expect(layouts(null)).toEqual(['row', 'row', 'row']);
    expect(figuresLayout(aPolicy({ ...life, HealthCoverage: 5_000_000 }))).toBe('row');
  });

  test('[H2.21][H1.3] names beneficiaries for life and savings, dependents for health', () => {
    expect([life, savings, health].map(peopleOf)).toEqual(['beneficiarios', 'beneficiarios', 'dependientes']);
  });

  test('[H2.22][D78] writes premium and last payment in words', () => {
    expect(premiumText(aPolicy(), US)).toBe('US$184.50 al mes');
    expect(premiumText(aPolicy({ PaymentFrequency: 'Single premium' }), US)).toBe('US$184.50');
    expect(premiumText(aPolicy({ ModalPremium: null }), US)).toBe('');
    expect(premiumText(aPolicy({ ModalPremium: 0 }), US)).toBe('US$0 al mes');
    const policy = aPolicy({ LastPaidDate: '2026-11-18' });
    expect(lastPaidText(policy, '2026-11-22')).toBe('Último pago 18 nov');
    expect(lastPaidText(policy, '2027-01-02')).toBe('Último pago 18 nov 2026');
    expect(lastPaidText(aPolicy({ LastPaidDate: null }), '2026-11-22')).toBe('');
    // [D78] The day of an instant is the device's, whatever day the backend makes of it.
    const night = new Date(2026, 10, 25, 22, 23).toISOString();
    const paid = { LastPaidDate: '2026-11-26', LastPaidAt: night };
    expect(lastPaidText(aPolicy(paid), '2026-11-25')).toBe('Último pago 25 nov');
  });

  const labels: Record<string, string[]> = {
    'al año': ['Annual', 'Anual'],
    'cada dos meses': ['Bimonthly'],
    'al mes': ['Monthly', 'Mensual', 'Cuotas Mensuales', 'Monthly C/C', 'Monthly COM', ' MENSUAL '],
    'al trimestre': ['Quarterly', 'Trimestral'],
    'al semestre': ['Semiannual', 'Semianual'],
    '': ['Single premium', 'Single Premium', '', 'Decennial', 'constructor'],
  };
  test('[H9.8] a single premium is told apart from a frequency that nobody knows', () => {
    const single = (PaymentFrequency: string) => isSinglePremium(aPolicy({ PaymentFrequency }));
    expect(['Single premium', ' SINGLE  Premium ', 'Prima única'].map(single)).toEqual([true, true, true]);
    expect(['', 'Decennial', 'Annual', 'constructor'].filter(single)).toEqual([]);
  });

  for (const [label, frequencies] of Object.entries(labels)) {
    test(`[H9.8] writes ${frequencies.join(', ')} as ${label || 'nothing'}`, () => {
      for (const frequency of frequencies) expect(frequencyLabel(frequency), frequency).toBe(label);
    });
  }
});
