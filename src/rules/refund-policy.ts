import type { InsuredPerson, Policy } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import { moneyWithCode } from './money.ts';
import { isHealth, policyCurrency } from './policies.ts';

/** The most that one refund may ask for, by currency; one that is not among them is not taken. */
export type RefundLimits = Readonly<Partial<Record<Currency, number>>>;

/** About half a million US dollars each: above it, somebody looks at the case before anything is typed into an app. */
export const usualRefundLimits: RefundLimits = {
  USD: 500_000,
  EUR: 500_000,
  COP: 2_000_000_000,
  DOP: 30_000_000,
  CRC: 250_000_000,
  GTQ: 4_000_000,
};

/** Whose money it is. US dollars and euros are paid anywhere. */
const homes: Readonly<Record<Currency, string | null>> = {
  USD: null,
  EUR: null,
  COP: 'Colombia',
  DOP: 'República Dominicana',
  CRC: 'Costa Rica',
  GTQ: 'Guatemala',
};

type RefundClaim = Readonly<Record<'paciente' | 'pais' | 'importe' | 'divisa', string>> & { patientPolicy?: string };

/**
 * What of a refund does not fit the policy it is asked for, Spanish words by wire field (S18); empty when all does. Its fields
 * have passed the checks of the form. The patient may be inactive by now: the care may be older than that.
 */
export function refundPolicyProblems(
  policy: Policy,
  people: readonly Pick<InsuredPerson, 'ClientName'>[],
  claim: RefundClaim,
  limits: RefundLimits,
): Record<string, string> {
  if (!isHealth(policy)) return { poliza: 'Esta póliza no es de salud y no admite reembolsos. Elige una de salud' };
  const problems: Record<string, string> = {};
  const ofPolicy = ['', policy.Policy, policy.PolicyNumber].includes(claim.patientPolicy ?? '');
  if (!ofPolicy || !people.some(({ ClientName }) => named(ClientName) === named(claim.paciente))) {
    problems.paciente = 'Esta persona no está asegurada en la póliza. Elige a otra o escríbenos desde Ayuda';
  }
  const divisa = claim.divisa as Currency;
  const most = limits[divisa];
  if (most === undefined || !isPaidIn(divisa, claim.pais, policy)) {
    problems.divisa = `En ${claim.pais || 'ese país'} no se paga en ${divisa}. Revisa la divisa de la factura`;
  } else if (Number(claim.importe) > most) {
    problems.importe = `Desde la app se piden hasta ${moneyWithCode(most, divisa, 'es')}. Para un importe mayor, escríbenos desde Ayuda`;
  }
  return problems;
}

/** An invoice is in the money of the country of care, in that of the policy, or in one that is paid anywhere. */
function isPaidIn(divisa: Currency, country: string, policy: Policy): boolean {
  const home = homes[divisa];
  return home === null || divisa === policyCurrency(policy) || named(home) === named(country);
}

const named = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toLowerCase();
