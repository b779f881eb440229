import { tickets } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { HistoryScreen } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { screens } from '#rules/screens.ts';
import { TicketCard } from './ticket-card.tsx';

/** H2.14: the customer's tickets by year, what waits to be sent first. */
export function HelpScreen() {
  return (
    <HistoryScreen
      title="Historial de ayuda"
      view={useMirrored(tickets)}
      ask={{ label: 'Nueva consulta', href: screens.newTicket }}
      waiting={useQueue().filter(({ command }) => command === 'ticket.create')}
      queuedCard={(item) => <QueuedCard item={item} />}
      card={(ticket) => <TicketCard ticket={ticket} />}
      loading="Cargando tus consultas..."
      empty={{
        icon: 'help',
        title: 'No tienes tickets de ayuda',
        text: 'Cuando nos escribas, aquí verás en qué estado está tu consulta.',
      }}
    />
  );
}
