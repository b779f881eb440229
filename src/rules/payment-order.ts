import type { Bill, Policy } from '#contract/policies.ts';
import { lapseAvoidance } from './bills.ts';
import { paymentLinkCurrency } from './policies.ts';

/** Shown when no payment page can be opened (H8.1). */
export const NO_PAYMENT_ADDRESS = 'No se encontró la URL de pago';

/** The fields of a payment link's call (H7.16). */
export interface PaymentOrder {
  VisualTimeInstance: string;
  PolicyNumber: string;
  /** Null for an extra contribution (D19). */
  BillNo: string | null;
  Amount: number;
  Currency: 'COP' | null;
}

type PayablePolicy = Pick<Policy, 'VisualTimeInstance' | 'PolicyNumber' | 'IssuingCompany' | 'PolicyValuesType'>;

/** The order for a payment link; null without an amount or a bill's number that can be paid. */
export function paymentOrder(
  policy: PayablePolicy,
  billNumber: string | null,
  amount: number | null,
): PaymentOrder | null {
  if (amount === null || amount <= 0 || billNumber === '') return null;
  const { VisualTimeInstance, PolicyNumber } = policy;
  return {
    VisualTimeInstance,
    PolicyNumber,
    BillNo: billNumber,
    Amount: amount,
    Currency: paymentLinkCurrency(policy),
  };
}

/** The order of the amount that keeps a policy from lapsing (D33); null when it cannot be paid. */
export function lapseOrder(
  policy: PayablePolicy & Pick<Policy, 'AmountAvoidLapsingPolicy'>,
  bills: readonly Bill[],
  today: string,
): PaymentOrder | null {
  const lapse = lapseAvoidance(policy, bills, true, today);
  return lapse?.billNumber ? paymentOrder(policy, lapse.billNumber, lapse.amount) : null;
}

/** The Web Lock of a page of the app that the customer left for a payment page. A payment page that sees it can just close. */
export const PAYING_LOCK = 'amparo paying';
