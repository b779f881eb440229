import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { addDays, shortDate, timeOfDay, today } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import type { NewsLine } from './use-news.ts';

/**
 * Opens what a line of Novedades is about, and marks the line as read. A refund or a receipt opens itself; the line's address
 * is that of the list it is in.
 */
export function useOpenNews(): (line: NewsLine, event: MouseEvent) => void {
  const navigate = useNavigate();
  return (line, event) => {
    line.onRead();
    if (!line.refund && !line.receipt) return;
    event.preventDefault();
    if (line.refund) void navigate({ ...screens.refundDetail, state: { refund: line.refund } });
    else void navigate({ ...screens.pending, state: { receipt: line.receipt } as object });
  };
}

/**
 * Today the hour, then 'ayer', then the day; without the year while it is this one.
 *
 * @param day calendar date of today
 */
export function newsTime(at: Date, day: string): string {
  const date = today(at);
  if (date === day) return timeOfDay(at);
  if (date === addDays(day, -1)) return 'ayer';
  return date.slice(0, 4) === day.slice(0, 4) ? shortDate(date).replace(/ \d{4}$/, '') : shortDate(date);
}
