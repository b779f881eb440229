import { tickets as ticketsCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { useQueue } from '#outbox/hooks.ts';
import { QueuedCard } from '#requests/queued-card.tsx';
import { screens } from '#rules/screens.ts';
import { updatedText } from '#rules/updated.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useGoBack } from '#ui/go-back.ts';
import { useNarrow } from '#ui/narrow.ts';
import { Screen } from '#ui/screen.tsx';
import { Shown } from '#ui/shown.tsx';
import { Updated } from '#ui/updated.tsx';
import { useMinute } from '#ui/use-minute.ts';
import styles from './help-screen.module.css';
import { TicketCard } from './ticket-card.tsx';

/** H2.14: the customer's tickets by year, what waits to be sent first. */
export function HelpScreen() {
  const view = useMirrored(ticketsCollection);
  const waiting = useQueue().filter(({ command }) => command === 'ticket.create');
  const goBack = useGoBack();
  const now = useMinute();
  const state = shownState(view);
  // Under the thumb on a phone; on a wide screen it would be out of sight below a long history.
  const narrow = useNarrow();
  const ask = (
    <ButtonLink icon="plus" href={screens.newTicket}>
      Nueva consulta
    </ButtonLink>
  );

  return (
    <Screen
      title="Historial de ayuda"
      onBack={goBack}
      updated={
        view.groups && (
          <Updated
            text={updatedText(view.at, view.problem !== null, now)}
            onRefresh={view.refresh}
            refreshing={view.refreshing}
          />
        )
      }
      {...(narrow && { foot: ask })}
    >
      {!narrow && <div className={styles.ask}>{ask}</div>}
      {waiting.length > 0 && (
        <section className={styles.year} aria-labelledby="waiting">
          <h2 id="waiting" className={styles.heading}>
            Por enviar
          </h2>
          <ul className={styles.list}>
            {waiting.map((item) => (
              <li key={item.key}>
                <QueuedCard item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(waiting.length === 0 || state !== 'empty') && (
        <Shown
          state={state}
          loading="Cargando tus consultas..."
          empty={{
            icon: 'help',
            title: 'No tienes tickets de ayuda',
            text: 'Cuando nos escribas, aquí verás en qué estado está tu consulta.',
          }}
          onRetry={view.refresh}
          retrying={view.refreshing}
        >
          {view.groups?.map(({ label, rows }) => (
            <section key={label} className={styles.year} aria-labelledby={`year-${label}`}>
              <h2 id={`year-${label}`} className={styles.heading}>
                {label || 'Sin fecha'}
              </h2>
              <ul className={styles.list}>
                {rows.map((ticket) => (
                  <li key={ticket.id} className={styles.entry}>
                    <TicketCard ticket={ticket} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Shown>
      )}
    </Screen>
  );
}
