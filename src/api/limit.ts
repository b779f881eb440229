/**
 * Aborts a network call after this many milliseconds (0: never), or when the caller aborts it. Browsers that are still in use
 * lack AbortSignal.any and AbortSignal.timeout, so both reasons are joined by hand.
 */
export function limited(outer: AbortSignal | undefined, milliseconds: number) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const start = () => (milliseconds > 0 ? setTimeout(end, milliseconds) : undefined);
  let timer = start();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
  });
  // A rejection that nobody waits for is no error.
  ended.catch(() => undefined);
  outer?.addEventListener('abort', end);
  if (outer?.aborted) end();
  return {
    signal: controller.signal,
    /** Rejects when it is ended, even when what is waited for does not listen to the signal. */
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([ended, work]),
    /** Restarts the time: something arrived. */
    heard() {
      clearTimeout(timer);
      timer = start();
    },
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', end);
    },
  };
}
