import { instantOf } from '#contract/calendar.ts';
import type { Payment } from '#contract/policies.ts';
import { addDays, dateOf, today } from './dates.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';

/** A payment that the customer left the app for, as the device remembers it. */
export interface LeftToPay {
  /** Null for an extra contribution (D19). */
  billNo: string | null;
  amount: number;
  /** Code of its currency. */
  currency: string;
  /** When the customer left, in milliseconds since 1970. */
  at: number;
  /** Names of the payments mirrored then; null when none had been pulled yet. */
  known: string[] | null;
}

/**
 * The payment's outcome by the insurer's payments. waiting: no payment yet. unseen: none after MAY_TAKE_MS. received,
 * failed: by that payment.
 */
export type PaymentOutcome = LeftToPay &
  ({ state: 'waiting' | 'unseen' } | { state: 'received' | 'failed'; payment: Payment });

/** How long a payment may take to appear. */
export const MAY_TAKE_MS = 15 * 60_000;
/** How much the clocks of device and insurer may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** A payment's name, the same at every pull. */
export const paymentName = ({ ID, OrderNumber, ParsedCompletedDate, Total }: Payment): string =>
  ID || OrderNumber || `${ParsedCompletedDate} ${Total}`;

/** The names to remember when the customer leaves: recent payments that could be mistaken for the new one. */
export function knownPayments(payments: readonly Payment[], now: Date): string[] {
  const since = addDays(today(now), -2);
  return payments.filter((one) => (dateOf(one.ParsedCompletedDate) ?? '9999') >= since).map(paymentName);
}

/**
 * Finds each outcome among the insurer's payments. A payment matches by amount and currency, if it is new and not older.
 * Each payment is used once; accepted ones come before failed ones. The wire names no bill.
 */
export function paymentOutcomes(
  left: readonly LeftToPay[],
  payments: readonly Payment[],
  ofPolicy: string,
  now: number,
): PaymentOutcome[] {
  const used = new Set<string>();
  return left.map((one) => {
    const fits = payments.filter((payment) => !used.has(paymentName(payment)) && isAnswerTo(one, payment, ofPolicy));
    const payment = fits.find((fit) => paymentStatus(fit).accepted) ?? fits[0];
    if (!payment) return { ...one, state: now - one.at < MAY_TAKE_MS ? 'waiting' : 'unseen' };
    used.add(paymentName(payment));
    return { ...one, state: paymentStatus(payment).accepted ? 'received' : 'failed', payment };
  });
}

function isAnswerTo(left: LeftToPay, payment: Payment, ofPolicy: string): boolean {
  const same = [payment.Total, payment.Amount].some((sum) => sum !== null && Math.abs(sum - left.amount) < 0.005);
  if (!same || paymentCurrency(payment, ofPolicy) !== left.currency) return false;
  if (left.known?.includes(paymentName(payment))) return false;
  const instant = payment.ParsedCompletedDate.length > 10 ? instantOf(payment.ParsedCompletedDate) : null;
  if (instant) return instant.getTime() >= left.at - CLOCK_DIFFERENCE_MS;
  const day = dateOf(payment.ParsedCompletedDate);
  // Without a time, the insurer's day may differ by one from the customer's.
  return day !== null && day >= addDays(today(new Date(left.at)), left.known ? -1 : 0);
}
