import { DATABASE_NAME } from '#database/name.ts';
import { readStanding } from '#database/standing.ts';
import { onSense } from '#senses/page.ts';
import { readHint } from './hint.ts';

/**
 * Sends what waits while the start screen is shown, also what another window queues and leaves behind (F23). The app's own
 * database loads once something waits.
 *
 * @param waiting how many items waited a moment ago
 * @param onWaiting called with their number, and again when it changes
 * @returns a function that ends it
 */
export function drainHere(waiting: number, onWaiting: (count: number) => void): () => void {
  let stop: (() => void) | null = null;
  let over = false;
  const begin = async () => {
    const { keepDraining } = await import('./draining.ts');
    if (!over) stop ??= keepDraining(onWaiting);
  };
  const look = async () => {
    if (!stop && (await readStanding(DATABASE_NAME, Date.now())).waiting > 0) await begin();
  };
  // Nothing on this screen needs it, so the next of these tries again.
  const lookAgain = () => void look().catch(() => undefined);
  const unsense = onSense(['online', 'shown', 'back'], lookAgain);
  // Another window wrote the hint.
  const onStored = () => {
    if (readHint().waiting > 0) lookAgain();
  };
  window.addEventListener('storage', onStored);
  if (waiting > 0) void begin().catch(() => undefined);
  return () => {
    over = true;
    unsense();
    window.removeEventListener('storage', onStored);
    stop?.();
  };
}
