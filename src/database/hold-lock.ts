import { atMost } from '#ports/limit.ts';
import type { Timers } from '#ports/machine.ts';

export { atMost };

/** Holds a shared Web Lock, where the browser has them. Returns the function that releases it. */
export const holdLock = (name: string): (() => void) => askLock(name).release;

/** `held` resolves once nobody else has it alone, and at once where there are no Web Locks. */
function askLock(name: string): { held: Promise<void>; release: () => void } {
  let release = () => {};
  const until = new Promise<void>((done) => {
    release = done;
  });
  const { locks } = globalThis.navigator ?? {};
  const held = new Promise<void>((begin) => {
    const hold = () => {
      begin();
      return until;
    };
    if (locks) locks.request(name, { mode: 'shared' }, hold).catch(() => begin());
    else begin();
  });
  return { held, release };
}

/** Runs it with a shared Web Lock. Whoever has it alone is waited for, `mostMs` at most. */
export async function whileHeld<T>(name: string, timers: Timers, mostMs: number, run: () => Promise<T>): Promise<T> {
  const { held, release } = askLock(name);
  try {
    await atMost(held, timers, mostMs);
    return await run();
  } finally {
    release();
  }
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
