import { pause, type Timers } from '#ports/machine.ts';

/** Holds a shared Web Lock, where the browser has them. Returns the function that releases it. */
export function holdLock(name: string): () => void {
  let release = () => {};
  const until = new Promise<void>((done) => {
    release = done;
  });
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}

/** Runs it while nobody else holds the lock. Null: not now; or never, in a browser without Web Locks. */
export async function whileFree<T>(name: string, run: () => Promise<T>): Promise<T | null> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return null;
  return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? run() : null));
}

/** How often it is held, by this page and others; 0 where there are no Web Locks. */
export async function timesHeld(name: string): Promise<number> {
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  return held.filter((lock) => lock.name === name).length;
}

/** Waits until nobody holds the lock, for `mostMs` at most. Where there are no Web Locks nobody is waited for. */
export async function whenReleased(name: string, timers: Timers, mostMs: number): Promise<void> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks || (await timesHeld(name)) === 0) return;
  const free = locks.request(name, () => {});
  await atMost(free, timers, mostMs);
}

/** Waits for the work, for `mostMs` at most. */
export async function atMost(work: Promise<unknown>, timers: Timers, mostMs: number): Promise<void> {
  await Promise.race([work, pause(timers, mostMs)]);
}
