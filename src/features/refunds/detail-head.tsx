import type { ReactNode } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { dotted } from '#rules/joined.ts';
import { namedMoney } from '#rules/money.ts';
import { refundTitle } from '#rules/refund-form.ts';
import { useLocale } from '#screens/use-locale.ts';
import { signsOf } from '#ui/base/signs.ts';
import styles from './detail-head.module.css';

interface DetailHeadProps {
  refund: Pick<Refund, 'tipoGasto' | 'tipoReembolso' | 'importe' | 'divisa' | 'CaseNumber'>;
  /** As it is told apart from the others of its policy. */
  patient: string;
  /** A pill. */
  status: ReactNode;
  /** Beside it on a desk. */
  aside?: ReactNode;
}

/** The head of a refund: amount, expense, patient and status. */
export function DetailHead({ refund, patient, status, aside }: DetailHeadProps) {
  const locale = useLocale();
  const { importe, divisa, CaseNumber } = refund;
  const amount = importe === null ? '' : namedMoney(importe, divisa, locale);
  return (
    <div className={styles.head}>
      <div className={styles.about}>
        <h2 className={styles.title} dir="auto">
          {refundTitle(refund)}
        </h2>
        {amount && (
          <p className={styles.amount} style={signsOf(amount)}>
            {amount}
          </p>
        )}
      </div>
      {aside}
      <p className={styles.whose}>
        {status}
        <span dir="auto">{dotted(patient, CaseNumber)}</span>
      </p>
    </div>
  );
}
