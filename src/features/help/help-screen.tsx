import type { Ticket } from '#contract/tickets.ts';
import { tickets } from '#mirror/collections.ts';
import { useQueue } from '#outbox/hooks.ts';
import { markedRequests, useHistory } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { holdsTicket, ofStatus } from '#rules/case-filter.ts';
import { screens } from '#rules/screens.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import type { Find } from '#screens/finding.ts';
import { useWide } from '#ui/hooks/media.ts';
import { TicketCard, TicketDetail } from './ticket-card.tsx';

/** H2.14: the customer's tickets by year. Unsent tickets stand first. On a phone a ticket unfolds in the list. */
export const HelpScreen = collectionScreen({
  collection: tickets,
  marking: markedRequests('feminine'),
  title: 'Historial de ayuda',
  loading: 'Cargando tus consultas...',
  empty: {
    icon: 'help',
    title: 'No tienes tickets de ayuda',
    text: 'Cuando nos escribas, aquí verás en qué estado está tu consulta.',
  },
  failed: { title: 'No pudimos cargar tus consultas' },
  use: useTickets,
});

const find: Find<Ticket> = {
  label: 'Busca por tema, caso o palabra',
  nouns: ['consulta', 'consultas'],
  search: (rows, typed) => rows.filter((ticket) => holdsTicket(ticket, typed)),
  facets: [ofStatus],
};

function useTickets(at: AtScreen<Ticket>) {
  const wide = useWide();
  return useHistory(at, {
    label: 'Consultas',
    find,
    heights: [120, 100],
    entry: (ticket, entry) => <TicketCard ticket={ticket} beside={wide} {...entry} />,
    detail: {
      label: 'Consulta',
      content: ({ key, row }) => {
        const ticket = at.rows.find(({ id }) => id === (row?.id ?? key));
        return ticket && <TicketDetail ticket={ticket} />;
      },
    },
    ask: { label: 'Nueva consulta', to: screens.newTicket },
    waiting: useQueue().filter(({ command }) => command === 'ticket.create'),
    queuedCard: (item) => <QueuedCard item={item} />,
  });
}
