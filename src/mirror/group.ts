/** Rows that a screen shows together under one heading; the label is empty where there is none. */
export interface Group<Row> {
  label: string;
  rows: Row[];
}

/** All rows in one group without a heading; no group at all when there are none. */
export function together<Row>(rows: readonly Row[]): Group<Row>[] {
  return rows.length === 0 ? [] : [{ label: '', rows: [...rows] }];
}
