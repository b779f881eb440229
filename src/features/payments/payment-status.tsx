import type { Payment } from '#contract/policies.ts';
import { paymentStatus } from '#rules/payments.ts';
import styles from './payment-status.module.css';

/**
 * H2.35: a green dot for an accepted payment, a red square for a failed one. The shape differs too, for people who do not
 * see the colours.
 */
export function PaymentStatus({ payment }: { payment: Payment }) {
  const { accepted, text } = paymentStatus(payment);
  return (
    <span className={styles.status} data-accepted={accepted}>
      {text}
    </span>
  );
}
