let outdated = false;
const listeners = new Set<() => void>();

/** Notes whether the backend still understands this version (D51). */
export function tellOutdated(now: boolean): void {
  if (now === outdated) return;
  outdated = now;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. Returns a function that stops listening. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isOutdated = (): boolean => outdated;
