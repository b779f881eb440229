import { addDays } from '#rules/dates.ts';
import { demoToday } from '#server/demo/demo-day.ts';

/** The year of the day that stands so many days from today in the demo's books. A year that is written down is one day not there. */
export const demoYear = (fromToday: number): string =>
  addDays(
    demoToday(() => new Date()),
    fromToday,
  ).slice(0, 4);
