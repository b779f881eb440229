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

describe('the kind of a policy', () => {
  test('[D14] is savings when the product name has Ahorro in it, in any case', () => {
    for (const ProductName of ['Ahorro', 'PLAN AHORRO', 'mi ahorro óptimo', 'Ahorros']) {
      expect(isSavings({ ProductName }), ProductName).toBe(true);
    }
    for (const ProductName of ['', 'Vida Plena', 'Ahorr', 'Savings']) expect(isSavings({ ProductName })).toBe(false);
  });

  test('[H4.3] is life, health or savings, and has a Spanish name', () => {
    expect([life, health, savings].map(policyKind)).toEqual(['life', 'health', 'savings']);
    expect(policyKind({ LineOfBusinessType: 'Dental', ProductName: 'Sonrisa' })).toBe('life');
    expect(policyKind({ LineOfBusinessType: ' HEALTH ', ProductName: 'Salud' })).toBe('health');
    expect(Object.values(policyKindNames)).toEqual(['Vida', 'Salud', 'Ahorro']);
  });

  test('[S2] names a policy by its kind when it has no name, and by its name alone without a number', () => {
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

  test('the table has all 1,296 combinations', () => expect(new Set(rows.map((row) => row.name)).size).toBe(1296));

  test('[H4.3] the colour shows arrears first, then savings, then the line', () => {
    for (const { name, policy, kind } of rows) {
      expect(policyColour(policy), name).toBe(policy.GracePeriodDate === null ? kind : 'arrears');
    }
  });

  test('[H4.1] the status is Activa, or in arrears since a date', () => {
    for (const { name, policy } of rows) {
      expect(policyStatus(policy), name).toEqual(
        policy.GracePeriodDate === null
          ? { text: 'Activa', good: true }
          : { text: 'En impago desde el 1 de noviembre de 2026', good: false },
      );
    }
  });

  test('[H9.7][H2.20][D31][H6.4] shortcuts follow line and instance, and Ecuador-issued policies have no refunds', () => {
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

  test('[H4.2] the unpaid button appears only in arrears, never for savings, and names one bill when an amount avoids the lapse', () => {
    for (const { name, policy, kind } of rows) {
      const shown = policy.GracePeriodDate !== null && kind !== 'savings';
      const label = policy.AmountAvoidLapsingPolicy === 120 ? 'Factura impagada' : 'Facturas impagadas';
      expect(unpaidButton(policy), name).toBe(shown ? label : null);
    }
  });

  test('[H5.6][H6.5][H1.6][D32] bills can be paid if they are unpaid, of VTUSA and not offshore', () => {
    const payable = rows.filter(({ policy, unpaid }) => canPayBills(policy, unpaid));
    expect(payable).toHaveLength(1296 / 2 / 3 / 2);
    for (const { name, policy, unpaid } of payable) {
      expect([unpaid, policy.VisualTimeInstance, policy.OffshoreIndicator], name).toEqual([true, 'VTUSA', '0']);
    }
  });

  test('[H5.5][H2.25][D19][H1.7] an extra contribution needs no savings, no grace period, Non-Traditional, local and VTUSA', () => {
    const offered = rows.filter(({ policy }) => offersExtraContribution(policy));
    expect(offered).toHaveLength(2 * 3 * 3 * 2);
    for (const { name, policy, kind } of offered) {
      expect(kind, name).not.toBe('savings');
      expect(policy.GracePeriodDate, name).toBeNull();
      expect(policy.PolicyValuesType, name).toBe(NON_TRADITIONAL);
      expect([policy.OffshoreIndicator, policy.VisualTimeInstance], name).toEqual(['0', 'VTUSA']);
    }
  });

  test('[H7.24][D22] Colombian policies with other values use COP; the rest null on the link and USD on screen', () => {
    for (const { name, policy } of rows) {
      const pesos = policy.IssuingCompany === 'AMPARO COLOMBIA' && policy.PolicyValuesType !== NON_TRADITIONAL;
      expect(paymentLinkCurrency(policy), name).toBe(pesos ? 'COP' : null);
      expect(policyCurrency(policy), name).toBe(pesos ? 'COP' : 'USD');
    }
  });

  test('[H2.24] offshore policies have a disclaimer, and others have none', () => {
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
