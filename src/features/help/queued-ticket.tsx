import { useNavigate } from '@tanstack/react-router';
import { useQueueActions } from '#features/use-queue-actions.ts';
import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { queuedWords } from '#rules/queue-words.ts';
import { QueuedCard } from '#ui/queued-card.tsx';
import { useOnline } from '#ui/use-online.ts';

/** A ticket that has not left the device yet, among the others. */
export function QueuedTicket({ item }: { item: QueuedItem }) {
  const navigate = useNavigate();
  const online = useOnline();
  const actions = useQueueActions(item, 'Consulta descartada');
  const progress = useProgress(item.key);
  const day = today(new Date(item.createdAt));
  const parts = dateParts(day);
  const { tipo, numeroPoliza } = item.label;

  return (
    <QueuedCard
      {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(day) } })}
      title={tipo ?? 'Consulta'}
      detail={numeroPoliza && `Póliza ${numeroPoliza}`}
      words={queuedWords(item, online)}
      {...(progress !== undefined && { progress })}
      {...actions}
      {...(item.state !== 'unknown' && {
        onEdit: () => void navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketEditing: item.key } }),
      })}
      question={{
        title: '¿Descartar esta consulta?',
        text: 'Aún no se ha enviado. Se borrará de este dispositivo y no podrás recuperarla.',
      }}
    />
  );
}
