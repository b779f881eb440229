import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { isClaimed } from './claims.ts';

/** Parks the other items when the server does not know the tokens. They wait for a sign-in and no attempt counts (F6). */
export function parkWaiting(db: Database, owner: string, now: number): Promise<number> {
  const waits = (row: OutboxRow) => (row.state === 'waiting' || row.state === 'sending') && !isClaimed(row, now);
  return itemsOf(db, owner).and(waits).modify({ state: 'parked', claim: null });
}

/** After a sign-in: parked items are due at once. */
export function resumeParked(db: Database, owner: string): Promise<number> {
  const parked = itemsOf(db, owner).and(({ state }) => state === 'parked');
  return parked.modify({ state: 'waiting', nextAt: 0 });
}

const itemsOf = (db: Database, owner: string) => db.outbox.where('owner').equals(owner);
