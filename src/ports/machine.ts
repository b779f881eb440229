/** Runs something later. Both return a function that calls it off. */
export interface Timers {
  after(milliseconds: number, run: () => void): () => void;
  every(milliseconds: number, run: () => void): () => void;
}

/**
 * What the rooms of a device or a server take from the machine. They call none of it themselves, so that a test or a simulator can own
 * time and chance (tests/ports.test.ts). Keys and nonces are not among them: WebCrypto makes those.
 */
export interface Machine {
  /** Wall clock, milliseconds since 1970. */
  clock: () => number;
  /** Milliseconds that only rise, whatever is done to the wall clock: for how long something took. */
  steady: () => number;
  timers: Timers;
  /** A number from 0 to 1, for pauses that differ from device to device. */
  random: () => number;
  /** A new id for a row, a command or a page. It is no secret. */
  uuid: () => string;
}

/** The machine that the code runs on: a page's, a worker's or Node's. */
export const thisMachine: Machine = {
  clock: () => Date.now(),
  steady: () => performance.now(),
  timers: {
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    every(milliseconds, run) {
      const timer = setInterval(run, milliseconds);
      return () => clearInterval(timer);
    },
  },
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
};

/** Resolves after that time. */
export const pause = ({ after }: Timers, milliseconds: number): Promise<void> =>
  new Promise((resolve) => after(milliseconds, resolve));
