import type { Payment } from '#contract/policies.ts';
import { dateOf } from './dates.ts';
import { lastDigits, paymentCurrency, paymentStatus } from './payments.ts';

/** The policy of the payments. */
interface Paid {
  policyNumber: string;
  /** Currency code for payments that name none. */
  currency: string;
}

const HEADINGS = [
  'Fecha',
  'Póliza',
  'Concepto',
  'Referencia',
  'Estado',
  'Moneda',
  'Base',
  'Comisión',
  'Total',
  'Titular de la tarjeta',
  'Tipo de pago',
  'Tipo de tarjeta',
  'Últimos dígitos',
];

/**
 * Payments as a text that spreadsheets open (RFC 4180, with a byte order mark, without which Excel reads UTF-8 as Latin).
 * Excel splits columns at the system's list separator, which is ';' where the comma is the decimal sign. Dates are
 * 'YYYY-MM-DD', which every region reads as a date. Amounts are plain numbers.
 *
 * @param locale decides the amounts' decimal sign
 */
export function paymentsTable(payments: readonly Payment[], { policyNumber, currency }: Paid, locale: string): string {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const separator = decimal === ',' ? ';' : ',';
  const figure = (amount: number | null) => amount?.toFixed(2).replace('.', decimal) ?? '';
  const lines = payments.map((payment) => [
    dateOf(payment.ParsedCompletedDate) ?? '',
    safe(policyNumber),
    safe(payment.Concept ?? ''),
    safe(payment.OrderNumber),
    paymentStatus(payment).text,
    safe(paymentCurrency(payment, currency)),
    figure(payment.Amount),
    figure(payment.Transaction_Fee),
    figure(payment.Total),
    safe(payment.CardHolder),
    safe(payment.PaymentType),
    safe(payment.CardType),
    cardEnd(payment.CardNumber),
  ]);
  const quoted = [HEADINGS, ...lines].map((line) => line.map((cell) => quote(cell, separator)).join(separator));
  return `\uFEFF${quoted.join('\r\n')}\r\n`;
}

/**
 * A leading apostrophe keeps a spreadsheet from reading a text as a formula (OWASP, CSV injection). Full-width signs count
 * too, because Excel reads them as the plain ones.
 */
const safe = (text: string): string => (/^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text);

/** Written as a text, because a spreadsheet drops a number's leading zeros. */
const cardEnd = (cardNumber: string): string => {
  const digits = lastDigits(cardNumber);
  return digits && `•••• ${digits}`;
};

function quote(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) || cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}
