import { type RefundFile, type RefundType, refundTypes } from '#contract/refunds.ts';
import { MEGABYTE } from './files.ts';
import { dotted } from './joined.ts';
import { type Pronoun, readableName, roleOf } from './people.ts';

/** The fields a customer fills in, by their wire names (H3.9, D34); files among them. */
export const refundFields = {
  paciente: { label: 'Paciente', kind: 'patient' },
  diagnostico: { label: 'Diagnóstico', kind: 'text' },
  fechaInicioSintomas: { label: 'Inicio de los síntomas', kind: 'date' },
  fechaDiagnostico: { label: 'Fecha del diagnóstico', kind: 'date' },
  fechaIngreso: { label: 'Fecha de ingreso', kind: 'date' },
  fechaAlta: { label: 'Fecha de alta', kind: 'date' },
  fechaServicio: { label: 'Fecha del servicio', kind: 'date' },
  documentoHistoriaClinica: { label: 'Historia clínica', kind: 'file' },
  tipoAccidente: { label: 'Tipo de accidente', kind: 'text' },
  fechaAccidente: { label: 'Fecha del accidente', kind: 'date' },
  lugarAccidente: { label: 'Lugar del accidente', kind: 'place' },
  detallesAccidente: { label: 'Detalles del accidente', kind: 'long-text' },
  reportePolicial: { label: 'Reporte policial', kind: 'file' },
  /** 'si' when there was no report; the file is then not asked for. */
  sinReportePolicial: { label: 'No hubo reporte', kind: 'absence' },
  pais: { label: 'País', kind: 'country' },
  ciudad: { label: 'Ciudad', kind: 'text' },
  hospital: { label: 'Hospital o centro médico', kind: 'text' },
  medico: { label: 'Médico tratante', kind: 'doctor' },
  tipoGasto: { label: 'Tipo de gasto', kind: 'expense' },
  importe: { label: 'Importe', kind: 'amount' },
  divisa: { label: 'Divisa', kind: 'currency' },
  documentoFactura: { label: 'Factura', kind: 'file' },
} as const;
export type RefundField = keyof typeof refundFields;

/** How many characters the kinds of text take. */
export const mostChars = { text: 200, 'long-text': 4000 };

/** What `sinReportePolicial` holds when there was no report. */
export const NO_REPORT = 'si';

/** A question of the refund's patient (D77): asked of the customer, and with '%' for the name of somebody else. */
interface Spoken {
  title: string;
  about?: string;
}

export interface RefundStep extends Spoken {
  fields: readonly RefundField[];
}

const patient: RefundStep = { title: '¿Quién recibió la atención?', fields: ['paciente', 'diagnostico'] };
const provider: RefundStep = {
  title: '¿Dónde te atendieron?',
  about: '¿Dónde atendieron a %?',
  fields: ['pais', 'ciudad', 'hospital', 'medico'],
};
const dates = { title: '¿Cuándo te atendieron?', about: '¿Cuándo atendieron a %?' };
const expense: RefundStep = {
  title: '¿Cuánto pagaste?',
  // The paper first: it says the rest (D85).
  fields: ['documentoFactura', 'tipoGasto', 'importe', 'divisa'],
};

/**
 * The four steps of each type with their fields. All are required, except an accident's police report when there was none
 * (H2.41, H4.4, D18).
 */
export const refundSteps: Record<RefundType, readonly RefundStep[]> = {
  hospitalario: [
    patient,
    {
      ...dates,
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'fechaIngreso', 'fechaAlta', 'documentoHistoriaClinica'],
    },
    provider,
    expense,
  ],
  ambulatorio: [
    patient,
    {
      ...dates,
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'fechaServicio', 'documentoHistoriaClinica'],
    },
    provider,
    expense,
  ],
  // Eight questions on one step were too many, so they are spread over the four steps (H9.2).
  accidente: [
    patient,
    {
      title: '¿Qué pasó?',
      about: '¿Qué le pasó a %?',
      fields: [
        'tipoAccidente',
        'fechaAccidente',
        'lugarAccidente',
        'detallesAccidente',
        'reportePolicial',
        'sinReportePolicial',
      ],
    },
    {
      title: '¿Cuándo y dónde te atendieron?',
      about: '¿Cuándo y dónde atendieron a %?',
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'documentoHistoriaClinica', ...provider.fields],
    },
    expense,
  ],
};

/** The position of the review, behind the four steps (D73). */
export const REVIEW = 5;

/** Who a refund is for, by its fields; nobody is chosen while they are empty. */
interface OfPatient {
  paciente?: string;
  role?: string;
}

/** D77: a question speaks of its patient: 'te' for the customer, the name for somebody else. */
export function askedAbout({ title, about = title }: Spoken, patient: OfPatient): string {
  const [name = ''] = readableName(patient.paciente ?? '').split(' ');
  return name === '' || isOwn(patient) ? title : about.replace('%', () => name);
}

/** When the patient was treated, as the review says it below the name: 'Cuándo la atendieron'. Without a pronoun it names them. */
export function whenTreated(patient: OfPatient, pronoun: Pronoun): string {
  if (pronoun && patient.paciente && !isOwn(patient)) return `Cuándo ${pronoun} atendieron`;
  return askedAbout({ title: 'Cuándo te atendieron', about: 'Cuándo atendieron a %' }, patient);
}

const isOwn = ({ role = '' }: OfPatient): boolean => roleOf(role) === 'owner';

/** How each type is offered (H9.3), in this order. */
export const refundTypeLabels: Record<RefundType, { label: string; description: string }> = {
  hospitalario: { label: 'Hospitalario', description: 'Hospitalización de una noche o más' },
  ambulatorio: { label: 'Ambulatorio', description: 'Consulta, exámenes, terapias o farmacia, sin hospitalización' },
  accidente: { label: 'Accidente', description: 'Atención médica después de un accidente' },
};

/** 'Ambulatorio'; an unknown type as it came. */
export function refundTypeLabel(tipoReembolso: string): string {
  const known = refundTypes.find((type): type is RefundType => type === tipoReembolso.toLowerCase());
  return known ? refundTypeLabels[known].label : tipoReembolso;
}

/** 'Reembolso ambulatorio', 'Reembolso por accidente'. */
export function refundName(tipoReembolso: string): string {
  const type = refundTypeLabel(tipoReembolso).toLowerCase();
  return type === 'accidente' ? 'Reembolso por accidente' : `Reembolso ${type}`.trim();
}

/** 'Farmacia · Ambulatorio': kind of expense and type of refund (D34); only one when the other is missing. */
export function refundTitle({
  tipoGasto = '',
  tipoReembolso = '',
}: {
  tipoGasto?: string;
  tipoReembolso?: string;
}): string {
  return dotted(tipoGasto, refundTypeLabel(tipoReembolso)) || 'Reembolso';
}

/** The size, in bytes, that each file must stay under (H5.3, H9.2, D43); `documento` is a document added to a sent refund. */
export const refundFileLimits: Record<RefundFile | 'documento', number> = {
  documentoHistoriaClinica: 6 * MEGABYTE,
  reportePolicial: 6 * MEGABYTE,
  documentoFactura: 3 * MEGABYTE,
  documento: 6 * MEGABYTE,
};

/** A line of 'Qué necesitas', and the fields that hold what it says. */
interface RefundNeed {
  text: string;
  fields: readonly RefundField[];
}

const always: readonly RefundNeed[] = [
  { text: 'Nombre de quien recibió la atención y su diagnóstico', fields: patient.fields },
  { text: 'País, ciudad, hospital y médico tratante', fields: provider.fields },
  { text: 'Historia clínica en PDF de menos de 6 MB, o en foto', fields: ['documentoHistoriaClinica'] },
  {
    text: 'Factura en PDF de menos de 3 MB, o en foto, con su importe y divisa',
    fields: ['documentoFactura', 'importe', 'divisa'],
  },
];

/** 'Qué necesitas': the papers and facts for each type of refund. */
export const refundNeeds: Record<RefundType, readonly RefundNeed[]> = {
  hospitalario: [
    ...always,
    {
      text: 'Fechas de inicio de los síntomas, diagnóstico, ingreso y alta',
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'fechaIngreso', 'fechaAlta'],
    },
  ],
  ambulatorio: [
    ...always,
    {
      text: 'Fechas de inicio de los síntomas, diagnóstico y servicio',
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'fechaServicio'],
    },
  ],
  accidente: [
    ...always,
    {
      text: 'Fechas del accidente, de inicio de los síntomas y del diagnóstico',
      fields: ['fechaAccidente', 'fechaInicioSintomas', 'fechaDiagnostico'],
    },
    { text: 'Qué pasó y dónde', fields: ['tipoAccidente', 'lugarAccidente', 'detallesAccidente'] },
    {
      text: 'Reporte policial en PDF de menos de 6 MB, o en foto, si lo hubo',
      fields: ['reportePolicial', 'sinReportePolicial'],
    },
  ],
};
