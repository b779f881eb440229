import { addDays, daysBetween, today } from '#rules/dates.ts';

const EPOCH = '1970-01-01';

/** A document's day for the books, in days since 1970: this many days from today. */
export const documentDay = (now: Date, fromToday: number): number =>
  daysBetween(EPOCH, addDays(today(now, 'UTC'), fromToday));

/** The calendar date of a document's day in the books. */
export const documentDate = (day: number): string => addDays(EPOCH, day);
