import { customerQuery, ticket, ticketAnswer, ticketRequest, ticketType } from '../tickets.ts';
import { listOf } from '../values.ts';
import { type Endpoint, get, post, withAccess, withTokens } from './endpoint.ts';

/** Questions to the insurer. */
export const ticketsEndpoints = {
  ticketTypes: {
    ...get,
    ...withAccess,
    path: '/tickets/getTiposTickets',
    input: customerQuery,
    answer: listOf(ticketType),
    readsOnly: true,
  },
  tickets: {
    ...get,
    ...withAccess,
    path: '/tickets/getTicketsByPoliza',
    input: customerQuery,
    answer: listOf(ticket),
    readsOnly: true,
    groups: { row: ticket, date: 'fechaSolicitud' },
  },
  createTicket: {
    ...post,
    ...withTokens,
    path: '/tickets/create',
    input: ticketRequest,
    answer: ticketAnswer,
    queued: true,
  },
} as const satisfies Record<string, Endpoint>;
