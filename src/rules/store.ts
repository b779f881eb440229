export interface Listeners {
  /** Returns a function that stops listening, as useSyncExternalStore wants it. */
  subscribe(listener: () => void): () => void;
  tell(): void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}

export interface Store<T> extends Pick<Listeners, 'subscribe'> {
  /** The same object until something changes. */
  now(): T;
  set(next: T): void;
}

/** A value that changes outside of React and tells its listeners. */
export function createStore<T>(value: T): Store<T> {
  const { subscribe, tell } = createListeners();
  let current = value;
  const set = (next: T) => {
    if (Object.is(next, current)) return;
    current = next;
    tell();
  };
  return { now: () => current, set, subscribe };
}
