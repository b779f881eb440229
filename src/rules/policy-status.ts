import type { Policy } from '#contract/policies.ts';
import { addDays, daysBetween, longDate } from './dates.ts';
import { isInArrears, isSavings, type PolicyKind, policyKind } from './policies.ts';

/** A policy's colour (H4.3): arrears red, savings yellow, life green, health blue. */
export type PolicyColour = PolicyKind | 'arrears';

export function policyColour(
  policy: Pick<Policy, 'ProductName' | 'LineOfBusinessType' | 'GracePeriodDate'>,
): PolicyColour {
  return isInArrears(policy) ? 'arrears' : policyKind(policy);
}

/** H4.1: the status in words; `good` is false in arrears. */
export function policyStatus(policy: Pick<Policy, 'GracePeriodDate'>): { text: string; good: boolean } {
  return isInArrears(policy)
    ? { text: `En impago desde el ${longDate(policy.GracePeriodDate)}`, good: false }
    : { text: 'Activa', good: true };
}

export interface Grace {
  /** Below zero once the period is over; null when its length is unknown (D94). */
  daysLeft: number | null;
  /** The last day of the period, a calendar date (D15); null when its length is unknown. */
  end: string | null;
  expired: boolean;
  /** 'El periodo de gracia termina el 3 de diciembre de 2026'; '' when its length is unknown. */
  text: string;
  /** 'Te quedan 12 días'; '' once it is over, or when its length is unknown. */
  left: string;
}

/** The grace period of a policy in arrears (H4.2, D15); null when it is not in arrears. */
export function graceOf(policy: Pick<Policy, 'GracePeriodDate' | 'GracePeriodDays'>, today: string): Grace | null {
  if (policy.GracePeriodDate === null) return null;
  if (policy.GracePeriodDays === null) return { daysLeft: null, end: null, expired: false, text: '', left: '' };
  const end = addDays(policy.GracePeriodDate, policy.GracePeriodDays);
  // The same as the period's days less those elapsed since its start.
  const daysLeft = daysBetween(today, end);
  if (daysLeft < 0) {
    return { daysLeft, end, expired: true, text: `Tu póliza venció el ${longDate(end)}`, left: '' };
  }
  return {
    daysLeft,
    end,
    expired: false,
    text: `El periodo de gracia termina el ${longDate(end)}`,
    left: daysLeft === 0 ? 'Termina hoy' : daysLeft === 1 ? 'Te queda 1 día' : `Te quedan ${daysLeft} días`,
  };
}

/** The label of the invoices button of a policy in arrears (H4.2); null when there is none: not in arrears, or savings. */
export function unpaidButton(
  policy: Pick<Policy, 'ProductName' | 'GracePeriodDate' | 'AmountAvoidLapsingPolicy'>,
): 'Factura impagada' | 'Facturas impagadas' | null {
  if (!isInArrears(policy) || isSavings(policy)) return null;
  return avoidsLapsing(policy) ? 'Factura impagada' : 'Facturas impagadas';
}

/** What is less is written as 0.00. */
const HALF_A_CENT = 0.005;

/** Whether one amount would keep the policy from lapsing (H2.30, D33). One that is nothing, or in favour, asks for no payment. */
export function avoidsLapsing(policy: Pick<Policy, 'AmountAvoidLapsingPolicy'>): boolean {
  return (policy.AmountAvoidLapsingPolicy ?? 0) >= HALF_A_CENT;
}
