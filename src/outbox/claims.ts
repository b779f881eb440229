import type { Database } from '#database/open.ts';
import type { OutboxRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { SECOND_MS } from './outcome.ts';

/** How often a claim is refreshed. */
export const HEARTBEAT_MS = 10 * SECOND_MS;
/** A claim that was not refreshed for this long belongs to a dead or frozen page (F1, F5). */
export const SILENCE_MS = 45 * SECOND_MS;

/** Whether somebody is sending the row now. A claim from the future was made before the clock was set back. */
export const isClaimed = ({ claim }: Pick<OutboxRow, 'claim'>, now: number): boolean =>
  claim !== null && Math.abs(now - claim.at) <= SILENCE_MS;

/**
 * Claims the row for sending; null when it is gone, claimed or changed. The row becomes `unclear` before the first byte
 * leaves: after a kill in between, it must not look untouched (F1, F29).
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

/** Refreshes a claim; false when it is no longer ours. */
export function renewClaim(db: Database, key: string, by: string, now: number): Promise<boolean> {
  return changeRow(db, key, ({ claim }) => claim?.by === by && { claim: { by, at: now } });
}

/** Writes the result of an attempt and ends the claim; false when somebody else took the claim over meanwhile. */
export function giveBack(db: Database, key: string, by: string, change: Partial<OutboxRow>): Promise<boolean> {
  return changeRow(db, key, ({ claim }) => claim?.by === by && { ...change, claim: null });
}

/** Changes a row as it is now, in one transaction. False, with nothing written, when it is gone or `changeOf` says so. */
export function changeRow(
  db: Database,
  key: string,
  changeOf: (now: OutboxRow) => Partial<OutboxRow> | false,
): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const now = await db.outbox.get(key);
    const change = now && changeOf(now);
    if (!change) return false;
    await db.outbox.put({ ...now, ...change });
    return true;
  });
}
