import { addDays } from './dates.ts';

interface CalendarEntry {
  /** The same for the same event, so that a second import replaces the first. */
  uid: string;
  /** Calendar date of the whole day. */
  date: string;
  title: string;
  text: string;
  /** When to remind: at the beginning of the day before, or at nine on the day itself. */
  alarm?: 'day-before' | 'that-morning';
}

/**
 * A calendar file of whole-day entries, each with a reminder (RFC 5545). A whole day has no zone: it is the same date wherever
 * the calendar is read (D17).
 *
 * @param now when it was made
 */
export function calendarFile(entries: readonly CalendarEntry[], now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Amparo//ES',
    'METHOD:PUBLISH',
    ...entries.flatMap((entry) => eventLines(entry, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const eventLines = ({ uid, date, title, text, alarm = 'day-before' }: CalendarEntry, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d{3}/g, '')}`,
  `DTSTART;VALUE=DATE:${compact(date)}`,
  `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(text)}`,
  'TRANSP:TRANSPARENT',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  alarm === 'day-before' ? 'TRIGGER:-P1D' : 'TRIGGER:PT9H',
  'END:VALARM',
  'END:VEVENT',
];

const compact = (date: string): string => date.replaceAll('-', '');

/** RFC 5545, 3.3.11: these signs have a meaning of their own in a text; other control characters are not allowed. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** RFC 5545, 3.1: a line has 75 octets at most; the next begins with a blank. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let out = '';
  for (const sign of line) {
    const size = encoder.encode(sign).length;
    if (octets + size > 75) {
      out += '\r\n ';
      octets = 1;
    }
    out += sign;
    octets += size;
  }
  return out;
}
