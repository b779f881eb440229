import { type Endpoint, type Remote, releaseProxy, wrap } from 'comlink';

/** The part of a Worker that is used. */
export interface WorkerLike extends Endpoint {
  terminate(): void;
}

/** One worker and what is asked of it. */
export interface Crew<Does> {
  /** The answer, or null when the worker died or timed out. */
  ask<Answer>(what: (worker: Remote<Does>) => Promise<Answer>, timeoutMs: number): Promise<Answer | null>;
  /** Whether the worker died. One that is only silent did not. */
  isDead(): boolean;
  leave(): void;
}

/** Null when the worker cannot be started. */
export function hire<Does>(startWorker: () => WorkerLike): Crew<Does> | null {
  let worker: WorkerLike;
  try {
    worker = startWorker();
  } catch {
    return null;
  }
  const remote: Remote<Does> = wrap<Does>(worker);
  // Each question has a listener of its own, which goes with its answer. One promise for all would keep every answer (F59).
  const asking = new Set<() => void>();
  let dead = false;
  const died = () => {
    dead = true;
    for (const lost of asking) lost();
  };
  for (const sign of ['error', 'messageerror']) worker.addEventListener(sign, died);
  return {
    async ask(what, timeoutMs) {
      if (dead) return null;
      let lost = () => {};
      const none = new Promise<null>((resolve) => {
        lost = () => resolve(null);
      });
      asking.add(lost);
      const timer = setTimeout(lost, timeoutMs);
      const answer = what(remote).catch(() => null);
      return Promise.race([answer, none]).finally(() => {
        clearTimeout(timer);
        asking.delete(lost);
      });
    },
    isDead: () => dead,
    leave() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
