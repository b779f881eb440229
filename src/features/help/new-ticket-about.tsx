import type { Refund } from '#contract/refunds.ts';
import { cleanText } from '#contract/typed-text.ts';
import { refunds } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { moneyWithCode } from '#rules/money.ts';
import { useLocale } from '#screens/use-locale.ts';
import { LoadingState } from '#ui/states.tsx';
import { NewTicket, type NewTicketProps } from './new-ticket.tsx';

type NewTicketAboutProps = Pick<NewTicketProps, 'lists' | 'onSent'> & { about: { policyId: string; refundId: string } };

/** A ticket about one refund. Policy, subject and case are filled in; the customer adds the question. */
export function NewTicketAbout({ about, lists, onSent }: NewTicketAboutProps) {
  const { policyId, refundId } = about;
  const locale = useLocale();
  const { groups, loading, partial } = useMirrored(refunds, policyId);
  const refund = groups?.flatMap(({ rows }) => rows).find(({ id }) => id === refundId);
  if (!refund && (loading || partial)) return <LoadingState text="Preparando tu consulta..." />;
  const subject = lists.types.find(({ nombre }) => /reembols/i.test(nombre));
  return (
    <NewTicket
      draftId={`ticket/${refundId}`}
      lists={lists}
      onSent={onSent}
      prefilled={{
        poliza: lists.policies.some(({ Policy }) => Policy === policyId) ? policyId : '',
        idTipoTicket: subject?.id ?? '',
        descripcion: refund ? questionAbout(refund, locale) : '',
      }}
    />
  );
}

/** 'Sobre mi reembolso R-2026-000008 (Farmacia, 86,40 USD): ': the customer continues this text. */
function questionAbout({ CaseNumber, tipoGasto, importe, divisa }: Refund, locale: string): string {
  const what = [tipoGasto, moneyWithCode(importe, divisa, locale)].filter(Boolean).join(', ');
  return cleanText(`Sobre mi reembolso${CaseNumber && ` ${CaseNumber}`}${what && ` (${what})`}: `);
}
