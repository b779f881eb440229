import { useNavigate } from '@tanstack/react-router';
import { useOutbox } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import type { Withdrawal } from '#outbox/withdraw.ts';
import { sendLabel, withdrawalBar, withdrawalProblems } from '#rules/queue-words.ts';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';

const questions = {
  refund: {
    title: '¿Descartar esta solicitud?',
    text: 'Aún no se ha enviado. Se borrará de este dispositivo con sus archivos y no podrás recuperarla.',
    done: 'Solicitud descartada',
  },
  document: {
    title: '¿Descartar este documento?',
    text: 'Aún no se ha enviado. Se borrará de este dispositivo y no podrás recuperarlo.',
    done: 'Documento descartado',
  },
};

/** What can be done with a queued request or document, as the pieces take it. A document has no form to go back to. */
export function useQueuedActions(item: QueuedItem, policyId: string) {
  const outbox = useOutbox();
  const navigate = useNavigate();
  const toast = useToast();
  const online = useOnline();
  const isRefund = item.command === 'refund.create';
  const question = isRefund ? questions.refund : questions.document;
  const sendable = online && (item.state === 'waiting' || item.state === 'refused');

  const tell = (result: Withdrawal<unknown>, done?: string) => {
    if (!result.ok)
      toast({ text: withdrawalProblems[result.code], tone: result.code === 'sent' ? 'success' : 'error' });
    else if (done) toast({ text: done });
  };
  const edit = () =>
    void navigate({
      to: '/app/reembolsos/añadir/$policyId',
      params: { policyId },
      state: { refundEditing: item.key },
    });

  return {
    ...(sendable && {
      onSend: async () => {
        const due = await outbox.sendNow(item.key);
        tell(due);
        if (due.ok) void outbox.drain();
      },
    }),
    ...(isRefund && item.state !== 'unknown' && { onEdit: edit }),
    onDiscard: async () => tell(await outbox.discard(item.key), question.done),
    sendLabel: sendLabel(item),
    barred: withdrawalBar(item, online),
    question,
  };
}
