/** Too much work at once. The caller is told to retry soon. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  /** Seconds. */
  readonly retryAfter: number;
  constructor(retryAfter = 5) {
    super();
    this.retryAfter = retryAfter;
  }
}

export interface LineLimits {
  /** How many pieces of work run at a time. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
  /** Milliseconds within which work that waits must be done, and what a unit of it takes until that was measured. */
  within?: { most: number; unit: number; steady: () => number };
}

/** How much of the estimate the last measured piece of work is. */
const NEWEST = 0.2;

/**
 * Runs only so many pieces of work at a time; others wait in line. Work is refused with Overloaded when too many wait, or when it
 * would surely not be done in time: who is told at once can try again sooner than who waits for nothing. Work that need not wait
 * is never refused, so a wrong estimate mends itself.
 *
 * @returns takes the work and how many units it is
 */
export function openLine({
  atOnce,
  waiting,
  within,
}: LineLimits): <T>(work: () => Promise<T>, units?: number) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  /** Units that run or wait, and what one takes, in milliseconds. */
  let [ahead, unit] = [0, within?.unit ?? 0];

  /** @throws Overloaded */
  function waitInLine(units: number): Promise<void> {
    if (line.length >= waiting) throw new Overloaded();
    const expected = (ahead / atOnce + units) * unit;
    if (within && expected > within.most) throw new Overloaded(Math.ceil((expected - within.most) / 1000));
    // Finished work passes its place to the first in line, so that newer work cannot overtake it.
    return new Promise<void>((turn) => line.push(turn));
  }

  async function measured<T>(work: () => Promise<T>, units: number): Promise<T> {
    const from = within?.steady() ?? 0;
    const done = await work();
    if (within) unit += NEWEST * ((within.steady() - from) / units - unit);
    return done;
  }

  return async (work, units = 1) => {
    const turn = running >= atOnce ? waitInLine(units) : null;
    if (turn === null) running += 1;
    ahead += units;
    try {
      await turn;
      return await measured(work, units);
    } finally {
      ahead -= units;
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
