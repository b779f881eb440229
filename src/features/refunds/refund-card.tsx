import type { MouseEvent } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { cardDate } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { namedMoney } from '#rules/money.ts';
import { refundName, refundTypeLabel } from '#rules/refund-form.ts';
import { refundDay } from '#rules/refunds.ts';
import { useLocale } from '#screens/use-locale.ts';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import styles from './refund-card.module.css';

interface RefundCardProps {
  refund: Refund;
  /** As it is told apart from the others of its policy. */
  patient: string;
  /** Whether its detail is open beside the list. */
  current: boolean;
  onOpen: (event: MouseEvent) => void;
  /** State of the documents that are queued for it. */
  documents: 'none' | 'waiting' | 'attention';
}

/** H2.38: date, case number, amount, type and kind of expense, patient and status of one refund; opens its detail. */
export function RefundCard({ refund, patient, documents, current, onOpen }: RefundCardProps) {
  const locale = useLocale();
  const status = caseStatus(refund.idEstado);
  const date = cardDate(refundDay(refund));
  return (
    <ListCard
      {...(date && { date })}
      title={refund.tipoGasto || refundName(refund.tipoReembolso)}
      figure={namedMoney(refund.importe, refund.divisa, locale)}
      detail={dotted(patient, refundTypeLabel(refund.tipoReembolso))}
      status={
        <span className={styles.pills}>
          <Pill tone={status.tone}>{status.text}</Pill>
          {refund.CaseNumber && <span className="soft small">Caso {refund.CaseNumber}</span>}
          {documents === 'waiting' && (
            <Pill tone="warn" icon="clock">
              Documento pendiente de envío
            </Pill>
          )}
          {documents === 'attention' && (
            <Pill tone="bad" icon="alert">
              Un documento necesita tu atención
            </Pill>
          )}
        </span>
      }
      current={current}
      onClick={onOpen}
    />
  );
}
