import type { Policy } from '#contract/policies.ts';
import { toldApart } from './told-apart.ts';

/** A policy's kind for the customer. Savings plans are life policies by line of business, but a kind of their own here. */
export type PolicyKind = 'life' | 'health' | 'savings';

/** The kinds' labels. */
export const policyKindNames: Record<PolicyKind, string> = { life: 'Vida', health: 'Salud', savings: 'Ahorro' };

/** D14: the only place that decides whether a policy is a savings plan. */
export function isSavings(policy: Pick<Policy, 'ProductName'>): boolean {
  return policy.ProductName.toLowerCase().includes('ahorro');
}

/** The policy's kind. An unknown line of business counts as life: sum insured and beneficiaries, no card. */
export function policyKind(policy: Pick<Policy, 'ProductName' | 'LineOfBusinessType'>): PolicyKind {
  if (isSavings(policy)) return 'savings';
  return isHealth(policy) ? 'health' : 'life';
}

/** The policy's name: 'Salud Global Plus'; its kind when the product has no name. */
export function policyName(policy: Pick<Policy, 'ProductName' | 'LineOfBusinessType'>): string {
  return policy.ProductName.trim() || `Póliza de ${policyKindNames[policyKind(policy)].toLowerCase()}`;
}

/** The line that names a screen's policy: 'Salud Global Plus · CR-SAL-0098114'. */
export function policyTitle(policy: Pick<Policy, 'ProductName' | 'LineOfBusinessType' | 'PolicyNumber'>): string {
  return [policyName(policy), policy.PolicyNumber.trim()].filter((part) => part !== '').join(' · ');
}

/** In a sentence: 'Salud Global Plus, póliza CR-SAL-0098114'. */
export function policyInWords(policy: Parameters<typeof policyTitle>[0]): string {
  const number = policy.PolicyNumber.trim();
  return number ? `${policyName(policy)}, póliza ${number}` : policyName(policy);
}

/** The names of all of a customer's policies, each with its number where several have one name. */
export const policyNames = <P extends Parameters<typeof policyTitle>[0]>(policies: readonly P[]): Map<P, string> =>
  toldApart(policies, [policyName, policyTitle]);

/** Decided by the line of business: a health plan called 'Ahorro' still has dependents and a card. */
export function isHealth(policy: Pick<Policy, 'LineOfBusinessType'>): boolean {
  return policy.LineOfBusinessType.trim().toLowerCase() === 'health';
}

/** In arrears: a grace period has begun (H4.1). */
export function isInArrears(policy: Pick<Policy, 'GracePeriodDate'>): boolean {
  return policy.GracePeriodDate !== null;
}

export function isOffshore(policy: Pick<Policy, 'OffshoreIndicator'>): boolean {
  return policy.OffshoreIndicator === '1';
}

export function isColombian(policy: Pick<Policy, 'IssuingCompany'>): boolean {
  return policy.IssuingCompany.toUpperCase().includes('COLOMBIA');
}

export function isEcuadorian(policy: Pick<Policy, 'IssuingCompany'>): boolean {
  return policy.IssuingCompany.toUpperCase().includes('ECUADOR');
}

type ValuedPolicy = Pick<Policy, 'IssuingCompany' | 'PolicyValuesType'>;

/** H7.24: the currency a payment link names. */
export function paymentLinkCurrency(policy: ValuedPolicy): 'COP' | null {
  return isColombian(policy) && !hasNonTraditionalValues(policy) ? 'COP' : null;
}

/** The currency a policy's amounts are in: COP where its payment link says so, else USD (D22). */
export function policyCurrency(policy: ValuedPolicy): 'COP' | 'USD' {
  return paymentLinkCurrency(policy) ?? 'USD';
}

/** H5.5, D19: whether an extra contribution is offered. */
export function offersExtraContribution(
  policy: Pick<
    Policy,
    'ProductName' | 'GracePeriodDate' | 'PolicyValuesType' | 'OffshoreIndicator' | 'VisualTimeInstance'
  >,
): boolean {
  return (
    !isSavings(policy) &&
    !isInArrears(policy) &&
    hasNonTraditionalValues(policy) &&
    !isOffshore(policy) &&
    policy.VisualTimeInstance === 'VTUSA'
  );
}

/** H2.63, D39: help is hidden when every policy is Colombian; a customer without policies has it. */
export function isHelpHidden(policies: readonly Pick<Policy, 'IssuingCompany'>[]): boolean {
  return policies.length > 0 && policies.every(isColombian);
}

/**
 * Where a customer writes about a policy (H6.3), as the end of a sentence.
 *
 * @param policy null or undefined while it is unknown
 * @param mail the contact's address; '' where it is unknown
 */
export function whereToWrite(policy: Pick<Policy, 'IssuingCompany'> | null | undefined, mail: string): string {
  if (!policy || !isColombian(policy)) return 'escríbenos desde Ayuda';
  return mail ? `escríbenos a ${mail}` : 'escríbenos por correo';
}

/** H2.79, H6.3: the policies a ticket can be about. */
export function ticketPolicies<P extends Pick<Policy, 'IssuingCompany'>>(policies: readonly P[]): P[] {
  return policies.filter((policy) => !isColombian(policy));
}

function hasNonTraditionalValues(policy: Pick<Policy, 'PolicyValuesType'>): boolean {
  return policy.PolicyValuesType.trim() === 'Non-Traditional Life Values';
}
