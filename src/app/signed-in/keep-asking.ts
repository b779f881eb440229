import type { Session } from '#session/session.ts';
import { signs } from './inactivity.ts';

const EVERY_MS = 60_000;
/** After so many minutes without a sign of the customer nothing is asked. */
const USED_MINUTES = 5;

/**
 * Asks the server whether the session still stands (D83): now, every minute while this page is visible and used, and at once
 * when the customer or the connection returns. A page that is hidden or idle asks nothing. It reads no clock, which whoever
 * holds the device could set back.
 *
 * @returns a function that stops it
 */
export function keepAsking(session: Pick<Session, 'ask'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = 0;
  const ask = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(minute, EVERY_MS);
    if (!navigator.onLine) return;
    session.ask().catch((error: unknown) => console.error('session: whether it stands could not be asked', error));
  };
  const minute = () => {
    if (idle >= USED_MINUTES) return;
    idle += 1;
    ask();
  };
  const use = () => {
    const returns = idle >= USED_MINUTES;
    idle = 0;
    if (returns) ask();
  };
  const comeBack = () => {
    idle = 0;
    ask();
  };
  for (const sign of signs) window.addEventListener(sign, use, { passive: true, capture: sign === 'scroll' });
  document.addEventListener('visibilitychange', comeBack);
  window.addEventListener('online', comeBack);
  ask();
  return () => {
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, use, { capture: sign === 'scroll' });
    document.removeEventListener('visibilitychange', comeBack);
    window.removeEventListener('online', comeBack);
  };
}
