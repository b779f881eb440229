/** Calendar dates are texts 'YYYY-MM-DD' (D17); what is done with them stands in rules/dates.ts. */

/** Whether the text is a day that exists, from year 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  // By arithmetic: a history asks this ten thousand times, and going through Date costs three times as much.
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
}

/** The first day that is no empty date: other systems write '0001-01-01' or '1900-01-01' for none (D94). */
const FIRST_DAY = '1900-01-02';
/** Nobody alive was born before. */
const FIRST_BIRTH = '1880-01-01';

/** Whether the text is a day that something happened on, or will (D94). */
export const isKnownDay = (text: string): boolean => isCalendarDate(text) && text >= FIRST_DAY;

/** Whether the text is a day that somebody can be born on. */
export const isBirthDay = (text: string): boolean => isCalendarDate(text) && text >= FIRST_BIRTH;

/**
 * A text that is a day with a time and a zone: 'Z', '+00:00', '-0500', or '-05' as PostgreSQL writes it, which no engine's Date
 * reads (ISO 8601 allows the three). Null without a zone, for a day that does not exist, and for any other text. Null also outside
 * the years 0001 to 9999, where `toISOString` writes what is no such text.
 */
export function instantOf(text: string): Date | null {
  const parts = /^([\d-]{10})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s?(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i.exec(
    text.trim(),
  );
  if (!parts || !isCalendarDate(parts[1] ?? '')) return null;
  const [, date, time = '', hours, minutes = '00'] = parts;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const instant = new Date(`${date}T${time.replace(',', '.')}${zone}`);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

/** Whether the text names a time zone of IANA's that this engine knows: 'America/Costa_Rica'. An offset does not. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Gregorian, also before 1582, as Date counts. */
function daysIn(month: number, year: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
