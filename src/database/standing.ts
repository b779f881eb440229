import { answer, openAsItIs } from './as-it-is.ts';
import { DEVICE } from './draft-form.ts';

/** What a start page must know of the device. */
export interface Standing {
  /** Whether somebody's reading key lies here, whether or not their session is over. */
  reading: boolean;
  /** Whether somebody has signed in and not signed out. */
  sending: boolean;
  /** The number of queued items. */
  waiting: number;
  /** The number of parts of drafts that belong to no customer. */
  visitors: number;
}

/** Reads it from the database, if there is one. */
export async function readStanding(name: string): Promise<Standing> {
  const db = await openAsItIs(name);
  const nothing = { reading: false, sending: false, waiting: 0, visitors: 0 };
  if (!db) return nothing;
  try {
    const needed = ['vault', 'outbox', 'drafts'];
    if (!needed.every((table) => db.objectStoreNames.contains(table))) return nothing;
    const tables = db.transaction(needed);
    const [reading, sending, waiting, visitors] = await Promise.all([
      answer<number>(tables.objectStore('vault').count('reading')),
      answer<number>(tables.objectStore('vault').count('sending')),
      answer<number>(tables.objectStore('outbox').count()),
      answer<number>(tables.objectStore('drafts').index('owner').count(DEVICE)),
    ]);
    return { reading: reading > 0, sending: sending > 0, waiting, visitors };
  } finally {
    db.close();
  }
}
