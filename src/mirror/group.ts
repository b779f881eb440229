import type { Versions } from '#contract/groups.ts';

/** Rows that a screen shows together under one heading; the label is empty where there is none. */
export interface Group<Row> {
  label: string;
  rows: Row[];
}

/** Which state of the server the rows show. */
export interface Stamp {
  etag: string | null;
  /** Versions of the groups in the answer, which may differ from a screen's groups; null when the server sends none. */
  versions: Versions | null;
}

/** The rows on the device. They are only opened when the answer holds changes alone. */
export interface Held<Row> extends Stamp {
  open(): Promise<Group<Row>[] | null>;
}

/**
 * How much of a place is opened, unless all of it is open already. 'first': the first record, so that a new screen paints
 * without waiting for ten years of history. 'aside' and `isBefore`: not kept in memory, because a summary of many places must
 * not evict those that a screen comes back to; with `isBefore` the records from the newest to the one whose last row is
 * before.
 */
export type Extent<Row> = 'first' | 'aside' | { isBefore: (row: Row) => boolean };
/** All of it, of which nothing stays in memory: what is read before it is replaced. */
export const WHOLE = { isBefore: () => false };

/** All rows in one group without a heading; no group when there are no rows. */
export function together<Row>(rows: readonly Row[]): Group<Row>[] {
  return rows.length === 0 ? [] : [{ label: '', rows: [...rows] }];
}
