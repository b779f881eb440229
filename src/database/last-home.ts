import { openJson } from '#vault/codec.ts';
import { answer, openAsItIs } from './as-it-is.ts';
import { contextOf } from './row-context.ts';
import type { ActivityRow, LastHomeRow, ReadingRow } from './rows.ts';

/** What the database says at a start, before anything else of the app is loaded. */
export interface LastHomeFound {
  /** The customer's last activity, in milliseconds since 1970. */
  activity: number;
  /** What was sealed; the caller parses it. */
  value: unknown;
}

/**
 * Reads the last home of the customer whose session is open. Null when there is none, when a passkey keeps the key off the device, or when it does not open.
 */
export async function readLastHome(name: string): Promise<LastHomeFound | null> {
  const db = await openAsItIs(name);
  if (!db) return null;
  try {
    if (!db.objectStoreNames.contains('lastHomes')) return null;
    const tables = db.transaction(['vault', 'lastHomes']);
    const get = <T>(table: string, key: string) => answer<T | undefined>(tables.objectStore(table).get(key));
    const [reading, activity] = await Promise.all([
      get<ReadingRow>('vault', 'reading'),
      get<ActivityRow>('vault', 'activity'),
    ]);
    if (!reading || !('readKey' in reading) || !activity) return null;
    const row = await get<LastHomeRow>('lastHomes', reading.owner);
    const value = row && (await openJson(reading.readKey, row, contextOf(placeOf(row.owner))));
    return value ? { activity: activity.at, value } : null;
  } finally {
    db.close();
  }
}

export const placeOf = (owner: string) => ({ table: 'lastHomes', row: owner, owner });
