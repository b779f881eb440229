import { Dexie } from 'dexie';
import type { TableName } from './open.ts';

/** What no screen shows: when and by whom rows were read, which changes at each visit. */
const unseen: readonly string[] = ['pulls', 'session', 'lastHomes', 'vault'] satisfies TableName[];

/** Calls `changed` when any tab has changed rows that screens show. Returns a function that stops it. */
export function onRowsChanged(changed: () => void): () => void {
  const look = (parts: object) => {
    // 'idb://<database>/<table>/<index>'
    if (Object.keys(parts).some((part) => !unseen.includes(part.split('/')[3] ?? ''))) changed();
  };
  Dexie.on.storagemutated.subscribe(look);
  return () => Dexie.on.storagemutated.unsubscribe(look);
}
