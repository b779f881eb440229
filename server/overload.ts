/** Too much work at once. The caller is told to retry soon. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  /** Seconds. */
  readonly retryAfter = 5;
}

/** Runs at most `atOnce` pieces of work at a time and queues up to `waiting` more. Further work is refused with Overloaded. */
export function openLine(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new Overloaded();
      // Finished work passes its place to the first in line, so that newer work cannot overtake it.
      await new Promise<void>((turn) => line.push(turn));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
