import { createStore, type Store } from '#rules/store.ts';

/** How much of a body is sent, from 0 to 1; null while unknown, as in the worker. */
export type Fraction = number | null;

/** The items this page is sending right now, by command key. Kept in memory only. */
export interface Progress extends Pick<Store<ReadonlyMap<string, Fraction>>, 'now' | 'subscribe'> {
  begin(key: string): void;
  report(key: string, sent: number, total: number): void;
  end(key: string): void;
}

export function createProgress(): Progress {
  const { now, set, subscribe } = createStore<ReadonlyMap<string, Fraction>>(new Map());
  return {
    begin: (key) => set(new Map(now()).set(key, null)),
    report: (key, sent, total) => set(new Map(now()).set(key, total > 0 ? Math.min(1, sent / total) : null)),
    end: (key) => set(new Map([...now()].filter(([other]) => other !== key))),
    now,
    subscribe,
  };
}
