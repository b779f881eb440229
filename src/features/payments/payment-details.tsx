import type { Payment } from '#contract/policies.ts';
import { dateOf, longDate } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import { lastDigits, paymentCurrency } from '#rules/payments.ts';
import styles from './payment-details.module.css';

interface PaymentDetailsProps {
  payment: Payment;
  /** Code of the policy's currency. */
  currency: string;
  locale: string;
}

/** H2.34: how it was paid. It works out its rows itself, so that a closed entry, of which thousands scroll by, does not. */
export function PaymentDetails(props: PaymentDetailsProps) {
  const rows = detailsOf(props);
  if (rows.length === 0) return <p>No tenemos más datos de este pago.</p>;
  return (
    <dl className={styles.details}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the payment does not say is left out. */
function detailsOf({ payment, currency, locale }: PaymentDetailsProps): [string, string][] {
  const digits = lastDigits(payment.CardNumber);
  const code = paymentCurrency(payment, currency);
  const rows: [string, string][] = [
    ['Fecha', longDate(dateOf(payment.ParsedCompletedDate))],
    ['Base', namedMoney(payment.Amount, code, locale)],
    ['Comisión', namedMoney(payment.Transaction_Fee, code, locale)],
    ['Titular de la tarjeta', payment.CardHolder],
    ['Tipo de pago', payment.PaymentType],
    ['Tipo de tarjeta', payment.CardType],
    ['Últimos dígitos', digits && `•••• ${digits}`],
    ['Vencimiento', payment.CardExpiration],
  ];
  return rows.filter(([, value]) => value.trim() !== '');
}
