import type { Payment } from '#contract/policies.ts';
import { dateOf } from './dates.ts';
import { lastDigits, paymentCurrency, paymentStatus } from './payments.ts';

/** Whose payments they are. */
interface Paid {
  policyNumber: string;
  /** Code of the currency of payments that do not say theirs. */
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
 * Payments as a text that spreadsheets open (RFC 4180, with a byte order mark, without which Excel reads UTF-8 as Latin). Excel
 * parts columns by the system's list separator, which is ';' wherever the comma is the decimal sign. Dates are 'YYYY-MM-DD',
 * which every region reads as a date. Amounts are plain numbers.
 *
 * @param locale whose decimal sign amounts are written with
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
 * An apostrophe before it keeps a text from being read as a formula by a spreadsheet (OWASP, CSV injection). Somebody else may
 * have written it. Signs of full width count too, which Excel reads as the plain ones.
 */
const safe = (text: string): string => (/^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text);

/** Not as a number, whose leading zeros a spreadsheet drops. */
const cardEnd = (cardNumber: string): string => {
  const digits = lastDigits(cardNumber);
  return digits && `•••• ${digits}`;
};

function quote(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) || cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}
