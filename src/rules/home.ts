import type { Bill, Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import { canPayBills, isNothing, issuedBills, leftToPay, listedBills } from './bills.ts';
import { caseStatus } from './case-status.ts';
import { shortDate } from './dates.ts';
import type { PaymentOutcome } from './payment-outcome.ts';
import { isInArrears } from './policies.ts';
import { avoidsLapsing, type Grace, graceOf, unpaidButton } from './policy-status.ts';

/** A policy in arrears, for the lines at the top of home. */
export interface Arrears {
  policy: Policy;
  grace: Grace;
  /** How long: '12 días', 'venció el 7 nov 2026'. */
  time: string;
  /** Before it, for who only hears it: 'te quedan'. */
  lead: string;
  /** How much and what for; null where the policy has no button to its bills. */
  owed: { amount: number | null; reason: string } | null;
  /** Label of the button to its bills; null when there is none (H4.2, H5.6). */
  way: 'Pagar' | 'Ver' | null;
}

/**
 * All policies in arrears, ordered by the end of their grace period, unknown ends last.
 *
 * @param billsOf the bills of a policy as far as they are known
 * @param outcomes of its payments: what is awaited is not asked for again
 */
export function arrearsOf(
  policies: readonly Policy[],
  today: string,
  billsOf: (policyId: string) => readonly Bill[] = () => [],
  outcomes: readonly Pick<PaymentOutcome, 'billNo' | 'state'>[] = [],
): Arrears[] {
  return policies
    .flatMap((policy) => {
      const grace = graceOf(policy, today);
      if (!grace) return [];
      const { owed: unpaid, ...left } = leftToPay(listedBills(billsOf(policy.Policy), true, today), outcomes);
      const isAwaited = avoidsLapsing(policy)
        ? left.rest.length < unpaid.length
        : unpaid.length > 0 && left.rest.length === 0;
      const owed = isAwaited ? AWAITED : owedOf(policy, grace, left);
      const way = owed && (canPayBills(policy, true) && !isAwaited ? ('Pagar' as const) : ('Ver' as const));
      return [{ policy, grace, ...graceTime(policy, grace), owed, way }];
    })
    .sort((a, b) => (a.grace.end ?? '9999-12-31').localeCompare(b.grace.end ?? '9999-12-31'));
}

function graceTime({ GracePeriodDate }: Policy, { expired, end, daysLeft }: Grace): Pick<Arrears, 'lead' | 'time'> {
  if (end === null) return { lead: '', time: `en impago desde el ${shortDate(GracePeriodDate)}` };
  if (expired) return { lead: '', time: `venció el ${shortDate(end)}` };
  if (daysLeft === 0) return { lead: '', time: 'hoy termina el plazo' };
  return daysLeft === 1 ? { lead: 'te queda', time: '1 día' } : { lead: 'te quedan', time: `${daysLeft} días` };
}

/** Its bills say more of it. */
const AWAITED: Arrears['owed'] = { amount: null, reason: 'esperamos la confirmación de tu pago' };

/** The amount that keeps the policy from lapsing (H2.30), else the sum of its unpaid bills as far as it is known. */
function owedOf(
  policy: Policy,
  { expired }: Grace,
  { rest, total: amount }: Pick<ReturnType<typeof leftToPay>, 'rest' | 'total'>,
): Arrears['owed'] {
  const button = unpaidButton(policy);
  if (button === null) return null;
  if (avoidsLapsing(policy))
    return { amount: policy.AmountAvoidLapsingPolicy, reason: expired ? 'por pagar' : 'para que no caduque' };
  if (amount === null) return { amount, reason: button };
  return { amount, reason: rest.length === 1 ? 'de 1 factura' : `en ${rest.length} facturas` };
}

/**
 * The next bill of all policies, by due date; null when there is none (H2.31). It may be issued already (D91), but the bills of
 * a policy in arrears are then unpaid ones. One without a due date comes last, so that Facturas names the same bill.
 */
export function nextBill(
  owed: readonly { policy: Policy; bills: readonly Bill[] }[],
  today: string,
): { policy: Policy; bill: Bill } | null {
  const coming = owed.flatMap(({ policy, bills }) => {
    const issued = isInArrears(policy) ? [] : issuedBills(bills, today).due;
    const due = [...issued, ...listedBills(bills, false, today)].filter((bill) => !isNothing(bill));
    return due.map((bill) => ({ policy, bill }));
  });
  return coming.sort((a, b) => dueFirst(a.bill).localeCompare(dueFirst(b.bill)))[0] ?? null;
}

const dueFirst = ({ EffectiveTo, EffectiveFrom }: Bill): string =>
  [EffectiveTo, EffectiveFrom].map((date) => date ?? '9999-12-31').join();

/** Refunds without a decision yet, the newest first (H4.5). */
export function underWay<R extends { refund: Pick<Refund, 'idEstado' | 'created'> }>(refunds: readonly R[]): R[] {
  const open = refunds.filter(({ refund }) => ['Nuevo', 'En trámite'].includes(caseStatus(refund.idEstado).text));
  return open.sort((a, b) => (Date.parse(b.refund.created) || 0) - (Date.parse(a.refund.created) || 0));
}
