/** Work that continues after the answer, so that the answer's time reveals nothing about it. */
export interface Later {
  start(work: () => Promise<void>): void;
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

/** @param failed is told of work that threw, since nobody waits for it */
export function openLater(failed: (error: unknown) => void): Later {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const run = work()
        .catch(failed)
        .finally(() => running.delete(run));
      running.add(run);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Does what follows a change that stands. A failure is told like one behind the answer, and does not hide the change. */
export const afterCommit = (later: Later, work: () => Promise<unknown>): Promise<unknown> =>
  work().catch((error: unknown) => later.start(() => Promise.reject(error)));
