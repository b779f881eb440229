import { describe, expect, test } from 'vitest';
import { calendarFile } from '#rules/calendar-file.ts';

describe('a due date as a calendar file', () => {
  const entry = {
    uid: 'f-1@amparo',
    date: '2026-12-31',
    title: 'Vence; la factura, 1',
    text: 'línea\nDTSTART:20200101',
  };
  const file = calendarFile([entry], new Date('2026-11-21T09:05:07.123Z'));

  test('[D17] is one whole day without a time zone, ending the day after', () => {
    expect(file).toContain('\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
    expect(file).toContain('DTSTAMP:20261121T090507Z');
  });

  test('[S2] a text cannot become a line of its own (RFC 5545, 3.3.11)', () => {
    expect(file).toContain('SUMMARY:Vence\\; la factura\\, 1');
    expect(file.split('\r\n').filter((line) => line.startsWith('DTSTART'))).toHaveLength(1);
  });

  test('no line is longer than 75 octets, and folding loses no character (RFC 5545, 3.1)', () => {
    const title = 'ñ'.repeat(10_000);
    const long = calendarFile([{ ...entry, title }], new Date());
    expect(long.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
    expect(long.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
  });

  test('several dates are entries of one file', () => {
    const both = calendarFile([entry, { ...entry, uid: 'f-2@amparo' }], new Date());
    expect(both.match(/BEGIN:VCALENDAR|BEGIN:VEVENT|UID:f-\d/g)).toEqual([
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:f-1', 'BEGIN:VEVENT', 'UID:f-2'],
    ]);
  });
});
