import { useNavigate } from '@tanstack/react-router';
import { useLocale } from '#features/use-locale.ts';
import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { queuedWords } from '#rules/queue-words.ts';
import { QueuedCard as Card } from '#ui/queued-card.tsx';
import { useOnline } from '#ui/use-online.ts';
import { amountText, patientText, titleOf, typeLabel } from './labels.ts';
import { KeepOld } from './queued-actions.tsx';
import styles from './queued-card.module.css';
import { useQueuedActions } from './use-queued-actions.ts';

/** A request that has not left the device yet, in the history: how it stands and what can be done with it. */
export function QueuedCard({ item, policyId }: { item: QueuedItem; policyId: string }) {
  const online = useOnline();
  const locale = useLocale();
  const navigate = useNavigate();
  const actions = useQueuedActions(item, policyId);
  const progress = useProgress(item.key);
  const label = { ...item.fields, ...item.label };
  const date = label.fechaDiagnostico ?? today(new Date(item.createdAt));
  const parts = dateParts(date);
  const detail = [patientText(label.paciente), typeLabel(label.tipoReembolso ?? '')];
  const open = () => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, key: item.key } } });
  return (
    <Card
      {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(date) } })}
      title={
        <button type="button" className={styles.open} onClick={() => void open()}>
          {label.tipoGasto || titleOf(label)}
        </button>
      }
      detail={
        <>
          <span className={styles.line}>{detail.filter(Boolean).join('\u00a0· ')}</span>
          <span className={styles.line}>{amountText(label.importe, label.divisa, locale)}</span>
        </>
      }
      words={queuedWords(item, online)}
      {...(progress !== undefined && { progress })}
      {...actions}
    >
      {item.askWhetherToKeep && <KeepOld item={item} />}
    </Card>
  );
}
