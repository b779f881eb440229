import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { type CaseStatus, caseStatus } from './case-status.ts';
import { shortDate } from './dates.ts';
import { holdsWords } from './folded.ts';
import { amountTyped, namedMoney } from './money.ts';
import { refundTypeLabel } from './refund-form.ts';
import { refundDay } from './refunds.ts';
import { ticketDay } from './tickets.ts';

/** How screens name a patient (`patientNames`). */
type Named = (refund: Pick<Refund, 'paciente' | 'role'>) => string;

/** Whether a refund's texts on screen hold every typed word, or its amount is the typed one. */
export function holdsRefund(
  refund: Pick<Refund, 'paciente'> & Partial<Refund>,
  typed: string,
  locale: string,
  named: Named,
): boolean {
  const { importe = null } = refund;
  const isAmount = (text: string) => importe !== null && amountTyped(text)?.(importe) === true;
  const texts = [
    caseText(refund),
    refund.tipoGasto,
    refundTypeLabel(refund.tipoReembolso ?? ''),
    named(refund),
    refund.diagnostico,
    refund.hospital,
    refund.medico,
    refund.ciudad,
    namedMoney(importe, refund.divisa ?? '', locale),
    refund.divisa,
    importe?.toFixed(2),
    shortDate(refundDay({ fechaDiagnostico: null, created: '', ...refund })),
  ];
  return isAmount(typed) || holdsWords(typed, texts, isAmount);
}

/** The number of a case and its status, as its card says them. */
function caseText({ CaseNumber, idEstado = null }: { CaseNumber?: string; idEstado?: number | null }): string {
  const { text } = caseStatus(idEstado);
  return CaseNumber ? `Caso ${CaseNumber} ${text}` : text;
}

/** The same of a ticket, with its answers. */
export function holdsTicket(ticket: Partial<Ticket>, typed: string): boolean {
  const day = ticketDay({ fechaSolicitud: null, ...ticket });
  const answers = (ticket.respuestas ?? []).flatMap(({ autor, texto }) => [autor, texto]);
  return holdsWords(typed, [caseText(ticket), ticket.nombre, ticket.notas, ...answers, shortDate(day)]);
}

const order: readonly CaseStatus['text'][] = ['Nuevo', 'En trámite', 'Aprobado', 'Negado'];

/** Cases told apart by their status, in the order that a case goes through them. */
export const ofStatus = {
  name: 'status',
  label: 'Estado',
  all: 'Todos',
  of: ({ idEstado }: { idEstado: number | null }): string => caseStatus(idEstado).text,
  order,
};
