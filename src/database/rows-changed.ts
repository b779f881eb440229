import { Dexie } from 'dexie';
import type { TableName } from './open.ts';

/** Whether a screen shows what the table holds. The others say how and by whom it was read, which changes at each visit. */
const isShown: Record<TableName, boolean> = {
  payments: true,
  bills: true,
  refunds: true,
  documents: true,
  tickets: true,
  roles: true,
  dependents: true,
  ticketTypes: true,
  personalInformation: true,
  policies: true,
  cards: true,
  outbox: true,
  outboxFiles: true,
  receipts: true,
  news: true,
  savedDocuments: true,
  drafts: true,
  pulls: false,
  session: false,
  lastHomes: false,
  vault: false,
};

/** Calls `changed` when any tab has changed rows that screens show. Returns a function that stops it. */
export function onRowsChanged(changed: () => void): () => void {
  const look = (parts: object) => {
    // 'idb://<database>/<table>/<index>'
    const tables = Object.keys(parts).map((part) => part.split('/')[3] ?? '');
    if (tables.some((table) => isShown[table as TableName] ?? true)) changed();
  };
  Dexie.on.storagemutated.subscribe(look);
  return () => Dexie.on.storagemutated.unsubscribe(look);
}
