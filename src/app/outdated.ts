let outdated = false;
const listeners = new Set<() => void>();

/** Whether the backend has just said that it no longer understands this version (D51). */
export function tellOutdated(now: boolean): void {
  if (now === outdated) return;
  outdated = now;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. Returns the way to stop listening. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isOutdated = (): boolean => outdated;
