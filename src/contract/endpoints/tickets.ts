import { customerQuery, ticket, ticketAnswer, ticketRequest, ticketType } from '../tickets.ts';
import { listOf } from '../values.ts';
import type { Endpoint } from './endpoint.ts';

/** Questions to the insurer. */
export const ticketsEndpoints = {
  ticketTypes: {
    method: 'GET',
    base: 'api',
    path: '/tickets/getTiposTickets',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: listOf(ticketType),
    errorField: 'message',
    readsOnly: true,
  },
  tickets: {
    method: 'GET',
    base: 'api',
    path: '/tickets/getTicketsByPoliza',
    bearer: 'required',
    internal: 'optional',
    carries: 'query',
    input: customerQuery,
    answer: listOf(ticket),
    errorField: 'message',
    readsOnly: true,
    groups: { row: ticket, date: 'fechaSolicitud' },
  },
  createTicket: {
    method: 'POST',
    base: 'api',
    path: '/tickets/create',
    bearer: 'required',
    internal: 'required',
    carries: 'json',
    input: ticketRequest,
    answer: ticketAnswer,
    errorField: 'message',
    queued: true,
  },
} as const satisfies Record<string, Endpoint>;
