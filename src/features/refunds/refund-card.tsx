import { useNavigate } from '@tanstack/react-router';
import type { Refund } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { cardDate, dateOf } from '#rules/dates.ts';
import { readableName } from '#rules/people.ts';
import { refundName, refundTypeLabel } from '#rules/refund-form.ts';
import { ListCard } from '#ui/list-card.tsx';
import { Pill } from '#ui/pill.tsx';
import styles from './refund-card.module.css';

interface RefundCardProps {
  refund: Refund;
  policyId: string;
  /** How a document that was added to it and has not left the device yet stands. */
  documents: 'none' | 'waiting' | 'attention';
}

const icons = { info: undefined, warn: undefined, ok: 'ok', bad: undefined } as const;

/** H2.38: date (its year stands over the group and is read out), case number, type and kind of expense, patient and status of one refund; opens its detail. */
export function RefundCard({ refund, policyId, documents }: RefundCardProps) {
  const navigate = useNavigate();
  const status = caseStatus(refund.idEstado);
  const date = cardDate(refund.fechaDiagnostico ?? dateOf(refund.created));
  const open = () => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, refundId: refund.id } } });
  return (
    <ListCard
      {...(date && { date })}
      title={refund.tipoGasto || refundName(refund.tipoReembolso)}
      detail={
        <>
          <span className={styles.line}>
            {[readableName(refund.paciente), refundTypeLabel(refund.tipoReembolso)].filter(Boolean).join('\u00a0· ')}
          </span>
          {refund.CaseNumber && <span className={styles.line}>Caso {refund.CaseNumber}</span>}
        </>
      }
      status={
        <span className={styles.pills}>
          <Pill tone={status.tone} {...(icons[status.tone] && { icon: icons[status.tone] })}>
            {status.text}
          </Pill>
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
      onClick={() => void open()}
    />
  );
}
