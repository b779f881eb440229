import { isCalendarDate, isKnownDay } from '#contract/calendar.ts';
import { accidentPlaces, currencies, expenseKinds, type RefundType, refundTypes } from '#contract/refunds.ts';
import type { Together } from './judged-together.ts';
import { mostChars, NO_REPORT, type RefundField, refundFields, refundSteps } from './refund-form.ts';
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
  const found: Record<string, string> = {};
  const asked = askedOf(type, fields);
  for (const field of asked) {
    const checked = { field, value: fields[field]?.trim() ?? '', files, today };
    const problem = problems[refundFields[field].kind](checked) ?? orderProblem(field, fields, asked);
    if (problem !== null) found[field] = problem;
  }
  if (asked.includes('sinReportePolicial') && files.includes('reportePolicial'))
    found.sinReportePolicial = 'Marcaste que no hubo reporte y adjuntaste uno: quita la marca o el archivo';
  return found;
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

type Kind = (typeof refundFields)[RefundField]['kind'];
/** What a rule looks at. */
interface Checked {
  field: RefundField;
  value: string;
  files: readonly string[];
  today: string;
}

const filledIn = ({ value }: Checked): string | null => (value === '' ? GENERIC_PROBLEM : null);
const short = (kind: keyof typeof mostChars) => (checked: Checked) =>
  checked.value.length > mostChars[kind] ? GENERIC_PROBLEM : filledIn(checked);

/** One rule per kind of field. A kind without one does not compile. */
const problems: { [K in Kind]: (checked: Checked) => string | null } = {
  text: short('text'),
  'long-text': short('long-text'),
  patient: filledIn,
  doctor: short('text'),
  country: filledIn,
  absence: filledIn,
  file: ({ field, files }) => (files.includes(field) ? null : 'Adjunta este documento en PDF o imagen'),
  date: ({ value, today }) => dateProblem(value, today),
  amount: ({ value }) =>
    /^\d{1,12}(\.\d{1,2})?$/.test(value) && Number(value) > 0 ? null : 'Ingresa un importe válido',
  expense: ({ value }) => oneOf(expenseKinds, value),
  currency: ({ value }) => oneOf(currencies, value),
  place: ({ value }) => oneOf(accidentPlaces, value),
};

function dateProblem(value: string, today: string): string | null {
  if (!isKnownDay(value)) return 'Ingresa una fecha válida';
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

/** Answers that are judged together, here and by the insurer: what was refused of one may be right once another changes. */
export const judgedTogether: Together = [
  ['pais', 'divisa', 'importe'],
  ['reportePolicial', 'sinReportePolicial'],
  ...orders.map(({ first, second }) => [first, second]),
] satisfies RefundField[][];

function orderProblem(field: RefundField, fields: RefundValues, asked: readonly RefundField[]): string | null {
  const broken = orders.find(({ first, second }) => {
    if (!asked.includes(first)) return false;
    const [from, to] = [fields[first]?.trim() ?? '', fields[second]?.trim() ?? ''];
    return second === field && isCalendarDate(from) && isCalendarDate(to) && to < from;
  });
  return broken?.text ?? null;
}
