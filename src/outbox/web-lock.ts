import type { LockPort } from './ports.ts';

/** The Web Locks API, shared by pages and workers of this origin. Where it is missing, the claims in the rows suffice. */
export function webLock(): LockPort {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  return {
    ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
      if (!locks) return work();
      return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : null)) as Promise<T | null>;
    },
  };
}
