import { useNavigate } from '@tanstack/react-router';
import { useOutbox, useProgress } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { dateParts, longDate, today } from '#rules/dates.ts';
import { queuedWords, sendLabel, withdrawalBar, withdrawalProblems } from '#rules/queue-words.ts';
import { QueuedCard } from '#ui/queued-card.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';
import { detailOf, discardQuestion, titleOf } from './about.ts';
import { KeepOld } from './keep-old.tsx';

/** H2.62, F9, F29: one request that waits, with everything that can be done with it. */
export function PendingItem({ item, locale }: { item: QueuedItem; locale: string }) {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const progress = useProgress(item.key);
  const known = { ...item.fields, ...item.label };
  const day = today(new Date(item.createdAt));
  const parts = dateParts(day);
  const sendable = online && (item.state === 'waiting' || item.state === 'refused');

  const tell = (result: Withdrawal<unknown>, done?: string) => {
    if (result.ok) return done && toast({ text: done });
    toast({ text: withdrawalProblems[result.code], tone: result.code === 'sent' ? 'success' : 'error' });
  };
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
      {...(sendable && { onSend: async () => void tell(await outbox.sendNow(item.key)) })}
      {...(edit && item.state !== 'unknown' && { onEdit: () => void edit() })}
      {...(item.command === 'refund.addDocument' && { editLabel: 'Ver reembolso' })}
      onDiscard={async () => void tell(await outbox.discard(item.key), 'Solicitud descartada')}
      sendLabel={sendLabel(item)}
      barred={withdrawalBar(item, online)}
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
