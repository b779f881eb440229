import type { InsuredPerson, Policy } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import { homeOf } from '#countries/facts.ts';
import { folded } from './folded.ts';
import { anyOf } from './joined.ts';
import { namedMoney } from './money.ts';
import { isHealth, policyCurrency, whereToWrite } from './policies.ts';

/** The highest amount of one refund, by currency. Other currencies are refused. */
export type RefundLimits = Readonly<Partial<Record<Currency, number>>>;

/** About half a million US dollars each. Larger cases are handled by a person, not in the app. */
export const usualRefundLimits: RefundLimits = {
  USD: 500_000,
  EUR: 500_000,
  COP: 2_000_000_000,
  DOP: 30_000_000,
  CRC: 250_000_000,
  GTQ: 4_000_000,
} satisfies Required<RefundLimits>;

export const NO_REFUNDS = 'Esta póliza no es de salud y no admite reembolsos. Elige una de salud';

type RefundClaim = Readonly<Record<'paciente' | 'pais' | 'importe' | 'divisa', string>> & { patientPolicy?: string };

/**
 * The fields of a refund that do not fit its policy (S18), with Spanish texts by wire field; empty when all fit. The form's
 * checks come before. The patient may be inactive now, because the care may be older.
 *
 * @param people everyone insured at some time; null where only the active ones are known, as on a device
 * @param limits null where only the server knows them
 * @param locale how the customer's country writes an amount (D22)
 * @param mail the contact's address, which the server does not know
 */
export function refundPolicyProblems(
  policy: Policy,
  people: readonly Pick<InsuredPerson, 'ClientName'>[] | null,
  claim: RefundClaim,
  limits: RefundLimits | null,
  locale: string,
  mail = '',
): Record<string, string> {
  if (!isHealth(policy)) return { poliza: NO_REFUNDS };
  const problems: Record<string, string> = {};
  const write = whereToWrite(policy, mail);
  const ofPolicy = ['', policy.Policy, policy.PolicyNumber].includes(claim.patientPolicy ?? '');
  if (people && (!ofPolicy || !people.some(({ ClientName }) => folded(ClientName) === folded(claim.paciente)))) {
    problems.paciente = `Esta persona no está asegurada en la póliza. Elige a otra o ${write}`;
  }
  const divisa = claim.divisa as Currency;
  const most = limits ? limits[divisa] : Number.POSITIVE_INFINITY;
  if (most === undefined) {
    problems.divisa = `Desde la app se piden reembolsos en ${anyOf(Object.keys(limits ?? {}))}. Para otra divisa, ${write}`;
  } else if (!isPaidIn(divisa, claim.pais, policy)) {
    problems.divisa = `En ${claim.pais || 'ese país'} no se paga en ${divisa}. Revisa la divisa de la factura`;
  } else if (Number(claim.importe) > most) {
    problems.importe = `Desde la app se piden hasta ${namedMoney(most, divisa, locale)}. Para un importe mayor, ${write}`;
  }
  return problems;
}

/** The same for a form on a device, by what it knows of the policy; nothing while the policy is unknown. */
export function knownPolicyProblems(
  policy: Policy | null | undefined,
  wire: Record<string, string>,
  locale: string,
  mail: string,
): Record<string, string> {
  if (!policy) return {};
  const { paciente = '', pais = '', importe = '', divisa = '' } = wire;
  return refundPolicyProblems(
    policy,
    null,
    { paciente, pais, importe, divisa },
    policy.RefundLimits ?? null,
    locale,
    mail,
  );
}

/** Whether an invoice can be in this currency: of the country of care, of the policy, or one used anywhere. */
function isPaidIn(divisa: Currency, country: string, policy: Policy): boolean {
  // In a form it may still be empty.
  const home = homeOf(divisa);
  return home === null || divisa === policyCurrency(policy) || folded(home) === folded(country);
}
