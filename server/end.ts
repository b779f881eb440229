import type { Timers } from '#ports/machine.ts';
import { IN_HAND_MS } from './jobs/start.ts';
import type { Listening } from './listen.ts';

/** What is in hand, and the database that closes behind it. A database that is frozen does not say goodbye. */
export const CLOSE_WITHIN_MS = IN_HAND_MS + 5_000;

/**
 * Ends the process: what is under way is answered first, then the database closes. The code is 1 where a caller or work behind
 * the answers was cut off, or the database did not write all that it holds.
 */
export async function end(
  { stop }: Pick<Listening, 'stop'>,
  drain: number,
  close: () => Promise<boolean>,
  { after }: Timers,
  exit: (code: number) => void = process.exit,
): Promise<void> {
  const whole = await stop({ drain });
  const callOff = after(CLOSE_WITHIN_MS, () => exit(1));
  const isClosed = await close().catch((error: unknown) => {
    console.error('The database did not close', error);
    return false;
  });
  callOff();
  exit(whole && isClosed ? 0 : 1);
}
