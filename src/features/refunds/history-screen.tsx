import { useNavigate, useParams } from '@tanstack/react-router';
import type { Refund } from '#contract/refunds.ts';
import { refunds as refundsCollection } from '#mirror/collections.ts';
import { type MirroredView, useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { QueuedCard } from '#requests/queued-card.tsx';
import { screens } from '#rules/screens.ts';
import { updatedText } from '#rules/updated.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useGoBack } from '#ui/go-back.ts';
import { useNarrow } from '#ui/narrow.ts';
import { Screen } from '#ui/screen.tsx';
import { EmptyState, FailedState, LoadingState, OfflineNote } from '#ui/states.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';
import { useOnline } from '#ui/use-online.ts';
import styles from './history-screen.module.css';
import { documentsState, queuedDocuments, queuedRefunds } from './queue-of-policy.ts';
import { RefundCard } from './refund-card.tsx';

/** H2.4: the refunds of a policy by year, what waits to be sent first. */
export function RefundHistoryScreen() {
  const { policyId } = useParams({ from: '/app/reembolsos/$policyId' });
  const view = useMirrored(refundsCollection, policyId);
  const queue = useQueue();
  const waiting = queuedRefunds(queue, policyId);
  const navigate = useNavigate();
  const open = (key: string) => navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, key } } });
  const now = useMinute();
  const goBack = useGoBack();
  // Under the thumb on a phone; on a wide screen it would be out of sight below a long history.
  const narrow = useNarrow();
  const ask = (
    <ButtonLink icon="plus" href={screens.newRefund(policyId)}>
      Solicitar reembolso
    </ButtonLink>
  );

  return (
    <Screen
      title="Historial de reembolsos"
      onBack={goBack}
      updated={
        view.groups && (
          <Updated
            text={updatedText(view.at, view.problem !== null, now)}
            onRefresh={() => void view.refresh()}
            refreshing={view.refreshing}
          />
        )
      }
      {...(narrow && { foot: ask })}
    >
      {!narrow && <div className={styles.ask}>{ask}</div>}
      <div className={styles.list}>
        {waiting.length > 0 && (
          <section className={styles.year} aria-labelledby="waiting">
            <h2 id="waiting" className={styles.heading}>
              Por enviar
            </h2>
            <ul className={styles.cards}>
              {waiting.map((item) => (
                <li key={item.key}>
                  <QueuedCard item={item} day={item.fields.fechaDiagnostico} onOpen={() => void open(item.key)} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {view.groups?.map(({ label, rows }) => (
          <section key={label} className={styles.year} aria-labelledby={`year-${label}`}>
            <h2 id={`year-${label}`} className={styles.heading}>
              {label || 'Sin fecha'}
            </h2>
            <ul className={styles.cards}>
              {rows.map((refund) => (
                <li key={refund.id} className={styles.card}>
                  <RefundCard
                    refund={refund}
                    policyId={policyId}
                    documents={documentsState(queuedDocuments(queue, { refundId: refund.id }))}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Nothing view={view} waiting={waiting.length} />
      </div>
    </Screen>
  );
}

/** Loading, failed, offline and empty, each with its own words and one action. */
function Nothing({ view, waiting }: { view: MirroredView<Refund>; waiting: number }) {
  const online = useOnline();
  if (view.loading) return <LoadingState text="Cargando tus reembolsos..." />;
  if (view.groups !== null) {
    const empty = view.groups.length === 0 && waiting === 0;
    return empty ? (
      <EmptyState
        icon="refund"
        title="No tienes reembolsos actualmente."
        text="Cuando solicites uno, aquí verás en qué estado está."
      />
    ) : null;
  }
  if (!online) {
    return (
      <OfflineNote
        title="Aún no están en este dispositivo"
        text="Conéctate una vez para ver aquí tus reembolsos. Puedes solicitar uno nuevo sin conexión."
      />
    );
  }
  return (
    <FailedState
      title="Ha ocurrido un error recuperando los reembolsos"
      text="No tienes reembolsos actualmente en este dispositivo. No pudimos actualizar."
      action={
        <Button icon="refresh" loading={view.refreshing} onClick={() => void view.refresh()}>
          Reintentar
        </Button>
      }
    />
  );
}
