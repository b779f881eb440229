import type { Payment } from '#contract/policies.ts';
import { dateOf, monthNumber } from './dates.ts';
import { separatorsOf } from './numbers.ts';
import { cardTypeLabel, lastDigits, paymentCurrency, paymentStatus, paymentTypeLabel } from './payments.ts';

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
  'Divisa',
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
  const { decimal } = separatorsOf(locale);
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
    safe(paymentTypeLabel(payment.PaymentType)),
    safe(cardTypeLabel(payment.CardType)),
    cardEnd(payment.CardNumber),
  ]);
  const quoted = [HEADINGS, ...lines].map((line) => line.map((cell) => quote(cell, separator)).join(separator));
  return `\uFEFF${quoted.join('\r\n')}\r\n`;
}

/** What a spreadsheet reads as a formula (OWASP, CSV injection). Excel reads full-width signs as the plain ones. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;
/**
 * What a spreadsheet may read as a number, a day or an hour: figures with signs between or around them ('12E10', '10-12', '(50)',
 * '50%', '$5', '9:30 p. m.').
 */
const FIGURES = /^[(%\p{Sc}\s]*\d[\d\s.,:/eE+-]*(?:[)%\p{Sc}]|[ap]\.?(?: ?m\.?)?)?$/iu;
/** What a spreadsheet takes for true or false. */
const LOGICAL = /^(verdadero|falso|true|false)$/i;
/** A number that a spreadsheet keeps as it stands: it drops leading zeros, and digits from the sixteenth on. */
const WHOLE_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** A leading apostrophe keeps a spreadsheet from reading a text as something else. */
const safe = (text: string): string => (FORMULA.test(text) || isReadAnew(text.trim()) ? `'${text}` : text);

const isReadAnew = (text: string): boolean =>
  (FIGURES.test(text) && !WHOLE_NUMBER.test(text)) || LOGICAL.test(text) || isNamedDay(text);

/** A month's name among figures: 'ENE-2026', 'SEPT2', '3 de mayo de 2026'. Five digits are no year, so the text stays as it is. */
function isNamedDay(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !/^del?$/i.test(word));
  return words.length === 1 && monthNumber(words[0] ?? '') > 0 && /\d/.test(text) && !/\d{5}/.test(text);
}

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
