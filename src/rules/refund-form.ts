import { type RefundFile, type RefundType, refundTypes } from '#contract/refunds.ts';
import { MEGABYTE } from './files.ts';
import { dotted } from './joined.ts';
import { readableName, roleOf } from './people.ts';

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

/** What `sinReportePolicial` holds when there was no report. */
export const NO_REPORT = 'si';

export interface RefundStep {
  title: string;
  fields: readonly RefundField[];
}

const patient: RefundStep = { title: '¿Quién recibió la atención?', fields: ['paciente', 'diagnostico'] };
const provider: RefundStep = { title: '¿Dónde te atendieron?', fields: ['pais', 'ciudad', 'hospital', 'medico'] };
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
      title: '¿Cuándo te atendieron?',
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'fechaIngreso', 'fechaAlta', 'documentoHistoriaClinica'],
    },
    provider,
    expense,
  ],
  ambulatorio: [
    patient,
    {
      title: '¿Cuándo te atendieron?',
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
      fields: ['fechaInicioSintomas', 'fechaDiagnostico', 'documentoHistoriaClinica', ...provider.fields],
    },
    expense,
  ],
};

/** D77: a step's question speaks of its patient: 'te' for the customer, the name for somebody else. */
export function askedAbout(question: string, patient: { paciente?: string; role?: string }): string {
  const [name = ''] = readableName(patient.paciente ?? '').split(' ');
  if (name === '' || roleOf(patient.role ?? '') === 'owner') return question;
  return question.replace('te atendieron', () => `atendieron a ${name}`);
}

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

const always = [
  'Nombre de quien recibió la atención y su diagnóstico',
  'País, ciudad, hospital y médico que lo atendió',
  'Historia clínica en PDF de menos de 6 MB, o en foto',
  'Factura en PDF de menos de 3 MB, o en foto, con su importe y divisa',
];

/** 'Qué necesitas': the papers for each type of refund. */
export const refundNeeds: Record<RefundType, readonly string[]> = {
  hospitalario: [...always, 'Fechas de inicio de los síntomas, diagnóstico, ingreso y alta'],
  ambulatorio: [...always, 'Fechas de inicio de los síntomas, diagnóstico y servicio'],
  accidente: [
    ...always,
    'Fechas del accidente, de inicio de los síntomas y del diagnóstico',
    'Qué pasó y dónde',
    'Reporte policial en PDF de menos de 6 MB, o en foto, si lo hubo',
  ],
};
