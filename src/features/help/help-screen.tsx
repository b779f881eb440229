import type { Ticket } from '#contract/tickets.ts';
import { tickets } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useQueue } from '#outbox/hooks.ts';
import { HistoryScreen } from '#requests/history-screen.tsx';
import { QueuedCard } from '#requests/queued-card.tsx';
import { useHistoryFilter } from '#requests/use-history-filter.tsx';
import { useMasterDetail } from '#requests/use-master-detail.ts';
import { matchesTicket } from '#rules/case-filter.ts';
import { screens } from '#rules/screens.ts';
import { useEntryState } from '#ui/hooks/entry-state.ts';
import { useWide } from '#ui/hooks/media.ts';
import { TicketCard, TicketDetail } from './ticket-card.tsx';

/** Height of a closed card with its gap, in pixels: alone, and in the close list beside an open ticket. */
const CARD_PX = 120;
const CLOSE_CARD_PX = 100;

/** H2.14: the customer's tickets by year. Unsent tickets stand first. */
export function HelpScreen() {
  const view = useMirrored(tickets);
  const wide = useWide();
  const found = useHistoryFilter<Ticket>(view, {
    ...{ matches: matchesTicket, one: 'consulta', many: 'consultas' },
    searchLabel: 'Busca por tema, caso o palabra',
  });
  // On a phone a ticket unfolds in the list.
  const [unfolded, setUnfolded] = useEntryState<string>('unfolded', '');
  const opened = useMasterDetail<string>(
    'ticket',
    {
      first: found.shown[0]?.rows[0]?.id ?? null,
      has: (of) => found.shown.some(({ rows }) => rows.some(({ id }) => id === of)),
    },
    (id) => setUnfolded(unfolded === id ? '' : id),
  );
  const ticket = view.groups?.flatMap(({ rows }) => rows).find(({ id }) => id === opened.of);
  return (
    <HistoryScreen
      title="Historial de ayuda"
      label="Consultas"
      gender="feminine"
      view={view}
      {...found}
      ask={{ label: 'Nueva consulta', to: screens.newTicket }}
      waiting={useQueue().filter(({ command }) => command === 'ticket.create')}
      queuedCard={(item) => <QueuedCard item={item} />}
      card={(one) => (
        <TicketCard
          ticket={one}
          beside={wide}
          open={wide ? one.id === opened.of : one.id === unfolded}
          onOpen={(event) => opened.open(one.id, event)}
        />
      )}
      cardHeight={wide ? CLOSE_CARD_PX : CARD_PX}
      beside={ticket ? { label: 'Consulta', content: <TicketDetail ticket={ticket} /> } : null}
      loading="Cargando tus consultas..."
      empty={{
        icon: 'help',
        title: 'No tienes tickets de ayuda',
        text: 'Cuando nos escribas, aquí verás en qué estado está tu consulta.',
      }}
      failed={{ title: 'No pudimos cargar tus consultas' }}
    />
  );
}
