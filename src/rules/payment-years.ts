import type { Payment } from '#contract/policies.ts';
import { dateOf } from './dates.ts';
import { paymentCurrency, paymentStatus } from './payments.ts';

/** The payments of one month in one currency. */
export interface PaidMonth {
  /** 1 to 12. */
  month: number;
  /** Sum of the accepted payments. */
  total: number;
  accepted: number;
  /** Number of failed payments; they count in no total. */
  failed: number;
}

/** The payments of a year in one currency. Currencies are never added up. */
export interface PaidYear {
  /** The currency's code. */
  currency: string;
  total: number;
  accepted: number;
  failed: number;
  /** All twelve, from January on. */
  months: PaidMonth[];
}

/**
 * A year's payments by currency: the policy's currency first, then by number of payments. Failed payments are counted but
 * not summed. A payment without a readable total or date counts in no month.
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
      if (!accepted) sum.failed += 1;
      else if (payment.Total !== null) {
        sum.accepted += 1;
        sum.total += cents(payment.Total);
      }
    }
  }
  const years = [...found.values()];
  for (const sum of years.flatMap((year) => [year, ...year.months])) sum.total /= 100;
  const rank = ({ currency, accepted }: PaidYear) => (currency === ofPolicy ? Number.POSITIVE_INFINITY : accepted);
  return years.sort((a, b) => rank(b) - rank(a));
}

function emptyYear(currency: string): PaidYear {
  const months = Array.from({ length: 12 }, (_, at) => ({ month: at + 1, total: 0, accepted: 0, failed: 0 }));
  return { currency, total: 0, accepted: 0, failed: 0, months };
}

/** Totals are sums of whole cents, because ten thousand fractions would drift. */
const cents = (amount: number): number => Math.round(amount * 100);
