import type { Payment } from '#contract/policies.ts';
import { dateOf } from './dates.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';

/** Payments of one currency. */
interface Paid {
  /** Of the accepted payments whose amount is known. */
  total: number;
  /** How many these are. Without one, the total is unknown unless nothing was accepted. */
  summed: number;
  accepted: number;
  /** Number of failed payments; they count in no total. */
  failed: number;
}

/** The payments of one month in one currency. */
export interface PaidMonth extends Paid {
  /** 1 to 12. */
  month: number;
}

/** The payments of a year in one currency. Currencies are never added up. */
export interface PaidYear extends Paid {
  /** The currency's code. */
  currency: string;
  /** All twelve, from January on. */
  months: PaidMonth[];
}

/**
 * A year's payments by currency: the policy's currency first, then by number of payments. Failed payments are counted but
 * not summed. A payment without a readable date counts in no month, one without a readable total in no sum.
 *
 * @param ofPolicy currency code for payments that name none
 */
export function paidInYear(payments: readonly Payment[], ofPolicy: string): PaidYear[] {
  const found = new Map<string, PaidYear>();
  for (const payment of payments) {
    const month = Number(dateOf(payment.ParsedCompletedDate)?.slice(5, 7));
    const currency = paymentCurrency(payment, ofPolicy);
    const year = found.get(currency) ?? emptyYear(currency);
    found.set(currency, year);
    const inMonth = year.months[month - 1];
    const { accepted } = paymentStatus(payment);
    for (const sum of inMonth ? [year, inMonth] : [year]) {
      sum[accepted ? 'accepted' : 'failed'] += 1;
      if (!accepted || payment.Total === null) continue;
      sum.summed += 1;
      sum.total += cents(payment.Total);
    }
  }
  const years = [...found.values()];
  for (const sum of years.flatMap((year) => [year, ...year.months])) sum.total /= 100;
  const rank = ({ currency, accepted }: PaidYear) => (currency === ofPolicy ? Number.POSITIVE_INFINITY : accepted);
  return years.sort((a, b) => rank(b) - rank(a));
}

/** 'Un pago sin importe no suma.'; '' where the total has all accepted payments. */
export function unsummedText(paid: readonly PaidYear[]): string {
  const count = paid.reduce((sum, { accepted, summed }) => sum + accepted - summed, 0);
  if (count === 0) return '';
  return count === 1 ? 'Un pago sin importe no suma.' : `${count} pagos sin importe no suman.`;
}

function emptyYear(currency: string): PaidYear {
  const none: Paid = { total: 0, summed: 0, accepted: 0, failed: 0 };
  const months = Array.from({ length: 12 }, (_, at) => ({ ...none, month: at + 1 }));
  return { ...none, currency, months };
}

/** Totals are sums of whole cents, because ten thousand fractions would drift. */
const cents = (amount: number): number => Math.round(amount * 100);
