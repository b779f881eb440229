import { refundFiles } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { amountText } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { refundFields, refundTypeLabel } from '#rules/refund-form.ts';
import { screens } from '#rules/screens.ts';
import { paperLabel } from './refund-document.ts';
import { type ConfirmedKind, policyLine, type RequestData } from './request.ts';

/** A customer's request for a reimbursement (H2.5). */
export const refund: ConfirmedKind<'refund.create'> = {
  command: 'refund.create',
  kind: 'Reembolso',
  noun: { text: 'solicitud', feminine: true },
  title: ({ tipoGasto, tipoReembolso = '' }) => tipoGasto || refundTypeLabel(tipoReembolso),
  detail: ({ tipoReembolso = '', importe, divisa, ...data }, locale) =>
    dotted(patientOf(data), refundTypeLabel(tipoReembolso), amountText(importe, divisa, locale)),
  lines: (data, locale) => [
    { term: 'Paciente', text: patientOf(data) },
    { term: 'Tipo de solicitud', text: refundTypeLabel(data.tipoReembolso ?? '') },
    { term: 'Tipo de gasto', text: data.tipoGasto ?? '' },
    { term: 'Importe', text: amountText(data.importe, data.divisa, locale) },
    { term: 'Fecha del diagnóstico', text: longDate(data.fechaDiagnostico ?? null) },
    ...refundFiles.map((name) => ({ term: refundFields[name].label, text: data[paperLabel(name)] ?? '' })),
    policyLine(data),
  ],
  hasFiles: true,
  toasts: { sent: 'Reembolso creado correctamente', refused: 'Error al crear el reembolso' },
  correct: {
    label: 'Editar',
    open: ({ key, policy, fields }, navigate) =>
      navigate({
        to: '/app/reembolsos/añadir/$policyId',
        params: { policyId: policy ?? fields.poliza ?? '' },
        state: { refundEditing: key },
      }),
  },
  draft: (key) => `refund-edit/${key}`,
  history: { name: 'historial de reembolsos', label: 'Ver mis reembolsos', to: screens.refunds },
  confirmation: {
    taken: 'Ya la tenemos. Guarda el número para cualquier consulta.',
    title: 'Solicitud de reembolso',
    icon: 'refund',
    listed: 'Tus reembolsos están en el historial.',
    next: [
      'Revisamos tu solicitud y sus documentos. Cuando empecemos, su estado cambia de Nuevo a En trámite.',
      'Si falta algo, puedes añadir documentos desde el detalle del reembolso, en cualquier momento.',
      'Cuando haya una decisión, el estado pasa a Aprobado o Negado en tu historial de reembolsos.',
    ],
  },
};

/** The label's own text tells apart insured persons of one name. */
const patientOf = ({ nombrePaciente, paciente = '' }: RequestData): string => nombrePaciente || readableName(paciente);

const labelled = ['paciente', 'tipoReembolso', 'tipoGasto', 'importe', 'divisa', 'fechaDiagnostico'];

/**
 * The texts that lists and the receipt show of a refund, by wire name, its papers, its patient as screens name it, and its policy's
 * number.
 */
export function refundLabel(
  fields: Record<string, string>,
  papers: Record<string, string>,
  nombrePaciente: string,
  numeroPoliza: string,
): Record<string, string> {
  const data = Object.fromEntries(labelled.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  return { ...data, ...papers, ...(nombrePaciente && { nombrePaciente }), ...(numeroPoliza && { numeroPoliza }) };
}
