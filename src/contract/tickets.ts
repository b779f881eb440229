import * as v from 'valibot';
import { receipt } from './receipts.ts';
import { amount, calendarDate, id, longText, requiredField, text, timeZone } from './values.ts';

/** H3.11. */
export const ticket = v.object({
  id,
  nombre: text,
  notas: longText,
  estado: text,
  idEstado: amount,
  fechaSolicitud: calendarDate,
  CaseNumber: text,
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
  /** Optional: a backend that does not know it dates the ticket by itself. */
  zonaHoraria: timeZone,
});

export const ticketAnswer = v.object({ recibo: receipt, ticket });
