import { ageOf } from '#contract/age.ts';
import type { Database } from '#database/open.ts';
import { withRoom } from '#database/storage.ts';
import { watchRows } from '#database/watch-rows.ts';
import { INACTIVITY_MS } from './inactivity.ts';
import { storedSession } from './state.ts';

/** Activity is written at most this often. So another tab may lock up to this much early, but never late. */
const WRITE_EVERY_MS = 10_000;

/**
 * The inactivity of all tabs together, by the wall clock: timers stop while a device sleeps. A clock earlier than a time
 * already seen counts as expired; otherwise setting it back would keep a session open.
 */
export function createActivity(db: Database, clock: () => number) {
  // The activity row that this tab last read, and the latest time it has seen.
  let row = Number.NaN;
  let seen = 0;
  // Later than the row where the device has no room to say so: a customer in use is not locked for that (F16).
  let unkept = Number.NEGATIVE_INFINITY;
  let touched = Number.NEGATIVE_INFINITY;

  /** Milliseconds until the lock; 0 when it is due. */
  function left(at: number | null): number {
    const now = clock();
    if (at === null) return 0;
    if (at !== row) {
      row = at;
      seen = at;
      unkept = Number.NEGATIVE_INFINITY;
    }
    if (ageOf(seen, now) === null) return 0;
    seen = Math.max(seen, now);
    return Math.max(0, INACTIVITY_MS - (seen - Math.max(at, unkept)));
  }

  /** The same by what is stored, whether or not this page has the keys. */
  async function remaining(): Promise<number> {
    return left((await storedSession(db)).activeAt);
  }

  /**
   * Records activity of the customer. False when no session is open or it has already expired.
   *
   * @param ago milliseconds since then
   */
  async function touch(ago = 0): Promise<boolean> {
    const now = clock() - ago;
    const age = ageOf(touched, now);
    if (age !== null && age < WRITE_EVERY_MS) return true;
    let at: number | null = null;
    const written = await withRoom(db, () =>
      db.transaction('rw', db.vault, db.session, async () => {
        const { reading, activeAt } = await storedSession(db);
        // A sleeping tab notes late what another one has noted since.
        at = reading && left(activeAt) > 0 ? Math.max(now, activeAt ?? now) : null;
        if (at !== null) await db.vault.put({ id: 'activity', at });
        return at;
      }),
    );
    if (!written.ok && at !== null) unkept = at;
    touched = at === null ? Number.NEGATIVE_INFINITY : now;
    return at !== null;
  }

  /** Whose session is open; null when nobody's is. */
  async function owner(): Promise<string | null> {
    return (await storedSession(db)).reading?.owner ?? null;
  }

  /** Tells the owner now, and at each activity, lock or sign-in in any tab. Returns a function that stops it. */
  const watch = (next: (owner: string | null) => void): (() => void) => watchRows(db, owner, next);

  return { left, remaining, touch, owner, watch };
}
