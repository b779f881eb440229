import { isCalendarDate } from '#contract/calendar.ts';
import { accidentPlaces, currencies, expenseKinds, type RefundType, refundTypes } from '#contract/refunds.ts';
import { NO_REPORT, type RefundField, refundFields, refundSteps } from './refund-form.ts';
import { GENERIC_PROBLEM } from './registration-fields.ts';

/** A refund's fields: texts by wire name, dates as 'YYYY-MM-DD', `importe` as '86.40'. */
type RefundValues = Record<string, string>;

/**
 * The problems of a refund, Spanish texts by wire field; empty when it can be sent (H4.4, D18). Device and server run the
 * same check.
 *
 * @param files the names of the file fields that have a file; `fileProblem` checks the content
 * @param today the last date that is not in the future: on the device its own date, on the server the date in the zone that
 * is furthest ahead (`today(now, 'Pacific/Kiritimati')`), since it does not know where the customer is
 */
export function refundFieldProblems(
  fields: RefundValues,
  files: readonly string[],
  today: string,
): Record<string, string> {
  const type = refundTypes.find((one) => one === fields.tipoReembolso);
  if (type === undefined) return { tipoReembolso: GENERIC_PROBLEM };
  const problems: Record<string, string> = {};
  const asked = askedOf(type, fields);
  for (const field of asked) {
    const problem = problemOf(field, fields[field]?.trim() ?? '', files, today) ?? orderProblem(field, fields, asked);
    if (problem !== null) problems[field] = problem;
  }
  if (asked.includes('sinReportePolicial') && files.includes('reportePolicial'))
    problems.sinReportePolicial = 'Marcaste que no hubo reporte y adjuntaste uno: quita la marca o el archivo';
  return problems;
}

/** The fields of this type, files included. */
export function refundFieldsOf(type: RefundType): RefundField[] {
  return refundSteps[type].flatMap((step) => step.fields);
}

/**
 * The fields that a request asks for, given its answers; files included. The review shows them, and nothing else is sent,
 * even when it was filled in or attached before: a police report is withdrawn by the statement that there was none.
 *
 * @param step 0 to 3, for one step alone
 */
export function askedOf(type: RefundType, fields: RefundValues, step?: number): RefundField[] {
  const names = step === undefined ? refundFieldsOf(type) : (refundSteps[type][step]?.fields ?? []);
  const isWithout = fields.sinReportePolicial?.trim() === NO_REPORT;
  return names.filter((name) => {
    if (name === 'sinReportePolicial') return isWithout;
    return name !== 'reportePolicial' || !isWithout;
  });
}

function problemOf(field: RefundField, value: string, files: readonly string[], today: string): string | null {
  switch (refundFields[field].kind) {
    case 'file':
      return files.includes(field) ? null : 'Adjunta este documento en PDF o imagen';
    case 'date':
      return dateProblem(value, today);
    case 'amount':
      return /^\d{1,12}(\.\d{1,2})?$/.test(value) && Number(value) > 0 ? null : 'Ingresa un importe válido';
    case 'expense':
      return oneOf(expenseKinds, value);
    case 'currency':
      return oneOf(currencies, value);
    case 'place':
      return oneOf(accidentPlaces, value);
    default:
      return value === '' ? GENERIC_PROBLEM : null;
  }
}

function dateProblem(value: string, today: string): string | null {
  if (!isCalendarDate(value) || value < '1900-01-01') return 'Ingresa una fecha válida';
  return value > today ? 'La fecha no puede ser posterior a hoy' : null;
}

function oneOf(options: readonly string[], value: string): string | null {
  return options.includes(value) ? null : GENERIC_PROBLEM;
}

/** Pairs of dates where the second must not be before the first. The problem is shown at the second, if both are asked. */
const orders: readonly { first: RefundField; second: RefundField; text: string }[] = [
  {
    first: 'fechaAccidente',
    second: 'fechaInicioSintomas',
    text: 'Los síntomas no pueden ser anteriores al accidente',
  },
  {
    first: 'fechaInicioSintomas',
    second: 'fechaDiagnostico',
    text: 'El diagnóstico no puede ser anterior al inicio de los síntomas',
  },
  { first: 'fechaIngreso', second: 'fechaAlta', text: 'El alta no puede ser anterior al ingreso' },
];

function orderProblem(field: RefundField, fields: RefundValues, asked: readonly RefundField[]): string | null {
  const broken = orders.find(({ first, second }) => {
    if (!asked.includes(first)) return false;
    const [from, to] = [fields[first]?.trim() ?? '', fields[second]?.trim() ?? ''];
    return second === field && isCalendarDate(from) && isCalendarDate(to) && to < from;
  });
  return broken?.text ?? null;
}
