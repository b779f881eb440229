import type { Payment } from '#contract/policies.ts';
import { paymentStatus } from '#rules/payments.ts';
import styles from './payment-status.module.css';

/** H2.35: a green dot for what was accepted. What failed is red and square, so that colour alone does not tell them apart. */
export function PaymentStatus({ payment }: { payment: Payment }) {
  const { accepted, text } = paymentStatus(payment);
  return (
    <span className={styles.status} data-accepted={accepted}>
      {text}
    </span>
  );
}
