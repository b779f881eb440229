import { type RefundType, refundTypes } from '#contract/refunds.ts';
import { longDate } from '#rules/dates.ts';
import { moneyWithCode } from '#rules/money.ts';
import { readableName } from '#rules/people.ts';
import { refundTypeLabels } from '#rules/refund-form.ts';

const shown = ['paciente', 'tipoReembolso', 'tipoGasto', 'importe', 'divisa', 'fechaDiagnostico'];

/** What lists and the receipt show of a request, as wire texts, and the number its policy goes by. */
export function labelOf(fields: Record<string, string>, numeroPoliza: string): Record<string, string> {
  const known = Object.fromEntries(shown.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  return numeroPoliza ? { ...known, numeroPoliza } : known;
}

/** 'Ambulatorio'; a type we do not know is shown as it came. */
export function typeLabel(tipoReembolso: string): string {
  const known = refundTypes.find((type): type is RefundType => type === tipoReembolso.toLowerCase());
  return known ? refundTypeLabels[known].label : tipoReembolso;
}

/** 'Reembolso ambulatorio', 'Reembolso por accidente'. */
export function refundName(tipoReembolso: string): string {
  const type = typeLabel(tipoReembolso).toLowerCase();
  return type === 'accidente' ? 'Reembolso por accidente' : `Reembolso ${type}`.trim();
}

/** 'Farmacia · Ambulatorio': kind of expense and type of request (D34); one of them alone when the other is missing. */
export function titleOf({
  tipoGasto,
  tipoReembolso,
}: {
  tipoGasto?: string | undefined;
  tipoReembolso?: string | undefined;
}): string {
  const title = [tipoGasto, typeLabel(tipoReembolso ?? '')].filter(Boolean).join('\u00a0· ');
  return title || 'Reembolso';
}

/** What a request said, by the words a person reads it in. */
export function amountText(importe: string | undefined, divisa: string | undefined, locale: string): string {
  return importe ? moneyWithCode(Number(importe), divisa ?? '', locale) : '';
}

export const patientText = (name: string | undefined): string => readableName(name ?? '');

/** The lines of a receipt, from its label. */
export function receiptLines(label: Record<string, string>, locale: string): { term: string; text: string }[] {
  return [
    { term: 'Paciente', text: patientText(label.paciente) },
    { term: 'Solicitud', text: titleOf(label) },
    { term: 'Importe', text: amountText(label.importe, label.divisa, locale) },
    { term: 'Fecha del diagnóstico', text: longDate(label.fechaDiagnostico ?? null) },
    { term: 'Póliza', text: label.numeroPoliza ?? '' },
  ].filter(({ text }) => text !== '');
}
