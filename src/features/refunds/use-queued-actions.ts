import { useNavigate } from '@tanstack/react-router';
import { useQueueActions } from '#features/use-queue-actions.ts';
import type { QueuedItem } from '#outbox/list.ts';

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
  const navigate = useNavigate();
  const isRefund = item.command === 'refund.create';
  const question = isRefund ? questions.refund : questions.document;
  const actions = useQueueActions(item, question.done);
  const edit = () =>
    void navigate({
      to: '/app/reembolsos/añadir/$policyId',
      params: { policyId },
      state: { refundEditing: item.key },
    });
  return { ...actions, ...(isRefund && item.state !== 'unknown' && { onEdit: edit }), question };
}
