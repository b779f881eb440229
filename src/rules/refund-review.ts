import type { RefundType } from '#contract/refunds.ts';
import { longDate, shortDate } from './dates.ts';
import { dotted } from './joined.ts';
import { amountText } from './money.ts';
import type { Pronoun } from './people.ts';
import { type RefundField, refundFields, refundTypeLabel, whenTreated } from './refund-form.ts';
import { askedOf } from './refund-request.ts';

/** One question of the review before sending (D73): the fields it stands for, and its answer in words. */
export interface ReviewedQuestion {
  /** The first is the one that 'Cambiar' leads to. */
  names: readonly RefundField[];
  label: string;
  /** The answer, and below it what belongs to it; '' where nothing was answered. */
  lines: readonly string[];
}

/**
 * What the review shows of a refund's answers: the amount first, then who, when and where. Every field that is sent belongs to
 * one question or is a file of `reviewedFiles`; fields that are not asked are in none.
 *
 * @param texts fields by wire name, as they would be sent
 * @param patient as it is told apart from the others of the policy, and how it is spoken of
 */
export function refundReview(
  type: RefundType,
  texts: Readonly<Record<string, string>>,
  patient: { name: string; pronoun: Pronoun },
  locale: string,
): ReviewedQuestion[] {
  const said = (name: RefundField) => texts[name]?.trim() ?? '';
  const on = (name: RefundField, words: (date: string) => string = longDate) => words(said(name)) || said(name);
  const amount: ReviewedQuestion = {
    names: ['importe', 'divisa', 'tipoGasto'],
    label: dotted(said('tipoGasto') || 'Importe', refundTypeLabel(type)),
    lines: [amountText(said('importe'), said('divisa'), locale)],
  };
  const who: ReviewedQuestion = {
    names: ['paciente', 'diagnostico'],
    label: 'Paciente',
    lines: [patient.name, said('diagnostico')],
  };
  const what: ReviewedQuestion = {
    names: ['tipoAccidente', 'fechaAccidente', 'lugarAccidente', 'detallesAccidente'],
    label: 'Qué pasó',
    lines: [said('tipoAccidente'), dotted(on('fechaAccidente'), said('lugarAccidente')), said('detallesAccidente')],
  };
  const where: ReviewedQuestion = {
    names: ['hospital', 'ciudad', 'medico', 'pais'],
    label: 'Dónde',
    lines: [[said('hospital'), said('ciudad')].filter(Boolean).join(', '), dotted(said('medico'), said('pais'))],
  };
  const named = (word: string, name: RefundField, words?: (date: string) => string) =>
    said(name) && `${word}: ${on(name, words)}`;
  const symptoms = named('Síntomas', 'fechaInicioSintomas', shortDate);
  const course = dotted(symptoms, named('Diagnóstico', 'fechaDiagnostico', shortDate));
  const when = {
    hospitalario: {
      names: ['fechaIngreso', 'fechaAlta', 'fechaInicioSintomas', 'fechaDiagnostico'],
      lines: [said('fechaIngreso') && `Del ${on('fechaIngreso')} al ${on('fechaAlta')}`, course],
    },
    ambulatorio: {
      names: ['fechaServicio', 'fechaInicioSintomas', 'fechaDiagnostico'],
      lines: [on('fechaServicio'), course],
    },
    accidente: {
      names: ['fechaDiagnostico', 'fechaInicioSintomas'],
      lines: [named('Diagnóstico', 'fechaDiagnostico'), symptoms],
    },
  } as const satisfies Record<RefundType, Pick<ReviewedQuestion, 'names' | 'lines'>>;
  return [
    amount,
    who,
    ...(type === 'accidente' ? [what] : []),
    { ...when[type], label: whenTreated(texts, patient.pronoun) },
    where,
    ...(askedOf(type, texts).includes('sinReportePolicial') ? [noReport] : []),
  ].map((question) => ({ ...question, lines: question.lines.filter((line, index) => index === 0 || line !== '') }));
}

const noReport: ReviewedQuestion = {
  names: ['sinReportePolicial'],
  label: refundFields.reportePolicial.label,
  lines: [refundFields.sinReportePolicial.label],
};

/** The files that the review shows, the invoice first. */
export const reviewedFiles = (type: RefundType, texts: Readonly<Record<string, string>>): RefundField[] =>
  [...askedOf(type, texts)].filter((name) => refundFields[name].kind === 'file').sort(byInvoice);

const byInvoice = (one: RefundField, other: RefundField): number =>
  Number(other === 'documentoFactura') - Number(one === 'documentoFactura');
