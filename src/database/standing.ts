import { answer, openAsItIs } from './as-it-is.ts';

/** What a start page must know of the device. */
export interface Standing {
  /** Whether somebody's reading key lies here, whether or not their session is over. */
  reading: boolean;
  /** Whether somebody has signed in and not signed out. */
  sending: boolean;
  /** The number of queued items. */
  waiting: number;
}

/** Reads it from the database, if there is one. */
export async function readStanding(name: string): Promise<Standing> {
  const db = await openAsItIs(name);
  const nothing = { reading: false, sending: false, waiting: 0 };
  if (!db) return nothing;
  try {
    if (!db.objectStoreNames.contains('vault') || !db.objectStoreNames.contains('outbox')) return nothing;
    const tables = db.transaction(['vault', 'outbox']);
    const [reading, sending, waiting] = await Promise.all([
      answer<number>(tables.objectStore('vault').count('reading')),
      answer<number>(tables.objectStore('vault').count('sending')),
      answer<number>(tables.objectStore('outbox').count()),
    ]);
    return { reading: reading > 0, sending: sending > 0, waiting };
  } finally {
    db.close();
  }
}
