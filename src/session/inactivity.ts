/** H4.9: after ten minutes without activity in any tab nothing can be read any more. */
export const INACTIVITY_MS = 10 * 60_000;
/** Clock corrections are smaller than this. After a larger step back, the time since the last activity is unknown. */
export const CLOCK_STEP_MS = 10_000;
