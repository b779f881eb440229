import { useNavigate } from '@tanstack/react-router';
import type { QueuedItem } from '#outbox/list.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { ListCard } from '#ui/list-card.tsx';
import { Pill } from '#ui/pill.tsx';
import { amountText, patientText, titleOf, typeLabel } from './labels.ts';
import { QueuedActions } from './queued-actions.tsx';
import styles from './queued-card.module.css';
import { QueuedProgress } from './queued-progress.tsx';
import { queuedWords } from './queued-words.ts';
import { useLocale } from './use-locale.ts';
import { useOnline } from './use-online.ts';

/** A request that has not left the device yet, in the history: how it stands and what can be done with it. */
export function QueuedCard({ item, policyId }: { item: QueuedItem; policyId: string }) {
  const online = useOnline();
  const locale = useLocale();
  const navigate = useNavigate();
  const words = queuedWords(item, online);
  const label = { ...item.fields, ...item.label };
  const date = label.fechaDiagnostico ?? today(new Date(item.createdAt));
  const parts = dateParts(date);
  const detail = [patientText(label.paciente), amountText(label.importe, label.divisa, locale)]
    .filter(Boolean)
    .join(' · ');
  const open = () => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, key: item.key } } });
  return (
    <ListCard
      {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(date) } })}
      title={
        <button type="button" className={styles.open} onClick={() => void open()}>
          {label.tipoGasto || titleOf(label)}
        </button>
      }
      detail={
        <>
          <span className={styles.line}>{detail}</span>
          <span className={styles.line}>{typeLabel(label.tipoReembolso ?? '')}</span>
        </>
      }
      status={
        <span className={styles.status}>
          <Pill tone={words.tone} icon={words.icon}>
            {words.pill}
          </Pill>
          <span className={styles.words}>{words.text}</span>
          <QueuedProgress item={item} />
        </span>
      }
      actions={<QueuedActions item={item} policyId={policyId} />}
    />
  );
}
