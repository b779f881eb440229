import type { Bill, Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import { canPayBills, issuedBills, listedBills } from './bills.ts';
import { caseStatus } from './case-status.ts';
import { shortDate } from './dates.ts';
import { isInArrears } from './policies.ts';
import { type Grace, graceOf, unpaidButton } from './policy-status.ts';

/** A policy in arrears, for the lines at the top of home. */
export interface Arrears {
  policy: Policy;
  grace: Grace;
  /** 'te quedan 12 días', 'venció el 7 nov 2026' */
  text: string;
  /** Label of the button to its bills; null when there is none (H4.2, H5.6). */
  way: 'Pagar' | 'Ver' | null;
}

/** All policies in arrears, ordered by the end of their grace period, unknown ends last. */
export function arrearsOf(policies: readonly Policy[], today: string): Arrears[] {
  return policies
    .flatMap((policy) => {
      const grace = graceOf(policy, today);
      if (!grace) return [];
      const way =
        unpaidButton(policy) === null ? null : canPayBills(policy, true) ? ('Pagar' as const) : ('Ver' as const);
      return [{ policy, grace, text: graceText(policy, grace), way }];
    })
    .sort((a, b) => (a.grace.end ?? '9999-12-31').localeCompare(b.grace.end ?? '9999-12-31'));
}

function graceText({ GracePeriodDate }: Policy, { expired, end, daysLeft }: Grace): string {
  if (end === null) return `en impago desde el ${shortDate(GracePeriodDate)}`;
  if (expired) return `venció el ${shortDate(end)}`;
  if (daysLeft === 0) return 'hoy termina el plazo';
  return daysLeft === 1 ? 'te queda 1 día' : `te quedan ${daysLeft} días`;
}

/**
 * The next bill of all policies, by due date; null when there is none (H2.31). It may be issued already (D91), but the bills of
 * a policy in arrears are then unpaid ones.
 */
export function nextBill(
  owed: readonly { policy: Policy; bills: readonly Bill[] }[],
  today: string,
): { policy: Policy; bill: Bill } | null {
  const coming = owed.flatMap(({ policy, bills }) => {
    const issued = isInArrears(policy) ? [] : issuedBills(bills, today).due;
    return [...issued, ...listedBills(bills, false, today)].map((bill) => ({ policy, bill }));
  });
  return coming.sort((a, b) => dueDate(a.bill).localeCompare(dueDate(b.bill)))[0] ?? null;
}

/** A bill's due date, else its date of issue. */
const dueDate = ({ EffectiveTo, EffectiveFrom }: Bill): string => EffectiveTo ?? EffectiveFrom ?? '9999-12-31';

/** Refunds without a decision yet, the newest first (H4.5). */
export function underWay<R extends { refund: Pick<Refund, 'idEstado' | 'created'> }>(refunds: readonly R[]): R[] {
  const open = refunds.filter(({ refund }) => ['Nuevo', 'En trámite'].includes(caseStatus(refund.idEstado).text));
  return open.sort((a, b) => (Date.parse(b.refund.created) || 0) - (Date.parse(a.refund.created) || 0));
}
