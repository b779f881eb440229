/**
 * Ends what is asked of the network after so many milliseconds (0: never), or when the caller ends it. AbortSignal.any and
 * .timeout are missing in browsers that are still in use, so both reasons are joined by hand.
 */
export function limited(outer: AbortSignal | undefined, milliseconds: number) {
  const controller = new AbortController();
  const end = () => controller.abort();
  const start = () => (milliseconds > 0 ? setTimeout(end, milliseconds) : undefined);
  let timer = start();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
  });
  // Nobody may be waiting when it ends.
  ended.catch(() => undefined);
  outer?.addEventListener('abort', end);
  if (outer?.aborted) end();
  return {
    signal: controller.signal,
    /** Rejects when it is ended, even when what is waited for does not listen to the signal. */
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([ended, work]),
    /** Something came: the time begins anew. */
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
