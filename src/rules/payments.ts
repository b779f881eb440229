import type { Payment } from '#contract/policies.ts';
import { dateOf, monthIn } from './dates.ts';
import { folded } from './folded.ts';
import { amountTyped, namedMoney } from './money.ts';
import { byYear, newestDateFirst, type YearOf } from './years.ts';

/** H2.35, H4.6: only 'Aceptado' is a success. */
export function paymentStatus(payment: Pick<Payment, 'Status'>): { accepted: boolean; text: string } {
  return payment.Status.trim() === 'Aceptado'
    ? { accepted: true, text: 'Aceptado' }
    : { accepted: false, text: 'Fallido' };
}

/** A payment's currency code: its own when the backend sends it (D50), else its policy's (D22). */
export function paymentCurrency(payment: Pick<Payment, 'Currency'>, ofPolicy: string): string {
  return payment.Currency?.trim().toUpperCase() || ofPolicy;
}

/** Ways of paying that some systems name in English. */
const paymentTypes: ReadonlyMap<string, string> = new Map([
  ['credit card', 'Tarjeta de crédito'],
  ['debit card', 'Tarjeta de débito'],
  ['bank transfer', 'Transferencia bancaria'],
  ['cash', 'Efectivo'],
]);
const cardTypes: ReadonlyMap<string, string> = new Map([
  ['credit', 'Crédito'],
  ['debit', 'Débito'],
]);

/** H2.34, D40: 'Tarjeta de crédito' for 'Credit card'; another word as it came. */
export const paymentTypeLabel = (text: string): string => paymentTypes.get(folded(text)) ?? text;

/** The same of a card; the name of a brand stays. */
export const cardTypeLabel = (text: string): string => cardTypes.get(folded(text)) ?? text;

/** H2.32: payments by year, years descending, newest first within a year. */
export function paymentsByYear(payments: readonly Payment[]): YearOf<Payment>[] {
  return byYear(payments, (payment) => dateOf(payment.ParsedCompletedDate) ?? '', newestDateFirst);
}

/**
 * The payments that match what was typed: part of a reference or concept, the total, or the month or year: 'junio', 'jun
 * 2025', '06/2025', '2025'. Accents, case, blanks and separators do not matter: '1.234,5', '1,234.50' and '1234' all find
 * 1,234.50. A total typed as it is shown is found too, with its rounding, sign and separators. Nothing typed matches all.
 *
 * @param ofPolicy currency code for payments that name none
 * @param locale that totals are written in
 */
export function searchPayments(
  payments: readonly Payment[],
  typed: string,
  ofPolicy: string,
  locale: string,
): Payment[] {
  const reference = lettersAndDigits(typed);
  if (reference === '') return [...payments];
  const contains = containing(reference);
  const isTyped = amountTyped(typed);
  const figures = figuresIn(typed);
  const month = monthIn(typed);
  return payments.filter((payment) => {
    const { OrderNumber, Total, Concept } = payment;
    if (contains(OrderNumber)) return true;
    if (Concept && contains(Concept)) return true;
    if (month?.test(dateOf(payment.ParsedCompletedDate) ?? '')) return true;
    if (Total === null) return false;
    if (isTyped?.(Total)) return true;
    // Formatting is slow and there may be ten thousand payments, so only totals near the typed figures are formatted.
    if (figures === null || Math.abs(Math.abs(Total) - Number(figures.whole)) > 1) return false;
    return isShownAs(figures, namedMoney(Total, paymentCurrency(payment, ofPolicy), locale));
  });
}

/** The last digits of a masked card number, at most four (H2.34); '' when there are none. */
export function lastDigits(cardNumber: string): string {
  return /(\d{1,4})\s*$/.exec(cardNumber)?.[1] ?? '';
}

/** Tests whether a text contains these letters and digits, whatever stands between them. */
function containing(sought: string): (text: string) => boolean {
  // Most references are ASCII and are tested as they are: a new text for each of 100,000 rows would cost more than the search.
  const isAscii = (text: string) => /^[ -~]*$/.test(text);
  const apart = isAscii(sought) ? new RegExp(sought.split('').join('[^\\da-z]*'), 'i') : null;
  return (text) => (isAscii(text) ? apart?.test(text) === true : lettersAndDigits(text).includes(sought));
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** An amount as figures, in any script's digits. */
interface Figures {
  negative: boolean;
  whole: string;
  /** '' when there are none. */
  cents: string;
  /** The text around them, without sign and blanks: '$', 'US$'. */
  around: string;
}

function figuresIn(text: string): Figures | null {
  const parts = /^(\P{Nd}*)(\p{Nd}(?:[\p{Nd}\s.,'’٫٬]*\p{Nd})?)(\P{Nd}*)$/u.exec(text);
  if (!parts) return null;
  const [, before = '', figures = '', after = ''] = parts;
  const cents = /[.,٫](\p{Nd}{1,2})$/u.exec(figures)?.[1] ?? '';
  const whole = figures
    .slice(0, cents ? -cents.length : undefined)
    .replace(/\P{Nd}/gu, '')
    .replace(/^0+(?=\p{Nd})/u, '');
  return { negative: /[-−]/.test(before), whole, cents, around: (before + after).replace(/[-−\s\p{Cf}]/gu, '') };
}

function isShownAs(typed: Figures, text: string): boolean {
  const shown = figuresIn(text);
  if (!shown || shown.negative !== typed.negative || shown.whole !== typed.whole) return false;
  const centsFit = typed.cents === '' || typed.cents.padEnd(2, '0') === shown.cents.padEnd(2, '0');
  // Other text around the figures means a reference, not an amount.
  return centsFit && (/^\p{Sc}?$/u.test(typed.around) || typed.around === shown.around);
}
