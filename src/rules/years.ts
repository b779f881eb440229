import { monthName } from './dates.ts';
import { capital } from './joined.ts';

export interface YearOf<T> {
  /** '2026'; '' for rows without a readable date, which come last. */
  year: string;
  rows: T[];
}

/**
 * Rows by the year of their date, years descending; within a year in the order of `compare`.
 *
 * @param dateFor a calendar date, or '' when a row has none
 */
export function byYear<T>(
  rows: readonly T[],
  dateFor: (row: T) => string,
  compare: (a: Dated<T>, b: Dated<T>) => number,
): YearOf<T>[] {
  const years = new Map<string, Dated<T>[]>();
  for (const row of rows) {
    const date = dateFor(row);
    const year = date.slice(0, 4);
    const same = years.get(year);
    if (same) same.push({ row, date });
    else years.set(year, [{ row, date }]);
  }
  return [...years]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([year, dated]) => ({ year, rows: dated.sort(compare).map(({ row }) => row) }));
}

/** A year's rows by month, in their order: 'Noviembre de 2025'. */
export function byMonth<T>(
  { label: year, rows }: { label: string; rows: readonly T[] },
  dateFor: (row: T) => string,
): { label: string; rows: T[] }[] {
  const months: { month: string; label: string; rows: T[] }[] = [];
  for (const row of rows) {
    const month = dateFor(row).slice(5, 7);
    const last = months.at(-1);
    if (last?.month === month) last.rows.push(row);
    else months.push({ month, label: `${capital(monthName(Number(month)))} de ${year}`, rows: [row] });
  }
  return months;
}

/** How many rows the groups hold together. */
export const countOf = (groups: readonly { rows: readonly unknown[] }[]): number =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0);

export interface Dated<T> {
  row: T;
  date: string;
}

/** The order of most lists: latest date first; rows of one day keep their order. */
export function newestDateFirst(a: Dated<unknown>, b: Dated<unknown>): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : 0;
}
