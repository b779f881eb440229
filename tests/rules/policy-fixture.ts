import * as v from 'valibot';
import { type Policy, policy } from '#contract/policies.ts';

/** A life policy in good standing, issued in the United States instance. Each test changes the fields it is about. */
export function aPolicy(changes: Partial<Policy> = {}): Policy {
  const standing = v.parse(policy, {
    Policy: 'P-1',
    PolicyNumber: '02-118-004471',
    ProductName: 'Vida Plena',
    LineOfBusinessType: 'Life',
    VisualTimeInstance: 'VTUSA',
    IssuingCompany: 'AMPARO COSTA RICA',
    OffshoreIndicator: '0',
    PolicyValuesType: 'Traditional Life Values',
    InsuredAmount: 500_000,
    HealthCoverage: 250_000,
    HealthDeductible: 2000,
    BalanceInquiry: 12_480.25,
    ModalPremium: 184.5,
    PaymentFrequency: 'Monthly',
    AmountAvoidLapsingPolicy: 0,
  });
  return { ...standing, ...changes };
}

export const life = { LineOfBusinessType: 'Life', ProductName: 'Vida Plena' };
export const health = { LineOfBusinessType: 'Health', ProductName: 'Salud Total' };
export const savings = { LineOfBusinessType: 'Life', ProductName: 'Plan AHORRO Óptimo' };
