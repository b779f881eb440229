import { type Machine, type Timers, thisMachine } from '#ports/machine.ts';

/** Timers that never run. */
export const noTimers: Timers = { after: () => () => {}, every: () => () => {} };

/** This machine without timers, for a test that waits for nothing. */
export const timeless: Machine = { ...thisMachine, timers: noTimers };
