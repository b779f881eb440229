import type { Payment } from '#contract/policies.ts';
import { dateOf } from './dates.ts';
import { parseAmount } from './money.ts';
import { byYear, newestDateFirst, type YearOf } from './years.ts';

/** H2.35, H4.6: only 'Aceptado' is a success. */
export function paymentStatus(payment: Pick<Payment, 'Status'>): { accepted: boolean; text: string } {
  return payment.Status.trim() === 'Aceptado'
    ? { accepted: true, text: 'Aceptado' }
    : { accepted: false, text: 'Fallido' };
}

/** H2.32: payments by year, years descending, newest first within a year. */
export function paymentsByYear(payments: readonly Payment[]): YearOf<Payment>[] {
  return byYear(payments, (payment) => dateOf(payment.ParsedCompletedDate) ?? '', newestDateFirst);
}

/**
 * The payments whose reference contains what was typed, or whose total is the amount typed. Accents, case, blanks and
 * separators do not matter: '1.234,5', '1,234.50' and '1234' all find 1,234.50. All of them when nothing is typed.
 */
export function searchPayments(payments: readonly Payment[], typed: string): Payment[] {
  const reference = lettersAndDigits(typed);
  if (reference === '') return [...payments];
  const amount = parseAmount(typed);
  const whole = amount !== null && !/[.,]\d{1,2}\D*$/.test(typed);
  return payments.filter((payment) => {
    if (lettersAndDigits(payment.OrderNumber).includes(reference)) return true;
    if (amount === null || payment.Total === null) return false;
    const total = payment.Total.toFixed(2);
    return whole ? total.slice(0, -3) === amount.slice(0, -3) : total === amount;
  });
}

/** The digits a masked card number ends in, four at most (H2.34); '' when there are none. */
export function lastDigits(cardNumber: string): string {
  return /(\d{1,4})\s*$/.exec(cardNumber)?.[1] ?? '';
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
