export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Corrections of a running clock are smaller than this. After a larger step back, an age is unknown. */
export const CLOCK_STEP_MS = 10_000;
/** The longest age that `ageOf` believes. A greater one was measured with a clock that stood in 1970, or years ahead. */
export const LONGEST_AGE_MS = 366 * DAY_MS;

/**
 * How long ago something was noted, bounded both ways (F60). No code subtracts times by itself: a device's clock may have stood
 * anywhere as the time was noted, and may stand anywhere now.
 *
 * @param at when it was noted, in milliseconds since 1970
 * @param ahead a time that lies no further than this in the future counts as now, in milliseconds
 * @returns milliseconds, never negative; null where a clock was wrong, so that the age is unknown
 */
export function ageOf(at: number, now: number, ahead = CLOCK_STEP_MS): number | null {
  const age = now - at;
  return age >= -ahead && age <= LONGEST_AGE_MS ? Math.max(0, age) : null;
}

const NEWS_MS = 90 * DAY_MS;
/** From when on Novedades tells of receipts. The age of one need not be known: its time is the server's. */
export const newsSince = (now: number): number => now - NEWS_MS;
/** Whether a receipt came lately by this device's clock: one years ahead takes the server's time for long past (F60). */
export const cameLately = (arrived: number | undefined, now: number): boolean =>
  arrived !== undefined && (ageOf(arrived, now) ?? NEWS_MS) < NEWS_MS;
/** Whether Novedades still tells of what came then (D61). Bell and icon count no other, since nobody could read it. */
export const isNews = (at: number, now: number): boolean => (ageOf(at, now) ?? 0) < NEWS_MS;
