import type { Payment, Policy } from '#contract/policies.ts';
import { dateOf, longDate } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import { cardTypeLabel, lastDigits, paymentCurrency, paymentTypeLabel } from '#rules/payments.ts';
import { FactList } from '#ui/lists/fact-list.tsx';
import styles from './payment-details.module.css';
import { ReceiptButton } from './receipt-button.tsx';

export interface PaymentDetailsProps {
  payment: Payment;
  /** Null while the policy is not known; then there is no receipt to download. */
  policy: Policy | null;
  /** Code of the policy's currency. */
  currency: string;
  locale: string;
}

/** H2.34: how a payment was paid. Its rows are computed here, so that the thousands of closed entries compute none. */
export function PaymentDetails(props: PaymentDetailsProps) {
  const { payment, policy, locale } = props;
  const facts = detailsOf(props);
  if (facts.every(([, text]) => text.trim() === '')) return <p>No tenemos más datos de este pago.</p>;
  return (
    <div className="stack-3">
      <FactList className={styles.details} facts={facts} />
      {policy && <ReceiptButton payment={payment} policy={policy} locale={locale} />}
    </div>
  );
}

function detailsOf({ payment, currency, locale }: PaymentDetailsProps): [string, string][] {
  const digits = lastDigits(payment.CardNumber);
  const code = paymentCurrency(payment, currency);
  return [
    ['Fecha', longDate(dateOf(payment.ParsedCompletedDate))],
    ['Base', namedMoney(payment.Amount, code, locale)],
    ['Comisión', namedMoney(payment.Transaction_Fee, code, locale)],
    ['Titular de la tarjeta', payment.CardHolder],
    ['Tipo de pago', paymentTypeLabel(payment.PaymentType)],
    ['Tipo de tarjeta', cardTypeLabel(payment.CardType)],
    ['Últimos dígitos', digits && `•••• ${digits}`],
    ['Vencimiento', payment.CardExpiration],
  ];
}
