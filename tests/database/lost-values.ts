import type { Table } from 'dexie';

/** As Chromium says that the file of a large value is gone. */
export const lostValue = (name = 'NotReadableError') =>
  new DOMException('Data lost due to missing file. Affected record should be considered irrecoverable', name);

/** From now on every read that meets one of these rows rejects. Their keys stay. */
export function loseValues<Row>(table: Pick<Table<Row>, 'hook'>, isLost: (row: Row) => boolean = () => true): void {
  table.hook('reading', (row) => {
    if (row !== undefined && isLost(row)) throw lostValue();
    return row;
  });
}
