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

/** All rows in one group without a heading; no group when there are no rows. */
export function together<Row>(rows: readonly Row[]): Group<Row>[] {
  return rows.length === 0 ? [] : [{ label: '', rows: [...rows] }];
}
