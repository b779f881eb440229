import type { Versions } from '#contract/groups.ts';

/** Rows that a screen shows together under one heading; the label is empty where there is none. */
export interface Group<Row> {
  label: string;
  rows: Row[];
}

/** Which state of the server's the rows are. */
export interface Stamp {
  etag: string | null;
  /** Of the groups they travelled in, which need not be those of a screen; null where the backend names none. */
  versions: Versions | null;
}

/** What is mirrored already; its rows are only opened when what changed comes alone. */
export interface Held<Row> extends Stamp {
  open(): Promise<Group<Row>[] | null>;
}

/** All rows in one group without a heading; no group at all when there are none. */
export function together<Row>(rows: readonly Row[]): Group<Row>[] {
  return rows.length === 0 ? [] : [{ label: '', rows: [...rows] }];
}
