import { MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import type { Timers } from '#ports/machine.ts';
import { onSense } from '#senses/page.ts';

const FIRST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/**
 * Tells the server again of what it could not be told, such as a lock (D57): when the page is used again, and after a pause that
 * doubles each time. A page that was suspended, or a server under maintenance, loses no connection that could return.
 *
 * @param tell resolves to whether nothing is left to tell
 * @returns a function to call after each report that failed. While another is planned it plans none.
 */
export function tellAgain(tell: () => Promise<boolean>, timers: Timers): () => void {
  let callOff: (() => void) | null = null;
  let wait = FIRST_WAIT_MS;

  async function again(): Promise<void> {
    callOff?.();
    callOff = null;
    if (await tell()) wait = FIRST_WAIT_MS;
  }

  return () => {
    if (callOff) return;
    const run = () => void again();
    const unsense = onSense(['online', 'shown', 'back', 'resumed'], run);
    const stop = timers.after(wait, run);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    callOff = () => {
      unsense();
      stop();
    };
  };
}
