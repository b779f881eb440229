import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { isClaimed } from './claims.ts';

/** Parks the other items when the server does not know the tokens. They wait for a sign-in and no attempt counts (F6). */
export function parkWaiting(db: Database, owner: string, now: number): Promise<number> {
  const waits = (row: OutboxRow) => (row.state === 'waiting' || row.state === 'sending') && !isClaimed(row, now);
  return move(db, owner, waits, { state: 'parked', claim: null });
}

/** After a sign-in: parked items are due at once. */
export function resumeParked(db: Database, owner: string): Promise<number> {
  return move(db, owner, ({ state }) => state === 'parked', { state: 'waiting', nextAt: 0 });
}

function move(
  db: Database,
  owner: string,
  which: (row: OutboxRow) => boolean,
  change: Partial<Pick<OutboxRow, 'state' | 'nextAt' | 'claim'>>,
): Promise<number> {
  return db.transaction('rw', db.outbox, () => db.outbox.where('owner').equals(owner).and(which).modify(change));
}
