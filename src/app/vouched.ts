/** By the wall clock, in milliseconds. */
let from = Number.POSITIVE_INFINITY;
let until = 0;

/**
 * What the watch over inactivity last found (signed-in/inactivity.ts). While it vouches for the open session, a press within the
 * signed-in area does not wait for the session to be read again.
 */
export const vouched = {
  /** A clock that was set back, or a page that slept, ends it. */
  now: (): boolean => Date.now() >= from && Date.now() < until,
  set(then: number): void {
    from = Date.now();
    until = then;
  },
  end(): void {
    until = 0;
  },
};
