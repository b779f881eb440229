import { instantOf } from '#contract/calendar.ts';
import type { Payment } from '#contract/policies.ts';
import { addDays, dateOf, today } from './dates.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';

/** A payment page the customer left for, as the device remembers it. */
export interface LeftToPay {
  /** Null for an extra contribution (D19). */
  billNo: string | null;
  amount: number;
  /** Code of its currency. */
  currency: string;
  /** When they left, in milliseconds. */
  at: number;
  /** Payments that were known then, by name; null when none had been fetched yet. */
  known: string[] | null;
}

/**
 * How it went, as far as the insurer's payments say. waiting: nothing there yet. unseen: still nothing after a quarter of an
 * hour. received, failed: by that payment.
 */
export type PaymentOutcome = LeftToPay &
  ({ state: 'waiting' | 'unseen' } | { state: 'received' | 'failed'; payment: Payment });

/** How long a payment may take to appear, in milliseconds. */
export const MAY_TAKE_MS = 15 * 60_000;
/** The clocks of device and insurer may differ by this much, in milliseconds. */
const CLOCKS_MS = 5 * 60_000;

/** What a payment is called, the same at every fetch. */
export const paymentName = ({ ID, OrderNumber, ParsedCompletedDate, Total }: Payment): string =>
  ID || OrderNumber || `${ParsedCompletedDate} ${Total}`;

/** The names to remember when leaving: those a later payment could be mistaken for. */
export function knownPayments(payments: readonly Payment[], now: Date): string[] {
  const since = addDays(today(now), -2);
  return payments.filter((one) => (dateOf(one.ParsedCompletedDate) ?? '9999') >= since).map(paymentName);
}

/**
 * Finds each payment's outcome among the insurer's. A payment counts when it has that amount and currency, was not known before
 * and is not older. Each counts once, and an accepted one before a failed one. The wire names no bill.
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
  if (instant) return instant.getTime() >= left.at - CLOCKS_MS;
  const day = dateOf(payment.ParsedCompletedDate);
  // A day alone: the insurer's may be the one before or after the customer's.
  return day !== null && day >= addDays(today(new Date(left.at)), left.known ? -1 : 0);
}
