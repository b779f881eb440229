import * as v from 'valibot';
import { instantOf, isCalendarDate } from './calendar.ts';
import { receipt } from './receipts.ts';
import {
  amount,
  calendarDate,
  id,
  instant,
  knownInstant,
  listOf,
  longText,
  optionalField,
  paperMark,
  requiredField,
  text,
  wholeText,
} from './values.ts';

/** H9.3: the type of a request. */
export const refundTypes = ['hospitalario', 'ambulatorio', 'accidente'] as const;
export type RefundType = (typeof refundTypes)[number];

/** D34: the kind of expense, `tipoGasto` on the wire. */
export const expenseKinds = [
  'Hospital o centro médico',
  'Honorarios médicos',
  'Farmacia',
  'Exámenes de laboratorio',
  'Imágenes',
  'Terapias',
] as const;

/** H9.3. */
export const accidentPlaces = ['Auto', 'Casa', 'Trabajo', 'Otro'] as const;

/** H9.4. */
export const currencies = ['USD', 'EUR', 'COP', 'DOP', 'CRC', 'GTQ'] as const;
export type Currency = (typeof currencies)[number];

export const refundDocument = v.object({
  tipo: text,
  filename: text,
  idDocumento: id,
  idReembolso: text,
});
export type RefundDocument = v.InferOutput<typeof refundDocument>;

/** An instant as every engine's Date reads it, because the order of refunds follows it (H2.37). Any other text stays. */
const sortable = v.pipe(
  text,
  v.transform((sent) => instantOf(sent)?.toISOString() ?? sent),
);

/** D50: since when a refund was in a state, and the number of what said so: of two the larger came later, whatever their instants. */
const refundState = v.object({
  idEstado: amount,
  desde: instant,
  secuencia: v.fallback(v.optional(v.number()), undefined),
});

/**
 * D75: what the tax authority knows a refund's invoice by, as the paper says it: the issuer's number, the invoice's, and its key.
 * Together with `pais`, the key, or the issuer and the number, name one invoice.
 */
export const invoiceMarks = ['facturaEmisor', 'facturaNumero', 'facturaClave'] as const;

/** H3.8. `created` is an instant; the other dates are calendar dates. The last ten a backend may lack (D50, D75). */
export const refund = v.object({
  id,
  fechaDiagnostico: calendarDate,
  tipoReembolso: text,
  tipoGasto: text,
  paciente: longText,
  idEstado: amount,
  estado: text,
  importe: amount,
  divisa: text,
  diagnostico: longText,
  fechaInicioSintomas: calendarDate,
  fechaServicio: calendarDate,
  fechaIngreso: calendarDate,
  fechaAlta: calendarDate,
  medico: longText,
  hospital: longText,
  ciudad: longText,
  pais: longText,
  tipoAccidente: longText,
  fechaAccidente: calendarDate,
  lugarAccidente: longText,
  detallesAccidente: longText,
  created: sortable,
  CaseNumber: text,
  documentos: v.fallback(v.pipe(v.optional(v.array(v.unknown()), []), listOf(refundDocument)), []),
  /** The states it went through, in any order; where each has its `secuencia`, that is theirs. */
  estados: v.fallback(v.optional(v.pipe(v.array(v.unknown()), listOf(refundState))), undefined),
  /** What was paid, in the currency of the request. */
  importePagado: v.optional(amount),
  fechaPago: v.optional(calendarDate),
  /** D78: the instant that `fechaPago` is the day of. */
  instantePago: knownInstant,
  /** Days from `created` within which the insurer means to decide. */
  diasEsperados: v.optional(amount),
  /** What the insurer wrote about it, for the customer to read. */
  notas: v.optional(longText),
  /** The patient's role as the request said it: it tells apart insured persons of one name. */
  role: v.optional(longText),
  facturaEmisor: v.optional(text),
  facturaNumero: v.optional(text),
  facturaClave: v.optional(text),
});
export type Refund = v.InferOutput<typeof refund>;

export const refundsQuery = v.object({ idUsuario: id, poliza: id });

const wireDate = v.pipe(v.string('Ingresa una fecha válida'), v.check(isCalendarDate, 'Ingresa una fecha válida'));
const optionalWireDate = v.optional(v.union([wireDate, v.literal('')], 'Ingresa una fecha válida'), '');

/**
 * The fields of a new refund (H3.9, D18, D34), all texts since they travel as multipart. What each type requires on top is
 * checked by the refund rules, on the device and on the server alike.
 */
export const refundRequest = v.object({
  idUsuario: id,
  poliza: requiredField,
  tipoReembolso: v.picklist(refundTypes, 'Por favor, introduce un valor válido'),
  paciente: requiredField,
  role: optionalField,
  patientPolicy: optionalField,
  diagnostico: requiredField,
  fechaInicioSintomas: wireDate,
  fechaDiagnostico: wireDate,
  fechaIngreso: optionalWireDate,
  fechaAlta: optionalWireDate,
  fechaServicio: optionalWireDate,
  tipoAccidente: optionalField,
  fechaAccidente: optionalWireDate,
  lugarAccidente: v.optional(
    v.union([v.picklist(accidentPlaces), v.literal('')], 'Por favor, introduce un valor válido'),
    '',
  ),
  detallesAccidente: optionalField,
  /** 'si' when nobody reported the accident; `reportePolicial` may be missing then. */
  sinReportePolicial: v.pipe(optionalField, v.picklist(['', 'si'], 'Por favor, introduce un valor válido')),
  pais: requiredField,
  ciudad: requiredField,
  hospital: requiredField,
  medico: requiredField,
  tipoGasto: v.picklist(expenseKinds, 'Por favor, introduce un valor válido'),
  /** Decimal text with a point, two decimals at most: '86.40'. */
  importe: v.pipe(
    v.string('Ingresa un importe válido'),
    v.regex(/^\d{1,12}(\.\d{1,2})?$/, 'Ingresa un importe válido'),
    v.check((value) => Number(value) > 0, 'Ingresa un importe válido'),
  ),
  divisa: v.picklist(currencies, 'Por favor, introduce un valor válido'),
  /** Read in the invoice, never typed (D75). */
  facturaEmisor: paperMark,
  facturaNumero: paperMark,
  facturaClave: paperMark,
});

/** The files of a new refund, one a field (D34). */
export const refundFiles = ['documentoHistoriaClinica', 'documentoFactura', 'reportePolicial'] as const;
export type RefundFile = (typeof refundFiles)[number];

export const refundAnswer = v.object({ recibo: receipt, reembolso: refund });

export const refundDocumentRequest = v.object({ idReembolso: id, idUsuario: id, CaseNumber: optionalField });
export const refundDocumentAnswer = v.object({ recibo: receipt, idDocumento: id, documento: refundDocument });

export const refundDocumentQuery = v.object({ idUsuario: id, idReembolso: id, idDocumento: id });
/** The address of the file, single-use and signed, since it is opened without a token (D48). */
export const fileAddress = v.object({ url: wholeText });
