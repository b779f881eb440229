import { useNavigate } from '@tanstack/react-router';
import type { Refund } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { dateOf, dateParts, longDate } from '#rules/dates.ts';
import { ListCard } from '#ui/list-card.tsx';
import { Pill } from '#ui/pill.tsx';
import { patientText, refundName, typeLabel } from './labels.ts';
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
  const date = refund.fechaDiagnostico ?? dateOf(refund.created);
  const parts = dateParts(date);
  const open = () => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, refundId: refund.id } } });
  return (
    <ListCard
      {...(parts && {
        date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(date) },
      })}
      title={refund.tipoGasto || refundName(refund.tipoReembolso)}
      detail={
        <>
          <span className={styles.line}>
            {[patientText(refund.paciente), typeLabel(refund.tipoReembolso)].filter(Boolean).join('\u00a0· ')}
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
