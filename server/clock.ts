/** What time it is. Handed in everywhere, so that a test can move it. */
export type Clock = () => Date;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The instant so many milliseconds after the clock's. */
export const after = (clock: Clock, milliseconds: number): Date => new Date(clock().getTime() + milliseconds);
