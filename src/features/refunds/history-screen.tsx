import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { refunds } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { HistoryScreen } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { useHistoryFilter } from '#requests/use-history-filter.tsx';
import { useMasterDetail } from '#requests/use-master-detail.ts';
import { type CaseFilter, matchesRefund, patientsOf } from '#rules/case-filter.ts';
import { screens } from '#rules/screens.ts';
import { useLocale } from '#screens/use-locale.ts';
import { usePolicyTitle } from '#screens/use-policy-title.ts';
import { useWide } from '#ui/hooks/media.ts';
import { RefundDetail } from './detail-screen.tsx';
import type { DetailOf } from './navigation.ts';
import { documentsState, queuedDocuments, queuedRefunds } from './queue-of-policy.ts';
import { RefundCard } from './refund-card.tsx';
import { usePatientNames } from './use-patient-names.ts';

/** H2.4: the refunds of a policy by year. Unsent requests stand first. */
export function RefundHistoryScreen() {
  const { policyId } = useParams({ from: '/app/reembolsos/$policyId' });
  return <RefundHistory key={policyId} policyId={policyId} />;
}

/** Height of a card with its gap, in pixels: alone, and in the close list beside an open refund. */
const CARD_PX = 120;
const CLOSE_CARD_PX = 100;

function RefundHistory({ policyId }: { policyId: string }) {
  const queue = useQueue();
  const navigate = useNavigate();
  const view = useMirrored(refunds, policyId);
  const locale = useLocale();
  const wide = useWide();
  const named = usePatientNames(policyId);
  const matches = useCallback(
    (refund: Refund, filter: CaseFilter) => matchesRefund(refund, filter, locale, named),
    [locale, named],
  );
  const found = useHistoryFilter(view, {
    ...{ matches, patientsOf: (rows) => patientsOf(rows, named), one: 'reembolso', many: 'reembolsos' },
    searchLabel: 'Busca por gasto, médico, caso o importe',
  });
  const waiting = queuedRefunds(queue, policyId);
  const first = found.shown[0]?.rows[0];
  const opened = useMasterDetail<DetailOf>(
    'refund',
    {
      first: first ? { policyId, refundId: first.id } : null,
      has: (of) => 'refundId' in of && found.shown.some(({ rows }) => rows.some(({ id }) => id === of.refundId)),
    },
    (of) => void navigate({ to: '/app/reembolsos/detalles', state: { refund: of } }),
  );
  const openedId = opened.of && 'refundId' in opened.of ? opened.of.refundId : '';
  return (
    <HistoryScreen
      title="Historial de reembolsos"
      label="Reembolsos"
      gender="masculine"
      about={usePolicyTitle(policyId)}
      view={view}
      {...found}
      ask={{ label: 'Solicitar reembolso', to: screens.newRefund(policyId) }}
      waiting={waiting}
      queuedCard={(item) => (
        <QueuedCard
          item={item}
          day={item.fields.fechaDiagnostico}
          onOpen={(event) => opened.open({ policyId, key: item.key }, event)}
        />
      )}
      card={(refund) => (
        <RefundCard
          refund={refund}
          patient={named(refund)}
          documents={documentsState(queuedDocuments(queue, { refundId: refund.id }))}
          current={refund.id === openedId}
          onOpen={(event) => opened.open({ policyId, refundId: refund.id }, event)}
        />
      )}
      cardHeight={wide ? CLOSE_CARD_PX : CARD_PX}
      beside={
        opened.of && {
          label: 'Detalle del reembolso',
          content: <RefundDetail key={JSON.stringify(opened.of)} of={opened.of} />,
        }
      }
      loading="Cargando tus reembolsos..."
      empty={{
        icon: 'refund',
        title: 'No tienes reembolsos actualmente.',
        text: 'Cuando solicites uno, aquí verás en qué estado está.',
      }}
      failed={{ title: 'Ha ocurrido un error recuperando los reembolsos' }}
      offline={{ text: 'Puedes solicitar uno nuevo sin conexión.' }}
    />
  );
}
