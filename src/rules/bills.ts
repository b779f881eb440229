import type { Bill, Policy } from '#contract/policies.ts';
import { avoidsLapsing } from './policy-status.ts';

/** H2.3: the unpaid flag of the invoices' address is a date, or absent, empty or the text 'null'. */
export function isUnpaidFlag(flag: string | null | undefined): boolean {
  return flag !== null && flag !== undefined && flag !== '' && flag !== 'null';
}

/**
 * The bills a screen lists, oldest first (H2.31): with the unpaid flag those issued before today, else those issued today
 * (D16) or later. One without an issue date is listed as upcoming, where nothing can be paid.
 */
export function listedBills(bills: readonly Bill[], unpaid: boolean, today: string): Bill[] {
  return bills
    .filter((bill) => (bill.EffectiveFrom !== null && bill.EffectiveFrom < today) === unpaid)
    .sort((a, b) => order(a).localeCompare(order(b)));
}

export interface LapseAvoidance {
  title: 'Factura impagada';
  label: 'Cantidad a pagar para evitar la caducidad de la póliza';
  amount: number;
  /** The oldest unpaid bill, in whose name it is paid; null when none is known, and then it cannot be paid here. */
  billNumber: string | null;
}

/** The one card that stands for all unpaid bills when an amount keeps the policy from lapsing (H2.30, D33); else null. */
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
    billNumber: listedBills(bills, true, today)[0]?.BillNumber || null,
  };
}

/** What is owed on several bills together; null when an amount is missing, and for a single one, which says it itself. */
export function totalOwed(bills: readonly Bill[]): number | null {
  if (bills.length < 2) return null;
  return bills.reduce<number | null>(
    (sum, { DuePremium }) => (sum === null || DuePremium === null ? null : sum + Math.round(DuePremium * 100) / 100),
    0,
  );
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

function order(bill: Bill): string {
  return bill.EffectiveFrom ?? '9999-12-31';
}
