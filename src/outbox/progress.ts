/** How far a body is on its way, as a part of 1; null while that is not known (the worker cannot see it). */
export type Fraction = number | null;

/** What this page is sending right now. Nothing of it is stored: a page that dies takes its progress with it. */
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
