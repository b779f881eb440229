import { CLOCK_STEP_MS, HOUR_MS } from '#contract/age.ts';
import { answer, openAsItIs } from './as-it-is.ts';
import { DEVICE, KEPT_MS, RELAY_DRAFT, UNCLAIMED } from './draft-form.ts';

/** What a start page must know of the device. */
export interface Standing {
  /** Whether somebody's reading key lies here, whether or not their session is over. */
  reading: boolean;
  /** Whether somebody has signed in and not signed out. */
  sending: boolean;
  /** The number of queued items. */
  waiting: number;
  /** The number of parts of drafts of no customer that may be over, or whose age is unknown. */
  over: number;
  /** Whether a visitor's registration has been begun here. */
  registering: boolean;
}

/**
 * Reads it from the database, if there is one.
 *
 * @param now the wall clock, in milliseconds
 */
export async function readStanding(name: string, now: number): Promise<Standing> {
  const db = await openAsItIs(name);
  const nothing = { reading: false, sending: false, waiting: 0, over: 0, registering: false };
  if (!db) return nothing;
  try {
    const needed = ['vault', 'outbox', 'drafts'];
    if (!needed.every((table) => db.objectStoreNames.contains(table))) return nothing;
    const tables = db.transaction(needed);
    const [reading, sending, waiting, nobodys] = await Promise.all([
      answer<number>(tables.objectStore('vault').count('reading')),
      answer<number>(tables.objectStore('vault').count('sending')),
      answer<number>(tables.objectStore('outbox').count()),
      readNobodys(tables.objectStore('drafts'), now),
    ]);
    return { reading: reading > 0, sending: sending > 0, waiting, ...nobodys };
  } finally {
    db.close();
  }
}

/** What is not young enough to stay is counted. Exactly what is over the app's own database knows (outbox/draft-ages.ts). */
async function readNobodys(drafts: IDBObjectStore, now: number): Promise<Pick<Standing, 'over' | 'registering'>> {
  const keysOf = (index: string, range: IDBKeyRange | string) =>
    answer<[string, string][]>(drafts.index(index).getAllKeys(range) as IDBRequest);
  const younger = async (life: number) => {
    const keys = await keysOf('at', IDBKeyRange.bound(now - life, now + CLOCK_STEP_MS));
    return new Set(keys.map(String));
  };
  const [nobodys, hour, days] = await Promise.all([keysOf('owner', DEVICE), younger(HOUR_MS), younger(KEPT_MS)]);
  const staysShort = ([id]: [string, string]) => id === UNCLAIMED || id === RELAY_DRAFT;
  const over = nobodys.filter((key) => !(staysShort(key) ? hour : days).has(String(key))).length;
  return { over, registering: !nobodys.every(staysShort) };
}
