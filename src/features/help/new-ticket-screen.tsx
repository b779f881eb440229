import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type Collection,
  policies as policiesCollection,
  ticketTypes as typesCollection,
} from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { shownState } from '#mirror/shown.ts';
import { ticketPolicies } from '#rules/policies.ts';
import { useGoBack } from '#ui/go-back.ts';
import { Screen } from '#ui/screen.tsx';
import { Shown } from '#ui/shown.tsx';
import { useTitleFocus } from '#ui/title-focus.ts';
import { useLasting } from '#ui/use-lasting.ts';
import { ContactByMail } from './contact-by-mail.tsx';
import { CorrectTicket } from './correct-ticket.tsx';
import { ticketIn } from './navigation.ts';
import { NewTicket } from './new-ticket.tsx';
import { TicketReceived } from './ticket-received.tsx';
import { useTicketToasts } from './use-ticket-toasts.ts';

/** H2.15: a new ticket, one that is being corrected, or the confirmation of one that was handed in (H2.79, H2.80). */
export function NewTicketScreen() {
  const { editing, sent } = useOwnPlace();
  const navigate = useNavigate();
  useTicketToasts();
  const finish = (key: string) =>
    void navigate({ to: '/app/configuraciones/ayuda/crear', state: { ticketSent: key }, replace: true });
  if (sent !== null) return <TicketReceived key={sent} sentKey={sent} />;
  return <Asking key={editing ?? 'new'} editing={editing} onSent={finish} />;
}

function Asking({ editing, onSent }: { editing: string | null; onSent: (key: string) => void }) {
  const goBack = useGoBack();
  const policies = useLastingView(policiesCollection);
  const types = useLastingView(typesCollection);
  const offered = ticketPolicies(policies.groups?.flatMap(({ rows }) => rows) ?? []);
  const known = { policies: offered, types: types.groups?.flatMap(({ rows }) => rows) ?? [] };
  const lacking = policies.groups === null ? policies : types;
  useTitleFocus();
  const refresh = () => void Promise.all([policies.refresh(), types.refresh()]);

  return (
    <Screen title={editing === null ? '¿Cómo te podemos ayudar?' : 'Corregir consulta'} onBack={goBack}>
      {policies.groups !== null && offered.length === 0 && editing === null ? (
        <ContactByMail none={policies.groups.every(({ rows }) => rows.length === 0)} />
      ) : (
        <Shown
          state={shownState(lacking) === 'empty' ? 'failed' : shownState(lacking)}
          loading="Preparando tu consulta..."
          empty={{ icon: 'help', title: 'Aún no podemos preparar tu consulta en este dispositivo' }}
          onRetry={refresh}
          retrying={policies.refreshing || types.refreshing}
        >
          {editing === null ? (
            <NewTicket draftId="ticket" known={known} onSent={onSent} />
          ) : (
            <CorrectTicket queuedKey={editing} known={known} onSent={onSent} />
          )}
        </Shown>
      )}
    </Screen>
  );
}

function useLastingView<Row>(collection: Collection<Row>) {
  const view = useMirrored(collection);
  return { ...view, groups: useLasting(view.groups) };
}

/** While the customer leaves, the router already holds the next screen's state: this screen stays as it was. */
function useOwnPlace(): ReturnType<typeof ticketIn> {
  const location = useRouterState({ select: (state) => state.location });
  const own = location.pathname.startsWith('/app/configuraciones/ayuda/crear');
  const now = ticketIn(location.state);
  const [kept, setKept] = useState(now);
  if (own && (kept.editing !== now.editing || kept.sent !== now.sent)) setKept(now);
  return own ? now : kept;
}
