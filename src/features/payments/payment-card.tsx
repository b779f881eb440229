import { memo } from 'react';
import type { Payment } from '#contract/policies.ts';
import { dateOf, dateParts, longDate } from '#rules/dates.ts';
import { namedMoney } from '#rules/money.ts';
import { paymentCurrency } from '#rules/payments.ts';
import { EntryDate } from '#ui/cards/entry.tsx';
import { ExpandableCard } from '#ui/cards/expandable-card.tsx';
import styles from './payment-card.module.css';
import { PaymentDetails, type PaymentDetailsProps } from './payment-details.tsx';
import { PaymentStatus } from './payment-status.tsx';

export interface PaymentEntryProps extends PaymentDetailsProps {
  /** The payment's key in the list. */
  name: string;
  open: boolean;
  onToggle: (name: string) => void;
}

/** H2.33 to H2.35: date, amount, reference and status of a payment; when open, how it was paid. */
export const PaymentCard = memo(function PaymentCard(props: PaymentEntryProps) {
  const { name, payment, policy, currency, locale, open, onToggle } = props;
  const date = dateOf(payment.ParsedCompletedDate);
  const { day = '–', month = '' } = dateParts(date) ?? {};
  return (
    <ExpandableCard
      head={
        <>
          <EntryDate date={{ day, month, full: longDate(date) || 'Sin fecha' }} />
          <span className={styles.text}>
            <span className={`bold ${styles.part}`}>{payment.Concept || 'Pago'}</span>
            <span className={styles.total}>{totalText(payment, currency, locale)}</span>
            <span className={`soft small ${styles.part}`}>{payment.OrderNumber || 'Sin referencia'}</span>
            <PaymentStatus payment={payment} />
          </span>
        </>
      }
      open={open}
      onToggle={() => onToggle(name)}
    >
      <PaymentDetails {...{ payment, policy, currency, locale }} />
    </ExpandableCard>
  );
});

export const totalText = (payment: Payment, currency: string, locale: string): string =>
  namedMoney(payment.Total, paymentCurrency(payment, currency), locale) || 'Importe no disponible';
