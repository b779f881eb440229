let overtaken = false;
const listeners = new Set<() => void>();

/** Notes that another tab runs a newer version, which has changed the database's tables (F22). */
export function tellOvertaken(): void {
  overtaken = true;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. Returns a function that stops listening. */
export function onOvertaken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isOvertaken = (): boolean => overtaken;
