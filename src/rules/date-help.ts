import { isCalendarDate } from '#contract/calendar.ts';
import { longDate, monthName } from './dates.ts';

/**
 * What is wrong with a typed date 'dd-mm-aaaa', beside the sentence that it is no valid one: people type the parts of a date in
 * many orders, and a device's own date may be behind (F60). Null while nothing more can be said.
 *
 * @param device 'este teléfono'
 */
export function dateHelp(typed: string, today: string, device: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d\d)-(\d\d)-(\d{1,4})$/.exec(typed.trim()) ?? [];
  if (day === '') return null;
  if (Number(month) > 12) return `El mes ${month} no existe: escribe primero el día`;
  if (month === '00') return 'El mes 00 no existe';
  if (Number(day) > 31 || day === '00') return `El día ${day} no existe`;
  if (year.length < 4) return 'El año lleva cuatro cifras';
  const date = `${year}-${month}-${day}`;
  if (isCalendarDate(date)) return date > today ? `En ${device} hoy es ${longDate(today)}` : null;
  return day === '29' ? `En ${year} febrero no tiene día 29` : `No hay ${Number(day)} de ${monthName(Number(month))}`;
}
