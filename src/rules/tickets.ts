import type { Ticket } from '#contract/tickets.ts';
import { byYear, newestDateFirst, type YearOf } from './years.ts';

/** H2.77: by the year of fechaSolicitud, years descending, the latest first. */
export function ticketsByYear<T extends Pick<Ticket, 'fechaSolicitud'>>(tickets: readonly T[]): YearOf<T>[] {
  return byYear(tickets, (ticket) => ticket.fechaSolicitud ?? '', newestDateFirst);
}
