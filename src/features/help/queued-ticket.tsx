import { useNavigate } from '@tanstack/react-router';
import { useOutbox, useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { queuedWords, sendLabel, withdrawalBar, withdrawalProblems } from '#rules/queue-words.ts';
import { QueuedCard } from '#ui/queued-card.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';

/** A ticket that has not left the device yet, among the others. */
export function QueuedTicket({ item }: { item: QueuedItem }) {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const progress = useProgress(item.key);
  const day = today(new Date(item.createdAt));
  const parts = dateParts(day);
  const { tipo, numeroPoliza } = item.label;

  const tell = (result: Withdrawal<unknown>, done?: string) => {
    if (result.ok) return done && toast({ text: done });
    toast({ text: withdrawalProblems[result.code], tone: result.code === 'sent' ? 'success' : 'error' });
  };

  return (
    <QueuedCard
      {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(day) } })}
      title={tipo ?? 'Consulta'}
      detail={numeroPoliza && `Póliza ${numeroPoliza}`}
      words={queuedWords(item, online)}
      {...(progress !== undefined && { progress })}
      {...(online &&
        (item.state === 'waiting' || item.state === 'refused') && {
          onSend: async () => void tell(await outbox.sendNow(item.key)),
        })}
      {...(item.state !== 'unknown' && {
        onEdit: () => void navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketEditing: item.key } }),
      })}
      onDiscard={async () => void tell(await outbox.discard(item.key), 'Consulta descartada')}
      sendLabel={sendLabel(item)}
      barred={withdrawalBar(item, online)}
      question={{
        title: '¿Descartar esta consulta?',
        text: 'Aún no se ha enviado. Se borrará de este dispositivo y no podrás recuperarla.',
      }}
    />
  );
}
