/** What time it is. Handed in everywhere, so that a test can move it. */
export type Clock = () => Date;

/** The instant so many milliseconds after the clock's. */
export const after = (clock: Clock, milliseconds: number): Date => new Date(clock().getTime() + milliseconds);
