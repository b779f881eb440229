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

/** How much of the estimate the last measured unit is. Of less than a unit, waiting for a processor is most of the time. */
const NEWEST = 0.2;

/** How much of the line one owner may fill. */
const SHARE = 0.5;

/** Work that runs or waits. */
interface Load {
  pieces: number;
  units: number;
}

/** All work together, among the owners. */
const EVERYBODY = Symbol('everybody');

/**
 * Runs only so many pieces of work at a time; others wait in line. Work is refused with Overloaded when too many wait, or when it
 * would surely not be done in time: who is told at once can try again sooner than who waits for nothing. Work that need not wait
 * is never refused, so a wrong estimate mends itself. Nobody fills more than half of the line.
 *
 * @returns takes the work, how many units it is, and whose it is: an account, networks
 */
export function openLine({
  atOnce,
  waiting,
  within,
}: LineLimits): <T>(work: () => Promise<T>, units?: number, owners?: readonly string[]) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;
  const loads = new Map<string | symbol, Load>();
  /** What a unit takes, in milliseconds. */
  let unit = within?.unit ?? 0;

  const loadOf = (owner: string | symbol): Load => loads.get(owner) ?? { pieces: 0, units: 0 };

  /** @throws Overloaded */
  function waitInLine(more: number, owners: readonly string[]): Promise<void> {
    for (const owner of [EVERYBODY, ...owners]) {
      // Whoever has nothing in line is refused only where everybody is.
      const [share, next] = owner === EVERYBODY ? [1, more] : [SHARE, 0];
      const { pieces, units } = loadOf(owner);
      if (pieces >= (atOnce + waiting) * share) throw new Overloaded();
      const over = (units / atOnce + next) * unit - (within?.most ?? Number.POSITIVE_INFINITY) * share;
      if (over > 0) throw new Overloaded(Math.ceil(over / 1000));
    }
    // Finished work passes its place to the first in line, so that newer work cannot overtake it.
    return new Promise<void>((turn) => line.push(turn));
  }

  function count(owners: readonly string[], pieces: number, units: number): void {
    for (const owner of [EVERYBODY, ...owners]) {
      const load = loadOf(owner);
      const now = { pieces: load.pieces + pieces, units: load.units + units };
      if (now.pieces > 0) loads.set(owner, now);
      else loads.delete(owner);
    }
  }

  async function measured<T>(work: () => Promise<T>, units: number): Promise<T> {
    const from = within?.steady() ?? 0;
    const done = await work();
    if (within) unit += NEWEST * Math.min(1, units) * ((within.steady() - from) / units - unit);
    return done;
  }

  return async (work, units = 1, owners = []) => {
    const turn = running >= atOnce ? waitInLine(units, owners) : null;
    if (turn === null) running += 1;
    count(owners, 1, units);
    try {
      await turn;
      return await measured(work, units);
    } finally {
      count(owners, -1, -units);
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
