import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { cleanText } from '#contract/typed-text.ts';
import {
  type Collection,
  policies as policiesCollection,
  refunds,
  ticketTypes as typesCollection,
} from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { useStanding } from '#outbox/hooks.ts';
import { CorrectRequest } from '#requests/correct-request.tsx';
import { NEW_TICKET_DRAFT } from '#requests/open-drafts.ts';
import { RequestReceived } from '#requests/request-received.tsx';
import { ticket } from '#requests/ticket.ts';
import { namedMoney } from '#rules/money.ts';
import { ticketPolicies } from '#rules/policies.ts';
import { CallForHelp, usePhones } from '#screens/call-for-help.tsx';
import { ViewState } from '#screens/mirrored-screen.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { contactEmail, phones } from '#settings/settings.ts';
import { Screen } from '#ui/base/screen.tsx';
import { MailButton } from '#ui/controls/mail-button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useWide } from '#ui/hooks/media.ts';
import { useTitleFocus } from '#ui/hooks/title-focus.ts';
import { useLastKnown } from '#ui/hooks/use-last-known.ts';
import { useScreenLocation } from '#ui/hooks/use-screen-location.ts';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import { type HelpHistoryState, ticketIn } from './navigation.ts';
import { NewTicket, type NewTicketProps } from './new-ticket.tsx';
import { isAboutBeneficiaries, isAboutRefunds } from './ticket-form.ts';
import { TicketsBeside } from './tickets-beside.tsx';

/** H2.15: a new ticket, a ticket that is being corrected, or the confirmation of a queued one (H2.79, H2.80). */
export function NewTicketScreen() {
  const { editing, sent, about } = ticketIn(useScreenLocation('/app/configuraciones/ayuda/crear').state);
  const navigate = useNavigate();
  const go = (state: HelpHistoryState) =>
    void navigate({ to: '/app/configuraciones/ayuda/crear', state, replace: true });
  if (sent !== null) {
    return <Sent key={sent} sent={sent} onAgain={() => go({})} onRefused={() => go({ ticketEditing: sent })} />;
  }
  // The history may lead from one question to another at once, and each has a draft of its own.
  const of = editing ?? JSON.stringify(about);
  return <Asking key={of} editing={editing} about={about} onSent={(key) => go({ ticketSent: key })} />;
}

interface SentProps {
  sent: string;
  onAgain: () => void;
  onRefused: () => void;
}

/** The confirmation. D81: a ticket that the server refuses while one looks goes back to its form, with the reasons. */
function Sent({ sent, onAgain, onRefused }: SentProps) {
  const { item, receipt } = useStanding(sent);
  const isRefused = !receipt && item?.state === 'refused' && !item.withdrawn;
  const correct = useEffectEvent(onRefused);
  useEffect(() => {
    if (isRefused) correct();
  }, [isRefused]);
  return <RequestReceived kind={ticket} sentKey={sent} onAgain={onAgain} />;
}

interface AskingProps {
  editing: string | null;
  about: ReturnType<typeof ticketIn>['about'];
  onSent: (key: string) => void;
}

function Asking({ editing, about, onSent }: AskingProps) {
  const goBack = useGoBack();
  const policies = useLastKnownView(policiesCollection);
  const types = useLastKnownView(typesCollection);
  const offered = ticketPolicies(policies.groups?.flatMap(({ rows }) => rows) ?? []);
  const lists = { policies: offered, types: types.groups?.flatMap(({ rows }) => rows) ?? [] };
  const lacking = policies.groups === null ? policies : types;
  useTitleFocus();
  const refresh = async () => void (await Promise.all([policies.refresh(), types.refresh()]));

  return (
    <Screen
      title={editing === null ? '¿Cómo te podemos ayudar?' : 'Corregir consulta'}
      onBack={goBack}
      {...useAround(editing === null)}
    >
      {policies.groups !== null && offered.length === 0 && editing === null ? (
        <ContactByMail none={policies.groups.every(({ rows }) => rows.length === 0)} />
      ) : (
        <ViewState
          view={{ ...lacking, refreshing: policies.refreshing || types.refreshing, refresh }}
          state={loadStateOf(lacking) === 'empty' ? 'failed' : loadStateOf(lacking)}
          loading="Preparando tu consulta..."
          empty={{ title: NOT_READY }}
          failed={{ title: NOT_READY }}
        >
          {editing === null && about === null && <NewTicket draftId={NEW_TICKET_DRAFT} lists={lists} onSent={onSent} />}
          {editing === null && about !== null && <NewTicketAbout about={about} lists={lists} onSent={onSent} />}
          {editing !== null && (
            <CorrectRequest kind={ticket} queuedKey={editing} onSent={onSent}>
              {(correcting, draftId) => (
                <NewTicket draftId={draftId} lists={lists} onSent={onSent} correcting={correcting} />
              )}
            </CorrectRequest>
          )}
        </ViewState>
      )}
    </Screen>
  );
}

/** What stands around the form. */
function useAround(isNew: boolean) {
  const wide = useWide();
  const numbers = usePhones(phones);
  const urgent = numbers ? ' Si es urgente, llámanos.' : '';
  return {
    ...(isNew && { about: `Te respondemos en tu historial; lo verás en Novedades.${urgent}` }),
    side: wide || numbers ? <Beside wide={wide} numbers={numbers} /> : null,
  };
}

/** The newest tickets on a desk, and whom to call. On a phone the tickets are the screen before. */
const Beside = ({ wide, numbers }: { wide: boolean; numbers: ReturnType<typeof usePhones> }) => (
  <>
    {wide && <TicketsBeside />}
    <CallForHelp numbers={numbers} />
  </>
);

const NOT_READY = 'Aún no podemos preparar tu consulta';

function useLastKnownView<Row>(collection: Collection<Row>) {
  const view = useMirrored(collection);
  return { ...view, groups: useLastKnown(view.groups) };
}

/** D39, H6.3: a customer without a policy that tickets can be about writes by mail. */
function ContactByMail({ none }: { none: boolean }) {
  return (
    <EmptyState
      icon="mail"
      title="Escríbenos por correo"
      text={
        none
          ? 'No tienes pólizas a las que vincular una consulta. Cuéntanos qué necesitas y te respondemos.'
          : 'Las consultas sobre tus pólizas se atienden por correo. Cuéntanos qué necesitas y te respondemos.'
      }
      action={
        <MailButton to={contactEmail} subject="Consulta desde Amparo">
          Contáctanos
        </MailButton>
      }
    />
  );
}

type About = NonNullable<AskingProps['about']>;
type NewTicketAboutProps<A> = Pick<NewTicketProps, 'lists' | 'onSent'> & { about: A };

/** A ticket about something that was looked at. Policy and subject are filled in; the customer adds the question. */
function NewTicketAbout({ about, ...props }: NewTicketAboutProps<About>) {
  if ('refundId' in about) return <NewTicketAboutRefund about={about} {...props} />;
  const { policyId } = about;
  return (
    <NewTicket
      {...props}
      draftId={`ticket/beneficiarios/${policyId}`}
      prefilled={{
        ...knownOf(props.lists, policyId, isAboutBeneficiaries),
        descripcion: 'Quiero cambiar mis beneficiarios: ',
      }}
    />
  );
}

/** The answers that are known: the policy, where a ticket can be about it, and the subject. */
const knownOf = (lists: NewTicketProps['lists'], policyId: string, isSubject: typeof isAboutRefunds) => ({
  poliza: lists.policies.some(({ Policy }) => Policy === policyId) ? policyId : '',
  idTipoTicket: lists.types.find(isSubject)?.id ?? '',
});

type AboutRefund = Extract<About, { refundId: string }>;

function NewTicketAboutRefund({ about, lists, onSent }: NewTicketAboutProps<AboutRefund>) {
  const { policyId, refundId } = about;
  const locale = useLocale();
  const { groups, loading, partial } = useMirrored(refunds, policyId);
  const refund = groups?.flatMap(({ rows }) => rows).find(({ id }) => id === refundId);
  if (!refund && (loading || partial)) return <LoadingState text="Preparando tu consulta..." />;
  return (
    <NewTicket
      draftId={`ticket/${refundId}`}
      // It was asked about the policy that has the refund; an older draft may name another.
      {...(refund && { caso: policyId })}
      lists={lists}
      onSent={onSent}
      prefilled={{
        ...knownOf(lists, policyId, isAboutRefunds),
        descripcion: refund ? questionAbout(refund, locale) : '',
      }}
    />
  );
}

/** 'Sobre mi reembolso R-2026-000008 (Farmacia, 86,40 USD): ': the customer continues this text. */
function questionAbout({ CaseNumber, tipoGasto, importe, divisa }: Refund, locale: string): string {
  const what = [tipoGasto, namedMoney(importe, divisa, locale)].filter(Boolean).join(', ');
  return cleanText(`Sobre mi reembolso${CaseNumber && ` ${CaseNumber}`}${what && ` (${what})`}: `);
}
