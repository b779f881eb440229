import type { Ticket } from '#contract/tickets.ts';
import { dateOf } from './dates.ts';
import { byYear, newestDateFirst, type YearOf } from './years.ts';

type DatedTicket = Pick<Ticket, 'fechaSolicitud' | 'created'>;

/** The day of a ticket in the customer's zone, where its instant is known (D78), else as the backend dated it. */
export const ticketDay = ({ fechaSolicitud, created }: DatedTicket): string | null =>
  created === undefined ? fechaSolicitud : dateOf(created);

/** H2.77: by the year of its day, years descending, the latest first. */
export function ticketsByYear<T extends DatedTicket>(tickets: readonly T[]): YearOf<T>[] {
  return byYear(tickets, (ticket) => ticketDay(ticket) ?? '', newestDateFirst);
}
