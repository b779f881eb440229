import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { refunds } from '#mirror/collections.ts';
import { useQueue } from '#outbox/hooks.ts';
import { markedRequests, queuedIn, useHistory } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { holdsRefund, ofStatus } from '#rules/case-filter.ts';
import { screens } from '#rules/screens.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import type { Find } from '#screens/finding.ts';
import { useLocale } from '#screens/use-locale.ts';
import { RefundDetail } from './detail-screen.tsx';
import type { DetailOf } from './navigation.ts';
import { documentsState, queuedDocuments, queuedRefunds } from './queue-of-policy.ts';
import { RefundCard } from './refund-card.tsx';
import { usePatientNames } from './use-patient-names.ts';

/** H2.4: the refunds of a policy by year. Unsent requests stand first. */
export const RefundHistoryScreen = collectionScreen({
  collection: refunds,
  section: 'Reembolsos',
  marking: markedRequests('masculine'),
  title: 'Historial de reembolsos',
  loading: 'Cargando tus reembolsos...',
  empty: {
    icon: 'refund',
    title: 'No tienes reembolsos actualmente.',
    text: 'Cuando solicites uno, aquí verás en qué estado está.',
  },
  failed: { title: 'Ha ocurrido un error recuperando los reembolsos' },
  offline: { text: 'Puedes solicitar uno nuevo sin conexión.' },
  use: useRefunds,
});

function useRefunds(at: AtScreen<Refund>) {
  const { policyId } = at;
  const queue = useQueue();
  const navigate = useNavigate();
  const locale = useLocale();
  const named = usePatientNames(policyId);
  const find = useMemo(() => findRefunds(locale, named), [locale, named]);
  const refundOf = (key: string): DetailOf => {
    const queued = queuedIn(key);
    return queued === null ? { policyId, refundId: key } : { policyId, key: queued };
  };
  return useHistory(at, {
    label: 'Reembolsos',
    find,
    heights: [120, 100],
    entry: (refund, { open, onOpen }) => (
      <RefundCard
        refund={refund}
        patient={named(refund)}
        documents={documentsState(queuedDocuments(queue, { refundId: refund.id }))}
        current={open}
        onOpen={onOpen}
      />
    ),
    detail: {
      label: 'Detalle del reembolso',
      content: ({ key }, onClose) => <RefundDetail key={key} of={refundOf(key)} onClose={onClose} />,
    },
    goTo: (key) => void navigate({ to: '/app/reembolsos/detalles', state: { refund: refundOf(key) } }),
    ask: { label: 'Solicitar reembolso', to: screens.newRefund(policyId) },
    waiting: queuedRefunds(queue, policyId),
    queuedCard: (item, onOpen) => <QueuedCard item={item} day={item.fields.fechaDiagnostico} onOpen={onOpen} />,
  });
}

const findRefunds = (locale: string, named: ReturnType<typeof usePatientNames>): Find<Refund> => ({
  label: 'Busca por gasto, médico, caso o importe',
  nouns: ['reembolso', 'reembolsos'],
  search: (rows, typed) => rows.filter((refund) => holdsRefund(refund, typed, locale, named)),
  facets: [ofStatus, { name: 'patient', label: 'Paciente', all: 'Todas las personas', of: named }],
});
