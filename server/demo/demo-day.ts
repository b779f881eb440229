import { addDays, daysBetween, today } from '#rules/dates.ts';
import type { Clock } from '../clock.ts';

/** The demo insurer is at home in the westernmost of its countries, so that no day of its books is ahead of a customer's there. */
export const DEMO_ZONE = 'America/Costa_Rica';

/** The day the demo's offsets are counted from. */
export const demoToday = (clock: Clock): string => today(clock(), DEMO_ZONE);

const EPOCH = '1970-01-01';

/** A document's day for the books, in days since 1970: this many days from today, in the insurer's zone or the one given. */
export const documentDay = (now: Date, fromToday: number, timeZone = DEMO_ZONE): number =>
  daysBetween(EPOCH, addDays(today(now, timeZone), fromToday));

/** The calendar date of a document's day in the books. */
export const documentDate = (day: number): string => addDays(EPOCH, day);
