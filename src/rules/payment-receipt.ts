import type { Payment, Policy } from '#contract/policies.ts';
import { dateOf, longDate } from './dates.ts';
import { dotted } from './joined.ts';
import { namedMoney } from './money.ts';
import { cardTypeLabel, lastDigits, paymentCurrency, paymentStatus, paymentTypeLabel } from './payments.ts';
import { readableName } from './people.ts';
import { policyCurrency, policyTitle } from './policies.ts';

/** What the receipt of a payment says: only what the backend told. */
export interface PaymentReceipt {
  title: string;
  /** '' when the backend sent none. */
  amount: string;
  status: string;
  /** Facts without a text are left out. */
  facts: readonly (readonly [name: string, text: string])[];
  note: string;
}

/** The receipt of an accepted payment; null for a failed one, which paid nothing. */
export function paymentReceipt(payment: Payment, policy: Policy, locale: string): PaymentReceipt | null {
  const { accepted, text } = paymentStatus(payment);
  if (!accepted) return null;
  const currency = paymentCurrency(payment, policyCurrency(policy));
  const money = (amount: number | null) => namedMoney(amount, currency, locale);
  const digits = lastDigits(payment.CardNumber);
  const facts = [
    ['Fecha', longDate(dateOf(payment.ParsedCompletedDate))],
    ['Concepto', payment.Concept ?? ''],
    ['Referencia', payment.OrderNumber],
    ['Base', money(payment.Amount)],
    ['Comisión', money(payment.Transaction_Fee)],
    ['Titular de la tarjeta', payment.CardHolder],
    ['Tipo de pago', paymentTypeLabel(payment.PaymentType)],
    ['Tarjeta', dotted(cardTypeLabel(payment.CardType), digits && `•••• ${digits}`)],
    ['Póliza', policyTitle(policy)],
    ['Titular de la póliza', readableName(policy.PolicyOwnerName)],
    ['Compañía', policy.IssuingCompany],
  ] as const;
  return {
    title: 'Comprobante de pago',
    amount: money(payment.Total),
    status: text,
    facts: facts.filter(([, said]) => said.trim() !== ''),
    note: 'No sustituye facturas ni certificados.',
  };
}
