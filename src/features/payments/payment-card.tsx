import { memo } from 'react';
import type { Payment } from '#contract/policies.ts';
import type { Currency } from '#contract/refunds.ts';
import { dateOf, dateParts, longDate } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { lastDigits, paymentStatus } from '#rules/payments.ts';
import { useLocale } from '#screens/use-locale.ts';
import { ExpandableCard } from '#ui/expandable-card.tsx';
import styles from './payment-card.module.css';

interface PaymentCardProps {
  /** What the list calls it. */
  name: string;
  payment: Payment;
  currency: Currency;
  open: boolean;
  onToggle: (name: string) => void;
}

/** H2.33 to H2.35: when, how much, which reference, whether it went through; opened, how it was paid. */
export const PaymentCard = memo(function PaymentCard({ name, payment, currency, open, onToggle }: PaymentCardProps) {
  const date = dateOf(payment.ParsedCompletedDate);
  const parts = dateParts(date);
  const status = paymentStatus(payment);
  const home = useLocale();
  return (
    <ExpandableCard
      date={{ day: parts?.day ?? '–', month: parts?.month ?? '', full: longDate(date) || 'Sin fecha' }}
      title={money(payment.Total, currency, home) || 'Importe no disponible'}
      detail={payment.OrderNumber ? `Ref. ${payment.OrderNumber}` : 'Sin referencia'}
      status={
        <span className={styles.status} data-accepted={status.accepted}>
          {status.text}
        </span>
      }
      open={open}
      onToggle={() => onToggle(name)}
    >
      <Details payment={payment} currency={currency} />
    </ExpandableCard>
  );
});

/** Works out its rows itself, so that a closed card, of which thousands scroll by, does not. */
function Details({ payment, currency }: Pick<PaymentCardProps, 'payment' | 'currency'>) {
  const rows = detailsOf(payment, currency, useLocale());
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

/** H2.34. What the payment does not say is left out. */
function detailsOf(payment: Payment, currency: Currency, home: string): [string, string][] {
  const digits = lastDigits(payment.CardNumber);
  const rows: [string, string][] = [
    ['Fecha', longDate(dateOf(payment.ParsedCompletedDate))],
    ['Base', money(payment.Amount, currency, home)],
    ['Comisión', money(payment.Transaction_Fee, currency, home)],
    ['Titular de la tarjeta', payment.CardHolder],
    ['Tipo de pago', payment.PaymentType],
    ['Tipo de tarjeta', payment.CardType],
    ['Últimos dígitos', digits && `•••• ${digits}`],
    ['Vencimiento', payment.CardExpiration],
  ];
  return rows.filter(([, value]) => value.trim() !== '');
}

/** H9.4, D22: payment amounts are written as the browser's language writes them. */
const money = (amount: number | null, currency: Currency, home: string): string =>
  exactMoney(amount, currency, navigator.language, home);
