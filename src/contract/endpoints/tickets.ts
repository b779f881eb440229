import { customerQuery, ticket, ticketAnswer, ticketRequest, ticketType } from '../tickets.ts';
import { listOf } from '../values.ts';
import { type Endpoint, get, ownPerson, post, withAccess, withTokens } from './endpoint.ts';

/** Questions to the insurer. */
export const ticketsEndpoints = {
  ticketTypes: {
    ...get,
    ...withAccess,
    path: '/tickets/getTiposTickets',
    ...ownPerson,
    input: customerQuery,
    answer: listOf(ticketType),
    readsOnly: true,
  },
  tickets: {
    ...get,
    ...withAccess,
    path: '/tickets/getTicketsByPoliza',
    ...ownPerson,
    input: customerQuery,
    answer: listOf(ticket),
    readsOnly: true,
    groups: { row: ticket, date: 'fechaSolicitud' },
  },
  createTicket: {
    ...post,
    ...withTokens,
    path: '/tickets/create',
    owns: { person: 'idUsuario', policy: 'poliza' },
    input: ticketRequest,
    answer: ticketAnswer,
    queued: true,
  },
} as const satisfies Record<string, Endpoint>;
