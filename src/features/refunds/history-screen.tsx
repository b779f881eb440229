import { useNavigate, useParams } from '@tanstack/react-router';
import { refunds } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { HistoryScreen } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { screens } from '#rules/screens.ts';
import { usePolicyTitle } from '#screens/use-policy-title.ts';
import { documentsState, queuedDocuments, queuedRefunds } from './queue-of-policy.ts';
import { RefundCard } from './refund-card.tsx';

/** H2.4: the refunds of a policy by year, what waits to be sent first. */
export function RefundHistoryScreen() {
  const { policyId } = useParams({ from: '/app/reembolsos/$policyId' });
  const queue = useQueue();
  const navigate = useNavigate();
  const open = (key: string) => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, key } } });
  return (
    <HistoryScreen
      title="Historial de reembolsos"
      about={usePolicyTitle(policyId)}
      view={useMirrored(refunds, policyId)}
      ask={{ label: 'Solicitar reembolso', href: screens.newRefund(policyId) }}
      waiting={queuedRefunds(queue, policyId)}
      queuedCard={(item) => (
        <QueuedCard item={item} day={item.fields.fechaDiagnostico} onOpen={() => void open(item.key)} />
      )}
      card={(refund) => (
        <RefundCard
          refund={refund}
          policyId={policyId}
          documents={documentsState(queuedDocuments(queue, { refundId: refund.id }))}
        />
      )}
      loading="Cargando tus reembolsos..."
      empty={{
        icon: 'refund',
        title: 'No tienes reembolsos actualmente.',
        text: 'Cuando solicites uno, aquí verás en qué estado está.',
      }}
      failed={{
        title: 'Ha ocurrido un error recuperando los reembolsos',
        text: 'No tienes reembolsos actualmente en este dispositivo.',
      }}
      offline={{
        title: 'Aún no están en este dispositivo',
        text: 'Conéctate una vez para ver aquí tus reembolsos. Puedes solicitar uno nuevo sin conexión.',
      }}
    />
  );
}
