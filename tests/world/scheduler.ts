/** Who does something in the world: a page, a worker, a server, the world itself. */
export interface Actor {
  name: string;
  /** What a frozen one would do waits for it. What a dead one would do never happens. */
  is: 'alive' | 'frozen' | 'dead';
}

interface Step {
  of: Actor;
  run: () => void;
}

interface Timer extends Step {
  at: number;
}

/**
 * Time, and everything that may happen next. One step runs at a time, and the seed chooses which. A step ends when nothing is
 * left to do without another one, so two plays of a seed take the same steps at the same times.
 */
export interface Scheduler {
  /** Milliseconds since 1970. A step takes a little time; where nothing else may happen, the next timer is waited for. */
  now(): number;
  /** Whose step runs. */
  current(): Actor;
  /** The rest of this step is that actor's. */
  become(of: Actor): void;
  /** A step that may come before or after any other. */
  soon(run: () => void, of?: Actor): void;
  /** A step that comes after those of the same line. */
  inLine(line: string, run: () => void, of?: Actor): void;
  after(milliseconds: number, run: () => void, of?: Actor): () => void;
  /** Holds all steps until the promise has ended: it needs nothing that the world gives. */
  holding<T>(work: () => Promise<T>): Promise<T>;
  /** The same until the returned function is called. */
  hold(): () => void;
  /** Whether what runs now is a step of somebody. */
  isStep(): boolean;
  /** Lets what waited for a frozen actor happen. */
  thaw(actor: Actor): void;
  /** Steps until it is done, or until that many milliseconds have passed. @returns whether it is done */
  until(isDone: () => boolean, milliseconds: number): Promise<boolean>;
  /** How many steps were taken. */
  steps(): number;
}

/** The longest that one step takes, in milliseconds. */
const STEP_MS = 2;

/** By the machine's clock: after so long without a step nothing will ever happen. */
const LONGEST_IDLE_MS = 60_000;

const turn = (afterwards: typeof setImmediate) => new Promise<void>((resolve) => void afterwards(resolve));

export function createScheduler(random: () => number, begin: number): Scheduler {
  // Kept before the world gives everybody its own.
  const afterwards = setImmediate;
  const clock = performance.now.bind(performance);
  const ready: (Step | string)[] = [];
  const lines = new Map<string, Step[]>();
  const timers = new Set<Timer>();
  const frozen: Step[] = [];
  const world: Actor = { name: 'world', is: 'alive' };
  let now = begin;
  let current = world;
  let holds = 0;
  let steps = 0;

  const pick = (): Step | null => {
    const at = Math.floor(random() * ready.length);
    const picked = ready[at];
    if (picked === undefined) return null;
    const last = ready.pop();
    if (last !== undefined && at < ready.length) ready[at] = last;
    if (typeof picked !== 'string') return picked;
    const line = lines.get(picked) ?? [];
    const first = line.shift() ?? null;
    if (line.length > 0) ready.push(picked);
    return first;
  };

  const take = (step: Step): void => {
    if (step.of.is === 'dead') return;
    if (step.of.is === 'frozen') {
      frozen.push(step);
      return;
    }
    current = step.of;
    steps += 1;
    step.run();
  };

  /** When the next timer of somebody who lives rings. */
  const nextTimer = (): number => {
    let next = Number.POSITIVE_INFINITY;
    for (const { at, of } of timers) if (of.is !== 'dead' && at < next) next = at;
    return next;
  };
  const ring = (): void => {
    for (const timer of timers) {
      if (timer.at > now) continue;
      timers.delete(timer);
      ready.push(timer);
    }
  };

  const step = async (end: number): Promise<void> => {
    if (holds > 0 || (ready.length === 0 && nextTimer() === Number.POSITIVE_INFINITY)) {
      // What is under way now is the machine's, such as the loading of a module.
      await turn(afterwards);
      return;
    }
    if (ready.length === 0) {
      now = Math.max(now, Math.min(nextTimer(), end));
    } else {
      now += random() * STEP_MS;
    }
    ring();
    const one = pick();
    if (one) take(one);
    await turn(afterwards);
    current = world;
  };

  const scheduler: Scheduler = {
    now: () => Math.floor(now),
    current: () => current,
    become(of) {
      current = of;
    },
    soon: (run, of = current) => void ready.push({ run, of }),
    inLine(name, run, of = current) {
      const line = lines.get(name) ?? [];
      lines.set(name, line);
      line.push({ run, of });
      if (line.length === 1) ready.push(name);
    },
    after(milliseconds, run, of = current) {
      const timer = { at: now + Math.max(0, milliseconds), run, of };
      timers.add(timer);
      return () => {
        timers.delete(timer);
        timer.run = () => {};
      };
    },
    async holding(work) {
      const release = scheduler.hold();
      try {
        return await work();
      } finally {
        release();
      }
    },
    hold() {
      let isHeld = true;
      holds += 1;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
      };
    },
    thaw(actor) {
      actor.is = 'alive';
      for (const one of frozen.splice(0)) (one.of.is === 'frozen' ? frozen : ready).push(one);
    },
    async until(isDone, milliseconds) {
      const end = now + milliseconds;
      for (let idleSince = clock(); !isDone(); ) {
        if (now >= end || idleSince + LONGEST_IDLE_MS < clock()) return false;
        const before = now;
        await step(end);
        if (now !== before) idleSince = clock();
      }
      return true;
    },
    steps: () => steps,
    isStep: () => holds === 0 && current !== world,
  };
  return scheduler;
}
