import { type Timers, thisMachine } from './machine.ts';

/**
 * Aborts a network call after this many milliseconds (0: never), or when the caller aborts it. Some supported browsers lack
 * AbortSignal.any and AbortSignal.timeout, so this does both by hand.
 */
export function limited(outer: AbortSignal | undefined, milliseconds: number, { after }: Timers = thisMachine.timers) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const start = () => (milliseconds > 0 ? after(milliseconds, end) : () => {});
  let callOff = start();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
  });
  // Nobody may be waiting; without this the browser would report an unhandled rejection.
  ended.catch(() => undefined);
  outer?.addEventListener('abort', end);
  if (outer?.aborted) end();
  return {
    signal: controller.signal,
    /** Rejects when the limit ends, even when `work` ignores the signal. */
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([ended, work]),
    /** Restarts the time, because something arrived. */
    heard() {
      callOff();
      callOff = start();
    },
    clear() {
      callOff();
      outer?.removeEventListener('abort', end);
    },
  };
}

/** What the work ends with; null when that takes longer than `mostMs`. */
export async function atMost<T>(work: Promise<T>, { after }: Timers, mostMs: number): Promise<T | null> {
  let callOff = () => {};
  const late = new Promise<null>((resolve) => {
    callOff = after(mostMs, () => resolve(null));
  });
  return Promise.race([work, late]).finally(callOff);
}
