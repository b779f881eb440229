import { describe, expect, test } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import { canPayBills } from '#rules/bills.ts';
import {
  isHelpHidden,
  isSavings,
  offersExtraContribution,
  paymentLinkCurrency,
  policyCurrency,
  policyKind,
  policyKindNames,
  policyName,
  policyTitle,
  ticketPolicies,
} from '#rules/policies.ts';
import { offshoreDisclaimer, shortcutsOf } from '#rules/policy-card.ts';
import { policyColour, policyStatus, unpaidButton } from '#rules/policy-status.ts';
import { aPolicy, health, life, savings } from './policy-fixture.ts';

const NON_TRADITIONAL = 'Non-Traditional Life Values';

describe('what a policy is', () => {
  test('[D14] a savings policy has Ahorro in its product name, in any case', () => {
    for (const ProductName of ['Ahorro', 'PLAN AHORRO', 'mi ahorro óptimo', 'Ahorros']) {
      expect(isSavings({ ProductName }), ProductName).toBe(true);
    }
    for (const ProductName of ['', 'Vida Plena', 'Ahorr', 'Savings']) expect(isSavings({ ProductName })).toBe(false);
  });

  test('[H4.3] its kind, and how the kind is called', () => {
    expect([life, health, savings].map(policyKind)).toEqual(['life', 'health', 'savings']);
    expect(policyKind({ LineOfBusinessType: 'Dental', ProductName: 'Sonrisa' })).toBe('life');
    expect(policyKind({ LineOfBusinessType: ' HEALTH ', ProductName: 'Salud' })).toBe('health');
    expect(Object.values(policyKindNames)).toEqual(['Vida', 'Salud', 'Ahorro']);
  });

  test('[S2] one without a name is called by its kind, one without a number by its name alone', () => {
    expect(policyTitle({ ...health, ProductName: 'Salud Plus', PolicyNumber: 'S-1' })).toBe('Salud Plus · S-1');
    expect(policyTitle({ ...health, ProductName: 'Salud Plus', PolicyNumber: ' ' })).toBe('Salud Plus');
    expect(policyName({ ...health, ProductName: ' ' })).toBe('Póliza de salud');
    expect(policyName({ ...life, ProductName: '' })).toBe('Póliza de vida');
  });
});

describe('every combination of kind, instance, issuer, offshore, arrears, values and unpaid flag', () => {
  const kinds = { life, health, savings };
  const rows: { name: string; policy: Policy; kind: keyof typeof kinds; unpaid: boolean }[] = [];
  for (const kind of ['life', 'health', 'savings'] as const)
    for (const VisualTimeInstance of ['VTUSA', 'VTECU', 'OTRA'])
      for (const IssuingCompany of ['AMPARO COSTA RICA', 'AMPARO ECUADOR', 'AMPARO COLOMBIA'])
        for (const OffshoreIndicator of ['0', '1'] as const)
          for (const GracePeriodDate of [null, '2026-11-01'])
            for (const PolicyValuesType of [NON_TRADITIONAL, 'Traditional Life Values'])
              for (const AmountAvoidLapsingPolicy of [null, 0, 120])
                for (const unpaid of [false, true]) {
                  const given = { VisualTimeInstance, IssuingCompany, OffshoreIndicator, GracePeriodDate };
                  const values = { PolicyValuesType, AmountAvoidLapsingPolicy };
                  const name = JSON.stringify({ kind, ...given, ...values, unpaid });
                  rows.push({ name, policy: aPolicy({ ...kinds[kind], ...given, ...values }), kind, unpaid });
                }

  test('the table is whole', () => expect(new Set(rows.map((row) => row.name)).size).toBe(1296));

  test('[H4.3] colour: arrears before everything, then savings, then the line', () => {
    for (const { name, policy, kind } of rows) {
      expect(policyColour(policy), name).toBe(policy.GracePeriodDate === null ? kind : 'arrears');
    }
  });

  test('[H4.1] status: Activa, or in arrears since a date', () => {
    for (const { name, policy } of rows) {
      expect(policyStatus(policy), name).toEqual(
        policy.GracePeriodDate === null
          ? { text: 'Activa', good: true }
          : { text: 'En impago desde el 1 de noviembre de 2026', good: false },
      );
    }
  });

  test('[H9.7][H2.20][D31][H6.4] shortcuts by line and instance, refunds never for Ecuador-issued policies', () => {
    const expected: Record<string, string> = {
      'life VTUSA': 'historialPagos documentos',
      'life VTECU': 'documentos',
      'life OTRA': 'documentos',
      'savings VTUSA': 'historialPagos documentos',
      'savings VTECU': 'documentos',
      'savings OTRA': 'documentos',
      'health VTUSA': 'carnet reembolsos historialPagos documentos',
      'health VTECU': 'carnet reembolsos documentos',
      'health OTRA': 'documentos',
      'health VTUSA ECUADOR': 'carnet historialPagos documentos',
      'health VTECU ECUADOR': 'carnet documentos',
    };
    for (const { name, policy, kind } of rows) {
      const key = `${kind} ${policy.VisualTimeInstance}`;
      const issuer = policy.IssuingCompany === 'AMPARO ECUADOR' ? ' ECUADOR' : '';
      expect(shortcutsOf(policy).join(' '), name).toBe(expected[key + issuer] ?? expected[key]);
    }
  });

  test('[H4.2] the unpaid button: only in arrears, never for savings, one bill when an amount avoids the lapse', () => {
    for (const { name, policy, kind } of rows) {
      const shown = policy.GracePeriodDate !== null && kind !== 'savings';
      const label = policy.AmountAvoidLapsingPolicy === 120 ? 'Factura impagada' : 'Facturas impagadas';
      expect(unpaidButton(policy), name).toBe(shown ? label : null);
    }
  });

  test('[H5.6][H6.5][H1.6][D32] paying: unpaid, VTUSA, not offshore', () => {
    const payable = rows.filter(({ policy, unpaid }) => canPayBills(policy, unpaid));
    expect(payable).toHaveLength(1296 / 2 / 3 / 2);
    for (const { name, policy, unpaid } of payable) {
      expect([unpaid, policy.VisualTimeInstance, policy.OffshoreIndicator], name).toEqual([true, 'VTUSA', '0']);
    }
  });

  test('[H5.5][H2.25][D19][H1.7] extra contribution: non-savings, not in grace, Non-Traditional, local, VTUSA', () => {
    const offered = rows.filter(({ policy }) => offersExtraContribution(policy));
    expect(offered).toHaveLength(2 * 3 * 3 * 2);
    for (const { name, policy, kind } of offered) {
      expect(kind, name).not.toBe('savings');
      expect(policy.GracePeriodDate, name).toBeNull();
      expect(policy.PolicyValuesType, name).toBe(NON_TRADITIONAL);
      expect([policy.OffshoreIndicator, policy.VisualTimeInstance], name).toEqual(['0', 'VTUSA']);
    }
  });

  test('[H7.24][D22] COP for Colombian policies with other values, else null on the link and USD on the screen', () => {
    for (const { name, policy } of rows) {
      const pesos = policy.IssuingCompany === 'AMPARO COLOMBIA' && policy.PolicyValuesType !== NON_TRADITIONAL;
      expect(paymentLinkCurrency(policy), name).toBe(pesos ? 'COP' : null);
      expect(policyCurrency(policy), name).toBe(pesos ? 'COP' : 'USD');
    }
  });

  test('[H2.24] offshore policies say so', () => {
    for (const { name, policy } of rows) {
      const text = offshoreDisclaimer(policy);
      if (policy.OffshoreIndicator === '1')
        expect(text, name).toMatch(/compañía local no la comercializa ni la regula/);
      else expect(text, name).toBeNull();
    }
  });
});

describe('help', () => {
  const colombian = aPolicy({ IssuingCompany: 'Amparo Colombia S.A.' });
  const other = aPolicy();

  test('[H2.63][D39][H6.3] is hidden only when every policy is Colombian', () => {
    expect(isHelpHidden([colombian, colombian])).toBe(true);
    expect(isHelpHidden([colombian, other])).toBe(false);
    expect(isHelpHidden([other])).toBe(false);
    expect(isHelpHidden([])).toBe(false);
  });

  test('[H2.79][H6.3] a ticket cannot be about a Colombian policy', () => {
    expect(ticketPolicies([colombian, other, colombian])).toEqual([other]);
  });
});
