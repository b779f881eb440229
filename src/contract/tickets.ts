import * as v from 'valibot';
import { receipt } from './receipts.ts';
import {
  amount,
  calendarDate,
  id,
  instant,
  knownInstant,
  listOf,
  longText,
  requiredField,
  text,
  timeZone,
} from './values.ts';

/** D50: an answer of the insurer's, and who gave it; a backend may name nobody and no time. */
export const ticketReply = v.object({
  texto: v.pipe(longText, v.nonEmpty()),
  autor: v.optional(text, ''),
  fecha: v.fallback(v.optional(v.nullable(instant), null), null),
});
export type TicketReply = v.InferOutput<typeof ticketReply>;

/** H3.11. */
export const ticket = v.object({
  id,
  nombre: text,
  notas: longText,
  estado: text,
  idEstado: amount,
  fechaSolicitud: calendarDate,
  CaseNumber: text,
  /** In the order they were given. Without them a backend has its answers in `notas`. */
  respuestas: v.fallback(v.optional(v.pipe(v.array(v.unknown()), listOf(ticketReply))), undefined),
  /** D78: the instant that `fechaSolicitud` is the day of, as a backend may know it. */
  created: knownInstant,
});
export type Ticket = v.InferOutput<typeof ticket>;

export const ticketType = v.object({ id, nombre: text });
export type TicketType = v.InferOutput<typeof ticketType>;

export const customerQuery = v.object({ idUsuario: id });

export const ticketRequest = v.object({
  idUsuario: id,
  idTipoTicket: requiredField,
  descripcion: requiredField,
  poliza: requiredField,
  /** Optional: an app of before does not send it, and a backend that does not know it dates the ticket by itself. */
  zonaHoraria: timeZone,
});

export const ticketAnswer = v.object({ recibo: receipt, ticket });
