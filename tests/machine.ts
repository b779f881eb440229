import { type Machine, type Timers, thisMachine } from '#ports/machine.ts';

/** Timers that never run. */
export const noTimers: Timers = { after: () => () => {}, every: () => () => {} };

/** Timers that run so many times as fast, for a test that waits for them. */
export const hurried = (times: number): Timers => ({
  after: (ms, run) => thisMachine.timers.after(ms / times, run),
  every: (ms, run) => thisMachine.timers.every(ms / times, run),
});

/** This machine without timers, for a test that waits for nothing. */
export const timeless: Machine = { ...thisMachine, timers: noTimers };
