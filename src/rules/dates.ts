import { ageOf, DAY_MS, MINUTE_MS } from '#contract/age.ts';
import { instantOf, isCalendarDate, isKnownDay } from '#contract/calendar.ts';
import { folded } from './folded.ts';

/**
 * Calendar dates are texts 'YYYY-MM-DD' and never instants (D17): the same day is shown in every time zone. As texts of
 * fixed width they compare with `<`, `>` and `===`. Arithmetic goes through UTC, where each day has 24 hours.
 */

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const LONG_MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
);
const SHORT_MONTHS = LONG_MONTHS.map((month) => month.slice(0, 3));

/** What we use of Temporal (ECMAScript 2027). Older browsers have none. */
interface Zones {
  Now: { timeZoneId(): string };
  Instant: {
    fromEpochMilliseconds(at: number): {
      toZonedDateTimeISO(zone: string): { year: number; month: number; day: number };
    };
  };
}

/** The browser's own formats take 35 ms of a desktop's processor at their first use, and home would wait for it at each launch. */
const zones = () => (globalThis as { Temporal?: Zones }).Temporal;

/** The calendar date of an instant: on this device, or in the named IANA time zone. */
export function today(now: Date, timeZone?: string): string {
  if (timeZone === undefined) return isoDate(now.getFullYear(), now.getMonth() + 1, now.getDate());
  const there = zones()?.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  if (there) return isoDate(there.year, there.month, there.day);
  const parts = formatOf(timeZone).formatToParts(now);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return isoDate(value('year'), value('month'), value('day'));
}

/** Making one takes a hundred times as long as using it, and lists ask for the date of each row. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when the engine does not know the time zone */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const there = formats.get(timeZone);
  if (there) return there;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

/** The IANA time zone of this device, as commands carry it (D53); '' where the engine does not say. */
export const timeZoneHere = (): string =>
  zones()?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

/**
 * The calendar date in a text of the wire that is a date, a date with a time, or an instant with a zone. Only an instant
 * with a zone depends on the customer's zone. Null for any other text, and for an empty date of another system (D94).
 */
export function dateOf(text: string, timeZone?: string): string | null {
  const date = text.slice(0, 10);
  if (!isKnownDay(date)) return null;
  if (text.length === 10) return date;
  const instant = instantOf(text);
  return instant === null ? date : today(instant, timeZone);
}

/** The date `days` later, or earlier when negative; limited to the years 0001 to 9999. */
export function addDays(date: string, days: number): string {
  return fromDayNumber((dayNumber(date) ?? 0) + Math.trunc(days));
}

/** Days from one calendar date to another; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
}

/** Whole years of 365.25 days between a birth date and today, literally (V5.13, D46). */
export function ageOn(birthDate: string, today: string): number {
  return Math.floor(daysBetween(birthDate, today) / 365.25);
}

/** Completed years of a life, as people count them: a year more on each birthday. */
export function yearsSince(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Converts a typed 'dd-mm-aaaa' to 'YYYY-MM-DD'; null unless the day exists. */
export function fromTypedDate(typed: string): string | null {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(typed.trim());
  if (!parts) return null;
  const date = `${parts[3]}-${parts[2]}-${parts[1]}`;
  return isCalendarDate(date) ? date : null;
}

/** Converts 'YYYY-MM-DD' to 'dd-mm-aaaa' for a field; '' when there is no date. */
export function toTypedDate(date: string | null): string {
  const parts = SHAPE.exec(date ?? '');
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : '';
}

/** '3 de diciembre de 2026' (H9.4); '' when there is no date. */
export function longDate(date: string | null): string {
  const parts = partsOf(date);
  return parts ? `${parts.day} de ${LONG_MONTHS[parts.month - 1]} de ${parts.year}` : '';
}

/** Day, Spanish month abbreviation and year, separately for cards (H2.38); null when there is no date. */
export function dateParts(date: string | null): { day: string; month: string; year: string } | null {
  const parts = partsOf(date);
  return parts && { day: `${parts.day}`, month: SHORT_MONTHS[parts.month - 1] ?? '', year: `${parts.year}` };
}

/** A card's date: '03' over 'dic', and in full for screen readers (H2.38); null when there is no date. */
export function cardDate(date: string | null): { day: string; month: string; year: string; full: string } | null {
  const parts = dateParts(date);
  return parts && { ...parts, day: parts.day.padStart(2, '0'), full: longDate(date) };
}

/** The name of a month from 1 to 12: 'junio', or 'jun' where room is short (H2.38). */
export const monthName = (month: number): string => LONG_MONTHS[month - 1] ?? '';
export const shortMonthName = (month: number): string => SHORT_MONTHS[month - 1] ?? '';

/** The month from 1 to 12 that a word names: 'abril', 'Abr', 'setiembre'; 0 for any other word. */
export function monthNumber(word: string): number {
  const name = folded(word).replace(/^set(iembre)?$|^sept$/, 'sep');
  return LONG_MONTHS.findIndex((month, place) => month === name || SHORT_MONTHS[place] === name) + 1;
}

/** '18 nov 2026' (H2.38, H9.4); '' when there is no date. */
export function shortDate(date: string | null): string {
  const parts = dateParts(date);
  return parts ? `${parts.day} ${parts.month} ${parts.year}` : '';
}

/** '16 nov', with the year when it is not this one. */
export function shortly(date: string, today: string): string {
  const parts = dateParts(date);
  return date.slice(0, 4) === today.slice(0, 4) && parts ? `${parts.day} ${parts.month}` : shortDate(date);
}

/** 'jueves'; '' when there is no such day. */
export const weekday = (date: string): string =>
  partsOf(date) ? new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'UTC' }).format(new Date(date)) : '';

/** A day nearer than half a year needs no year. */
const NEAR_DAYS = 183;

/** '20 de diciembre', with the year when the day is not near. */
export function nearDate(date: string, today: string): string {
  return isNear(date, today) ? longDate(date).replace(/ de \d{4}$/, '') : longDate(date);
}

/** The same where room is short: '20 dic'. */
export function shortNearDate(date: string, today: string): string {
  return isNear(date, today) ? shortDate(date).replace(/ \d{4}$/, '') : shortDate(date);
}

const isNear = (date: string, today: string): boolean => Math.abs(daysBetween(today, date)) < NEAR_DAYS;

/**
 * A pattern for calendar dates of a typed month or year: 'junio', 'jun. 2025', 'junio de 2025', '06/2025', '2025-06',
 * '2025'. Null when the text names neither.
 */
export function monthIn(typed: string): RegExp | null {
  const plain = folded(typed);
  const figures =
    /^(?:(\d{1,2})[-/.\s])?((?:19|20)\d{2})$/.exec(plain) ?? /^()((?:19|20)\d{2})[-/.\s](\d{1,2})$/.exec(plain);
  if (figures) {
    const month = figures[1] || figures[3];
    return month === undefined ? new RegExp(`^${figures[2]}-`) : monthOf(figures[2] ?? '', Number(month));
  }
  const named = /^(\p{L}{3,10})\.?(?:\s+(?:del?\s+)?((?:19|20)\d{2}))?$/u.exec(plain);
  return named && monthOf(named[2] ?? '\\d{4}', monthNumber(named[1] ?? ''));
}

const monthOf = (year: string, month: number): RegExp | null =>
  month >= 1 && month <= 12 ? new RegExp(`^${year}-${String(month).padStart(2, '0')}-`) : null;

/** The hour of an instant on this device: '9:05', '22:23'. */
export const timeOfDay = (at: Date): string => `${at.getHours()}:${String(at.getMinutes()).padStart(2, '0')}`;

/** That hour in a sentence: 'a las 9:05', 'a la 1:05'. */
export const atHour = (at: Date): string => `a ${at.getHours() === 1 ? 'la' : 'las'} ${timeOfDay(at)}`;

/** An instant as '3 de diciembre de 2026, 14:05', on this device or in the named time zone; '' when it is not one. */
export function longDateAndTime(instant: string, timeZone?: string): string {
  const moment = instantOf(instant);
  if (moment === null) return '';
  const time = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return `${longDate(today(moment, timeZone))}, ${time.format(moment)}`;
}

export const JUST_NOW = 'hace un momento';

/**
 * How long ago something was: 'hace un momento', 'hace 5 min', 'hace 2 h', 'hace 3 días'; from 30 days on the date. A `then`
 * of up to a day ahead, after a clock was set back, reads as 'hace un momento'. Further ahead a clock was wrong (F60): the date.
 */
export function timeAgo(then: Date, now: Date, timeZone?: string): string {
  const age = ageOf(then.getTime(), now.getTime(), DAY_MS);
  if (age === null) return `el ${shortDate(today(then, timeZone))}`;
  const minutes = Math.floor(age / MINUTE_MS);
  if (minutes < 1) return JUST_NOW;
  if (minutes < 60) return `hace ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `hace ${hours} h`;
  const days = Math.floor(hours / 24);
  if (days < 30) return days === 1 ? 'hace 1 día' : `hace ${days} días`;
  return `el ${shortDate(today(then, timeZone))}`;
}

/** Null for a day that does not exist, such as 30 February. */
function partsOf(date: string | null): { day: number; month: number; year: number } | null {
  if (date === null || !isCalendarDate(date)) return null;
  return { day: Number(date.slice(8)), month: Number(date.slice(5, 7)), year: Number(date.slice(0, 4)) };
}

/** Days since 1970-01-01; null when the text does not have the shape of a date. */
function dayNumber(date: string): number | null {
  const parts = SHAPE.exec(date);
  if (!parts) return null;
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
  return Math.round(new Date(0).setUTCFullYear(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) / DAY_MS);
}

const FIRST_DAY = -719_162; // 0001-01-01
const LAST_DAY = 2_932_896; // 9999-12-31

function fromDayNumber(days: number): string {
  const kept = Number.isNaN(days) ? 0 : Math.min(Math.max(days, FIRST_DAY), LAST_DAY);
  return new Date(kept * DAY_MS).toISOString().slice(0, 10);
}

function isoDate(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
