import type { Bill, Policy } from '#contract/policies.ts';
import type { PaymentOutcome } from './payment-outcome.ts';
import { avoidsLapsing } from './policy-status.ts';

/** H2.3: the unpaid flag of the invoices' address is a date, or absent, empty or the text 'null'. */
export function isUnpaidFlag(flag: string | null | undefined): boolean {
  return flag !== null && flag !== undefined && flag !== '' && flag !== 'null';
}

/**
 * The bills a screen lists, oldest first (H2.31). With the unpaid flag: bills issued before today. Without it: bills issued
 * today (D16) or later. A bill without an issue date is placed by its due date, one without either is coming.
 */
export function listedBills(bills: readonly Bill[], unpaid: boolean, today: string): Bill[] {
  return bills
    .filter((bill) => isBefore(bill.EffectiveFrom ?? bill.EffectiveTo, today) === unpaid)
    .sort((a, b) => orderBy(a.EffectiveFrom ?? a.EffectiveTo, b.EffectiveFrom ?? b.EffectiveTo));
}

/**
 * The bills issued before today that no list of H2.31 has without the unpaid flag (D91), each part by due date. due: the
 * last day to pay has not passed, or is unknown; overdue: it has.
 */
export function issuedBills(bills: readonly Bill[], today: string): { due: Bill[]; overdue: Bill[] } {
  const issued = listedBills(bills, true, today).sort((a, b) => orderBy(a.EffectiveTo, b.EffectiveTo));
  const overdue = issued.filter(({ EffectiveTo }) => isBefore(EffectiveTo, today));
  return { due: issued.filter((bill) => !overdue.includes(bill)), overdue };
}

export interface LapseAvoidance {
  title: 'Factura impagada';
  label: 'Cantidad a pagar para evitar la caducidad de la póliza';
  amount: number;
  /** The oldest bill that is owed, which the payment names; null when none is mirrored, and then it cannot be paid here. */
  billNumber: string | null;
}

/** The card that replaces all unpaid bills when one amount keeps the policy from lapsing (H2.30, D33); else null. */
export function lapseAvoidance(
  policy: Pick<Policy, 'AmountAvoidLapsingPolicy'>,
  bills: readonly Bill[],
  unpaid: boolean,
  today: string,
): LapseAvoidance | null {
  if (!unpaid || !avoidsLapsing(policy)) return null;
  return {
    title: 'Factura impagada',
    label: 'Cantidad a pagar para evitar la caducidad de la póliza',
    amount: policy.AmountAvoidLapsingPolicy ?? 0,
    billNumber: listedBills(bills, true, today).find((bill) => !isNothing(bill))?.BillNumber || null,
  };
}

/** A bill of zero, or with a balance in the customer's favour. */
export const isNothing = ({ DuePremium }: Bill): boolean => DuePremium !== null && DuePremium <= 0;

/** The total of several bills; null when an amount is missing, and for a single bill. */
export function totalOwed(bills: readonly Bill[]): number | null {
  if (bills.length < 2) return null;
  return bills.reduce<number | null>(
    (sum, { DuePremium }) => (sum === null || DuePremium === null ? null : sum + Math.round(DuePremium * 100) / 100),
    0,
  );
}

/**
 * Of these bills those that are owed, and what is left of them while the payment of some is awaited; total: what that comes to, null
 * where it is unknown or nothing. What is paid bill by bill is no less for a balance in the customer's favour.
 */
export function leftToPay(listed: readonly Bill[], outcomes: readonly Pick<PaymentOutcome, 'billNo' | 'state'>[]) {
  const owed = listed.filter((bill) => !isNothing(bill));
  const rest = owed.filter(
    ({ BillNumber }) => !outcomes.some(({ billNo, state }) => state === 'waiting' && billNo === BillNumber),
  );
  return { owed, rest, total: rest.length === 1 ? (rest[0]?.DuePremium ?? null) : totalOwed(rest) };
}

/** H2.28. */
export function billsTitle(unpaid: boolean): 'Próximas facturas' | 'Facturas impagadas' {
  return unpaid ? 'Facturas impagadas' : 'Próximas facturas';
}

/** Whether 'Realizar pago' is offered (H5.6, H6.5, D32): upcoming bills never are. */
export function canPayBills(
  policy: Pick<Policy, 'VisualTimeInstance' | 'OffshoreIndicator'>,
  unpaid: boolean,
): boolean {
  return unpaid && policy.VisualTimeInstance === 'VTUSA' && policy.OffshoreIndicator !== '1';
}

const isBefore = (date: string | null, today: string): boolean => date !== null && date < today;

/** Unknown dates come last. */
const orderBy = (a: string | null, b: string | null): number => (a ?? '9999-12-31').localeCompare(b ?? '9999-12-31');
