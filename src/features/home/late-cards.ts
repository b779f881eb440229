import type { Policy } from '#contract/policies.ts';
import { isInArrears, policyKind, policyName } from '#rules/policies.ts';
import { figuresLayout, frequencyLabel, lastPaidText } from '#rules/policy-card.ts';

/** So many cards are laid out at once in any case. */
const AT_ONCE = 8;

/**
 * Which of many cards are laid out once they come near: those that are no higher than one which is laid out at once. The strip has
 * its height then from the beginning, and a swipe moves nothing below it (F50).
 */
export function lateCards(policies: readonly Policy[], today: string): boolean[] {
  const atOnce: number[][] = [];
  return policies.map((policy, index) => {
    const size = sizeOf(policy, today);
    const isLate = index >= AT_ONCE && atOnce.some((one) => size.every((part, at) => part <= (one[at] ?? 0)));
    if (!isLate) atOnce.push(size);
    return isLate;
  });
}

/** What gives a card more lines. Its texts would say it too, but amounts take time to write for many. */
function sizeOf(policy: Policy, today: string): number[] {
  const isHealth = policyKind(policy) === 'health';
  const isWarned = isInArrears(policy);
  return [
    policyName(policy).length,
    Number(policy.PolicyNumber.trim() !== ''),
    // Without a warning the status takes room beside the name.
    Number(isWarned),
    Number(!isWarned),
    isHealth && figuresLayout(policy) === 'column' ? 2 : 1,
    isHealth ? digits(policy.HealthCoverage) + digits(policy.HealthDeductible) : 0,
    // Premium and last payment share a line while they fit.
    digits(policy.ModalPremium) + frequencyLabel(policy.PaymentFrequency).length + lastPaidText(policy, today).length,
  ];
}

const digits = (amount: number | null): number => (amount === null ? 0 : Math.round(amount).toFixed().length);
