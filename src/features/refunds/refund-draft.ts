import * as v from 'valibot';
import {
  accidentPlaces,
  expenseKinds,
  invoiceMarks,
  type Refund,
  type RefundFile,
  type RefundType,
  refundFiles,
  refundTypes,
} from '#contract/refunds.ts';
import { type Answers, type FileAnswer, fileOf, textOf } from '#forms/answers.ts';
import { filesFrom } from '#forms/kept-files.ts';
import type { OutgoingFile } from '#outbox/ports.ts';
import { isBegunRefund, PAPER_READ, patientFields, storedRefund } from '#requests/open-drafts.ts';
import type { FormShape } from '#requests/use-form-draft.ts';
import { fromTypedDate, toTypedDate } from '#rules/dates.ts';
import { type Patient, roleLabel } from '#rules/people.ts';
import { type RefundField, refundFields, refundSteps } from '#rules/refund-form.ts';
import { askedOf } from '#rules/refund-request.ts';

/** The answers of a refund's form. */
export interface RefundForm {
  type: RefundType | null;
  /** The step where a draft resumes, the review included; 0 is the choice of the type. */
  step: number;
  /** As typed, by wire name: dates 'dd-mm-aaaa' or half of it; `paciente` holds all three fields of a patient. */
  texts: Record<string, string>;
  files: Partial<Record<RefundFile, FileAnswer>>;
}

const readMarks = v.object({
  /** The paper, as `paperName` names it; of an XML, its name. */
  of: v.string(),
  from: v.optional(v.string()),
  /** Where the invoice is from, as the form names countries. */
  pais: v.string(),
  marks: v.record(v.picklist(invoiceMarks), v.string()),
});
const heldMarks = v.fallback(v.nullable(v.pipe(v.string(), v.parseJson(), readMarks)), null);

/** What the invoice that was read is known by (D75); null when nothing was read. */
export const marksIn = (answer: unknown) => v.parse(heldMarks, answer);

/** By name and size: the bytes of a file are others after a draft. */
export const paperName = ({ name, size }: Pick<FileAnswer, 'name' | 'size'>): string => `${size} ${name}`;

export const emptyForm: RefundForm = { type: null, step: 0, texts: {}, files: {} };

export const isBegun = ({ texts, files }: RefundForm): boolean => isBegunRefund(texts, Object.keys(files));

/** How it lies in its draft: its texts as the draft's form, files as parts of their own. */
export const refundShape: FormShape<RefundForm> = {
  read(draft) {
    const parsed = v.safeParse(storedRefund, draft.form);
    if (!parsed.success && Object.keys(draft.files).length === 0) return null;
    const { type, step, texts } = parsed.success ? parsed.output : emptyForm;
    return { type, step: type === null ? 0 : step, texts, files: filesIn(draft.files) };
  },
  stored: ({ type, step, texts }) => ({ type, step, texts }),
  files: ({ files }) => files,
  withAnswers,
  isSame: isSameRequest,
};

/** A queued request as the form it came from. */
export function formOf(fields: Record<string, string>, files: Record<string, OutgoingFile>): RefundForm {
  const { tipoReembolso, paciente = '', role = '', patientPolicy = '', ...rest } = fields;
  const texts = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, isDate(name) ? toTypedDate(value) : value]),
  );
  const papers = filesIn(files);
  const marks = Object.fromEntries(invoiceMarks.flatMap((mark) => (rest[mark] ? [[mark, rest[mark]]] : [])));
  const of = papers.documentoFactura && paperName(papers.documentoFactura);
  return {
    type: refundTypes.find((type) => type === tipoReembolso) ?? null,
    step: 1,
    texts: {
      ...texts,
      paciente: patientAnswer({ paciente, role, patientPolicy }),
      [PAPER_READ]: JSON.stringify({ of, pais: rest.pais, marks }),
    },
    files: papers,
  };
}

/** The fields that a second refund of the same illness or accident shares with the first. The currency is its invoice's. */
const repeated: readonly RefundField[] = [
  ...(['diagnostico', 'fechaInicioSintomas', 'fechaDiagnostico'] as const),
  ...(['tipoAccidente', 'fechaAccidente', 'lugarAccidente', 'detallesAccidente'] as const),
  ...(['pais', 'ciudad', 'hospital', 'medico', 'tipoGasto'] as const),
];

/** A new form that starts from a sent refund. The patient is filled in only when it is certain which insured person it was. */
export function repeatedForm(refund: Refund, patients: readonly Patient[]): RefundForm {
  const type = refundTypes.find((one) => one === refund.tipoReembolso.toLowerCase()) ?? null;
  const named = patients.filter(({ fields }) => fields.paciente === refund.paciente);
  const fitting = refund.role
    ? named.filter(({ fields }) => roleLabel(fields.role) === roleLabel(refund.role ?? ''))
    : named;
  const patient = fitting.length === 1 ? fitting[0] : undefined;
  const texts = repeated.map((name) => {
    const value = refund[name as keyof Refund];
    const text = typeof value === 'string' ? value : '';
    return [name, isDate(name) ? toTypedDate(text) : text];
  });
  return {
    type,
    step: type === null ? 0 : 1,
    texts: { ...Object.fromEntries(texts), paciente: patient ? patientAnswer(patient.fields) : '' },
    files: {},
  };
}

/** Whether two forms hold the same answer for a field. A file that went through a draft has bytes of its own. */
export function isSameAnswer(one: RefundForm, other: RefundForm, name: string): boolean {
  if (!isFile(name)) return (one.texts[name] ?? '') === (other.texts[name] ?? '');
  const [file, before] = [one.files[name], other.files[name]];
  return file?.size === before?.size && file?.name === before?.name;
}

/** Whether two forms hold the same request, whichever step they are on, and whatever was read in its invoice. */
export function isSameRequest(one: RefundForm, other: RefundForm): boolean {
  const names = new Set([one, other].flatMap(({ texts, files }) => [...Object.keys(texts), ...Object.keys(files)]));
  names.delete(PAPER_READ);
  return one.type === other.type && [...names].every((name) => isSameAnswer(one, other, name));
}

/** The answers of one step, as its fields hold them. What was read in the invoice goes with it. */
export function answersOf({ texts, files }: RefundForm, fields: readonly RefundField[]): Answers {
  const names = fields.flatMap((name) => (name === 'documentoFactura' ? [name, PAPER_READ] : [name]));
  return Object.fromEntries(names.map((name) => [name, isFile(name) ? (files[name] ?? null) : (texts[name] ?? '')]));
}

/** The form with a step's answers in it. */
export function withAnswers(form: RefundForm, answers: Answers): RefundForm {
  const texts = { ...form.texts };
  const files = { ...form.files };
  for (const [name, answer] of Object.entries(answers)) {
    if (!isFile(name)) texts[name] = textOf(answer);
    else {
      const file = fileOf(answer);
      if (file) files[name] = file;
      else delete files[name];
    }
  }
  return { ...form, texts, files };
}

/** The form's texts as fields: dates as 'YYYY-MM-DD' (an incomplete date stays as typed), and the patient's three fields. */
export function wireTexts(form: RefundForm): Record<string, string> {
  const { paciente = '', ...texts } = form.texts;
  const dated = Object.entries(texts).map(([name, text]) => [
    name,
    isDate(name) ? (fromTypedDate(text) ?? text) : text,
  ]);
  return { ...Object.fromEntries(dated), ...patientFields(paciente) };
}

/** The fields to send: only those that the request asks for, even when others were filled in before (D18). */
export function fieldsOf(form: RefundForm, type: RefundType): Record<string, string> {
  const wire = wireTexts(form);
  const asked = askedOf(type, wire).filter((name) => !isFile(name));
  return Object.fromEntries(
    [...asked, 'role', 'patientPolicy']
      .flatMap((name) => (wire[name] ? [[name, wire[name].trim()]] : []))
      .concat(Object.entries(marksToSend(form))),
  );
}

/** Only of the paper that goes along, and of the country that the request names. */
function marksToSend({ texts, files: { documentoFactura: paper } }: RefundForm) {
  const read = marksIn(texts[PAPER_READ]);
  const isOfPaper = read?.from === 'xml' || read?.from === 'scan' || (paper && read?.of === paperName(paper));
  return read && isOfPaper && read.pais === texts.pais ? read.marks : {};
}

/** The files to send: only those that the request asks for. */
export function filesOf({ texts, files }: RefundForm, type: RefundType): Record<string, FileAnswer> {
  const asked = askedOf(type, texts).filter(isFile);
  return Object.fromEntries(asked.flatMap((name) => (files[name] ? [[name, files[name]]] : [])));
}

/** A patient as the value of one option. */
export const patientAnswer = ({ paciente, role, patientPolicy }: Patient['fields']): string =>
  paciente === '' ? '' : JSON.stringify([paciente, role, patientPolicy]);

/** The step, 1 to 4, that asks for the first of these fields; null when none does. */
export function stepAsking(type: RefundType, names: readonly string[]): number | null {
  const index = refundSteps[type].findIndex((step) => step.fields.some((field) => names.includes(field)));
  return index < 0 ? null : index + 1;
}

export const isFile = (name: string): name is RefundFile => refundFiles.some((file) => file === name);
const isDate = (name: string): boolean =>
  Object.hasOwn(refundFields, name) && refundFields[name as RefundField].kind === 'date';

const filesIn = (files: Record<string, OutgoingFile>): RefundForm['files'] =>
  Object.fromEntries(Object.entries(filesFrom(files)).filter(([name]) => isFile(name)));

export const optionsFor = {
  expense: expenseKinds.map((kind) => ({ value: kind, label: kind })),
  place: accidentPlaces.map((place) => ({ value: place, label: place })),
};
