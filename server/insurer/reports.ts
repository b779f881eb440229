import * as v from 'valibot';
import { isCalendarDate } from '#contract/calendar.ts';
import { pushSubjects } from '#contract/push.ts';
import type { RequestReport } from '#contract/requests.ts';
import { instant } from '#contract/values.ts';
import { storable } from '../database/storable.ts';

/**
 * What the insurer's systems report: the way back of `events.ts`, with the same members `type`, `timestamp` and `data` and the
 * same signature. `secuencia` counts the reports of one refund or ticket; an older one never overwrites a newer.
 */

const id = v.pipe(storable, v.minLength(1), v.maxLength(200));
const secuencia = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));
const readText = v.pipe(storable, v.trim(), v.minLength(1), v.maxLength(4000));
/** H4.5: 1 new, 2 to 4 in process, 5 approved, 6 paid, 7 denied. */
const idEstado = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7));
const name = v.pipe(storable, v.trim(), v.minLength(1), v.maxLength(100));
/** Base64, RFC 4648, section 4. A pattern over megabytes would cost more than reading them. */
const contenido = v.pipe(
  v.string(),
  v.check((text) => text !== '' && Buffer.from(text, 'base64').toString('base64') === text),
);
const dayOrInstant = v.union([v.pipe(v.string(), v.check(isCalendarDate)), instant]);

const reports = {
  /** The state of a refund, since the report's `timestamp`. What is left out stays as it was. */
  'reembolso.actualizado': v.strictObject({
    id,
    secuencia,
    idEstado,
    /** The insurer's own word for the state. */
    estado: v.optional(name),
    /** What was paid, in the request's currency, and when: an instant (D78), or a calendar date. Both or neither. */
    pago: v.optional(
      v.strictObject({ importe: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e12)), fecha: dayOrInstant }),
    ),
    /** Days from the request within which a decision is promised. */
    diasEsperados: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    /** For the customer to read, in Spanish. */
    notas: v.optional(readText),
  }),
  /**
   * A paper of the insurer's for the customer to read beside the refund, such as the letter of a decision: PDF or photo under 6 MB,
   * told by its bytes. `tipo` names it in Spanish.
   */
  'reembolso.adjunto': v.strictObject({
    id,
    documento: v.strictObject({ tipo: name, nombre: v.pipe(storable, v.minLength(1), v.maxLength(200)), contenido }),
  }),
  /** An answer to a ticket, or its state alone. */
  'consulta.respondida': v.strictObject({
    id,
    secuencia,
    respuesta: v.optional(readText),
    /** Who answers, as the customer is to read it (D50). */
    autor: v.optional(name),
    idEstado,
    estado: v.optional(name),
  }),
  /** Something new of a policy that the administration answers itself: the customer's devices are told to ask. */
  'poliza.novedad': v.strictObject({
    documento: v.strictObject({ pais: id, tipo: id, numero: id }),
    poliza: id,
    tema: v.picklist(pushSubjects.filter((subject) => subject === 'facturas' || subject === 'documentos')),
  }),
} as const satisfies Record<RequestReport, v.GenericSchema> & Record<string, v.GenericSchema>;

const body = <T extends keyof typeof reports>(type: T) =>
  v.object({
    type: v.literal(type),
    timestamp: instant,
    data: reports[type],
  });

export const report = v.variant('type', [
  body('reembolso.actualizado'),
  body('reembolso.adjunto'),
  body('consulta.respondida'),
  body('poliza.novedad'),
]);
export type Report = v.InferOutput<typeof report>;
export type ReportOf<T extends Report['type']> = Extract<Report, { type: T }>;
