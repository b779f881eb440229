import { type Machine, type Timers, thisMachine } from '#ports/machine.ts';

/**
 * Timers that a test holds in its hand: they never run by themselves. A wait of 0 ms is none: long work breathes so, and would
 * never end on a loaded machine.
 */
export const heldTimers = (note: (ms: number, run: () => void) => void): Timers => ({
  every: () => () => {},
  after(ms, run) {
    if (ms === 0) return thisMachine.timers.after(0, run);
    note(ms, run);
    return () => {};
  },
});

/** Timers that never run. */
export const noTimers: Timers = heldTimers(() => {});

/** Timers that run so many times as fast, for a test that waits for them. */
export const hurried = (times: number): Timers => ({
  after: (ms, run) => thisMachine.timers.after(ms / times, run),
  every: (ms, run) => thisMachine.timers.every(ms / times, run),
});

/** This machine without timers, for a test that waits for nothing. */
export const timeless: Machine = { ...thisMachine, timers: noTimers };
