/** The server has more of something to do than it will take on at once. The caller is told to come again soon. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  /** Seconds. */
  readonly retryAfter = 5;
}

/** Lets `atOnce` pieces of work run at a time and `waiting` more stand in line; a further one is refused with Overloaded. */
export function openLine(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new Overloaded();
      // Whoever ends hands its place on, so that nobody comes in between.
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
