import type { Bill, Policy } from '#contract/policies.ts';
import { isNothing, issuedBills, listedBills } from './bills.ts';
import { isInArrears } from './policies.ts';

/** A bill whose last day to pay is known. */
export type DueBill = Bill & { EffectiveTo: string };

/**
 * What is to be paid by a day that has not passed, the first one first, and never more than the insurer listed (D50).
 *
 * @param policy in arrears, what it was billed is unpaid already
 */
export function comingBills(
  policy: Pick<Policy, 'GracePeriodDate'> | null | undefined,
  bills: readonly Bill[],
  today: string,
): DueBill[] {
  const issued = policy && isInArrears(policy) ? [] : issuedBills(bills, today).due;
  const coming = [...issued, ...listedBills(bills, false, today)];
  return coming
    .filter((bill): bill is DueBill => bill.EffectiveTo !== null && bill.EffectiveTo >= today && !isNothing(bill))
    .sort((a, b) => a.EffectiveTo.localeCompare(b.EffectiveTo));
}

export interface MonthAhead {
  /** From 1 to 12. */
  month: number;
  /** Due in it, the first one first. */
  bills: readonly DueBill[];
}

/** Twelve months from the next one, or from this one while something is due in it. */
export function yearAhead(coming: readonly DueBill[], today: string): MonthAhead[] {
  const first = monthsUntil(today) + (coming[0]?.EffectiveTo.startsWith(today.slice(0, 7)) ? 0 : 1);
  return Array.from({ length: 12 }, (_, later) => ({
    month: ((first + later) % 12) + 1,
    bills: coming.filter(({ EffectiveTo }) => monthsUntil(EffectiveTo) === first + later),
  }));
}

/** Whole months from the beginning of the calendar until that of the date. */
const monthsUntil = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
