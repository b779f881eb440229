import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { type CaseStatus, caseStatus } from './case-status.ts';
import { shortDate } from './dates.ts';
import { folded } from './folded.ts';
import { moneyWithCode } from './money.ts';
import { refundTypeLabel } from './refund-form.ts';
import { ticketDay } from './tickets.ts';

/** A history's filter; '' means all. `patient` is a name as the screen shows it. */
export interface CaseFilter {
  status: string;
  patient: string;
  typed: string;
}

type Found = Pick<Refund, 'idEstado' | 'paciente'> & Partial<Refund>;

/** How screens name a patient (`patientNames`). */
type Naming = (refund: Pick<Refund, 'paciente' | 'role'>) => string;

/** Whether a refund matches: its texts on screen hold every typed word. */
export function matchesRefund(
  refund: Found,
  { status, patient, typed }: CaseFilter,
  locale: string,
  named: Naming,
): boolean {
  if (status !== '' && caseStatus(refund.idEstado).text !== status) return false;
  if (patient !== '' && named(refund) !== patient) return false;
  if (typed.trim() === '') return true;
  return holds(typed, [
    refund.CaseNumber,
    refund.tipoGasto,
    refundTypeLabel(refund.tipoReembolso ?? ''),
    named(refund),
    refund.diagnostico,
    refund.hospital,
    refund.medico,
    refund.ciudad,
    moneyWithCode(refund.importe ?? null, refund.divisa ?? '', locale),
    refund.importe?.toFixed(2),
    shortDate(refund.fechaDiagnostico ?? null),
  ]);
}

/** Whether a ticket matches. */
export function matchesTicket(
  ticket: Pick<Ticket, 'idEstado'> & Partial<Ticket>,
  { status, typed }: CaseFilter,
): boolean {
  if (status !== '' && caseStatus(ticket.idEstado).text !== status) return false;
  const day = ticketDay({ fechaSolicitud: null, ...ticket });
  const answers = (ticket.respuestas ?? []).flatMap(({ autor, texto }) => [autor, texto]);
  return (
    typed.trim() === '' || holds(typed, [ticket.CaseNumber, ticket.nombre, ticket.notas, ...answers, shortDate(day)])
  );
}

const order: readonly CaseStatus['text'][] = ['Nuevo', 'En trámite', 'Aprobado', 'Negado'];

/** The statuses of these rows, in the order a case goes through them. */
export function statusesOf(rows: readonly { idEstado: number | null }[]): string[] {
  const there = new Set(rows.map(({ idEstado }) => caseStatus(idEstado).text));
  return order.filter((status) => there.has(status));
}

/** The patients of these refunds, as screens show them, in alphabetical order. */
export function patientsOf(refunds: readonly Pick<Refund, 'paciente' | 'role'>[], named: Naming): string[] {
  const names = new Set(refunds.map(named).filter((name) => name !== ''));
  return [...names].sort((a, b) => a.localeCompare(b, 'es'));
}

function holds(typed: string, texts: readonly (string | null | undefined)[]): boolean {
  const said = folded(texts.filter(Boolean).join(' '));
  return folded(typed)
    .split(' ')
    .every((word) => said.includes(word));
}
