import { useNavigate } from '@tanstack/react-router';
import { useQueueActions } from '#features/use-queue-actions.ts';
import { useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { queuedWords } from '#rules/queue-words.ts';
import { QueuedCard } from '#ui/queued-card.tsx';
import { useOnline } from '#ui/use-online.ts';
import { detailOf, discardQuestion, titleOf } from './about.ts';
import { KeepOld } from './keep-old.tsx';

/** H2.62, F9, F29: one request that waits, with everything that can be done with it. */
export function PendingItem({ item, locale }: { item: QueuedItem; locale: string }) {
  const navigate = useNavigate();
  const online = useOnline();
  const actions = useQueueActions(item, 'Solicitud descartada');
  const progress = useProgress(item.key);
  const known = { ...item.fields, ...item.label };
  const day = today(new Date(item.createdAt));
  const parts = dateParts(day);

  /** Each form finds the key of what it corrects in the history's state; browsers keep that, so it names nothing else. */
  const edit = {
    'refund.create': () =>
      navigate({
        to: '/app/reembolsos/añadir/$policyId',
        params: { policyId: item.policy ?? '' },
        state: { refundEditing: item.key },
      }),
    'refund.addDocument': () => navigate({ to: '/app/reembolsos/detalles', state: { refund: refundOf(item) } }),
    'ticket.create': () => navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketEditing: item.key } }),
  }[item.command];

  return (
    <QueuedCard
      {...(parts && { date: { day: parts.day.padStart(2, '0'), month: parts.month, full: longDate(day) } })}
      title={titleOf(item.command, known)}
      detail={detailOf(item.command, known, locale)}
      words={queuedWords(item, online)}
      {...(progress !== undefined && { progress })}
      {...actions}
      {...(edit && item.state !== 'unknown' && { onEdit: () => void edit() })}
      {...(item.command === 'refund.addDocument' && { editLabel: 'Ver reembolso' })}
      question={discardQuestion(item.command)}
    >
      {item.askWhetherToKeep && <KeepOld item={item} />}
    </QueuedCard>
  );
}

/** A document belongs to a refund that is sent, or to one that waits itself. */
function refundOf({ policy, dependsOn, fields }: QueuedItem) {
  const policyId = policy ?? '';
  return dependsOn === null ? { policyId, refundId: fields.idReembolso ?? '' } : { policyId, key: dependsOn };
}
