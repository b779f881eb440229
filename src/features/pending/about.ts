import { type CommandName, commandNames } from '#contract/receipts.ts';
import { type RefundType, refundTypes } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { moneyWithCode } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { refundTypeLabels } from '#rules/refund-form.ts';

/** What is known of a queued item or a receipt: the fields that travel and what the lists show besides. */
export type Known = Readonly<Record<string, string>>;

const fallbackTitles: Record<CommandName, string> = {
  'refund.create': 'Reembolso',
  'refund.addDocument': 'Documento de un reembolso',
  'ticket.create': 'Consulta',
};

/** 'Reembolso · Farmacia', 'Documento de un reembolso', 'Consulta · Pagos y facturas'. */
export function titleOf(command: string, known: Known): string {
  const name = commandNames.find((one) => one === command);
  if (!name) return 'Solicitud';
  const about = name === 'ticket.create' ? known.tipo : known.tipoGasto;
  const kind = fallbackTitles[name];
  if (!about) return kind;
  // 'Consulta sobre mi póliza' says itself what it is.
  return about.startsWith(kind) ? about : `${kind} · ${about}`;
}

/** Who or what it is about, in one line. */
export function detailOf(command: string, known: Known, locale: string): string {
  if (command === 'ticket.create') return known.numeroPoliza ? `Póliza ${known.numeroPoliza}` : '';
  const about = command === 'refund.addDocument' ? known.documento : amountOf(known, locale);
  return [readableName(known.paciente ?? ''), about].filter(Boolean).join('\u00a0· ');
}

export interface Line {
  term: string;
  text: string;
}

/** The lines of a receipt: what was asked for, by the words a person reads it in. Empty ones are left out. */
export function linesOf(known: Known, policyNumber: string, locale: string): Line[] {
  return [
    { term: 'Paciente', text: readableName(known.paciente ?? '') },
    { term: 'Tipo de solicitud', text: typeLabel(known.tipoReembolso ?? '') },
    { term: 'Tipo de gasto', text: known.tipoGasto ?? '' },
    { term: 'Importe', text: amountOf(known, locale) },
    { term: 'Fecha del diagnóstico', text: longDate(known.fechaDiagnostico ?? null) },
    { term: 'Documento', text: known.documento ?? '' },
    { term: 'Caso', text: known.caso ?? '' },
    { term: 'Tema', text: known.tipo ?? '' },
    { term: 'Póliza', text: known.numeroPoliza ?? policyNumber },
  ].filter(({ text }) => text !== '');
}

/** What is asked before an item is thrown away. */
export function discardQuestion(command: string): { title: string; text: string } {
  if (command === 'ticket.create') return { title: '¿Descartar esta consulta?', text: lost('recuperarla') };
  if (command === 'refund.addDocument') return { title: '¿Descartar este documento?', text: lost('recuperarlo') };
  return { title: '¿Descartar esta solicitud?', text: lost('recuperarla', ' con sus archivos') };
}

const lost = (what: string, besides = ''): string =>
  `Aún no se ha enviado. Se borrará de este dispositivo${besides} y no podrás ${what}.`;

function amountOf({ importe, divisa }: Known, locale: string): string {
  return importe ? moneyWithCode(Number(importe), divisa ?? '', locale) : '';
}

function typeLabel(tipoReembolso: string): string {
  const known = refundTypes.find((type): type is RefundType => type === tipoReembolso.toLowerCase());
  return known ? refundTypeLabels[known].label : tipoReembolso;
}
