import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { SECOND_MS } from './outcome.ts';

/** How often a claim is refreshed. */
export const HEARTBEAT_MS = 10 * SECOND_MS;
/** After this silence its holder is taken for dead or frozen (F1, F5). */
export const SILENCE_MS = 45 * SECOND_MS;

/** Whether somebody is sending the row right now. A claim from the future was made by a clock that was put back since. */
export const isClaimed = ({ claim }: Pick<OutboxRow, 'claim'>, now: number): boolean =>
  claim !== null && Math.abs(now - claim.at) <= SILENCE_MS;

/**
 * Takes the row for sending; null when it is gone, taken, or no longer to be sent. From here on the server may have it, so
 * the row says so before the first byte leaves: a kill in between must not make it look untouched (F1, F29).
 *
 * @returns the row as it was before
 */
export function takeClaim(db: Database, seen: OutboxRow, by: string, now: number): Promise<OutboxRow | null> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(seen.key);
    if (!row || isClaimed(row, now) || row.state !== seen.state || !isSameSeal(row, seen)) return null;
    await db.outbox.update(row.key, {
      state: 'sending',
      claim: { by, at: now },
      attempts: row.attempts + 1,
      unclear: true,
    });
    return row;
  });
}

/** Keeps a claim alive; false when it is no longer ours. */
export function renewClaim(db: Database, key: string, by: string, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(key);
    if (row?.claim?.by !== by) return false;
    await db.outbox.update(key, { claim: { by, at: now } });
    return true;
  });
}

/** Writes what became of an attempt and gives the claim back; false when somebody took it over meanwhile. */
export function giveBack(db: Database, key: string, by: string, change: Partial<OutboxRow>): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(key);
    if (row?.claim?.by !== by) return false;
    await db.outbox.put({ ...row, ...change, claim: null });
    return true;
  });
}

/** Whether the sealed part is still the one that was read: every sealing has an IV of its own. */
export const isSameSeal = (a: Pick<OutboxRow, 'iv'>, b: Pick<OutboxRow, 'iv'>): boolean =>
  a.iv.length === b.iv.length && a.iv.every((byte, index) => byte === b.iv[index]);
