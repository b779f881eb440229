/** How much of a body is sent, from 0 to 1; null while unknown, as in the worker. */
export type Fraction = number | null;

/** The items this page is sending right now. Kept in memory only. */
export interface Progress {
  begin(key: string): void;
  report(key: string, sent: number, total: number): void;
  end(key: string): void;
  /** By command key. The same object until something changes. */
  now(): ReadonlyMap<string, Fraction>;
  subscribe(listener: () => void): () => void;
}

export function createProgress(): Progress {
  let current: ReadonlyMap<string, Fraction> = new Map();
  const listeners = new Set<() => void>();

  function change(next: Map<string, Fraction>) {
    current = next;
    for (const listener of listeners) listener();
  }

  return {
    begin: (key) => change(new Map(current).set(key, null)),
    report: (key, sent, total) => change(new Map(current).set(key, total > 0 ? Math.min(1, sent / total) : null)),
    end(key) {
      const next = new Map(current);
      next.delete(key);
      change(next);
    },
    now: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
