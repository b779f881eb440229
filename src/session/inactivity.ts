/** H4.9: after ten minutes without activity in any tab nothing can be read any more. */
export const INACTIVITY_MS = 10 * 60_000;
/** Clocks are corrected by small steps; one set back by more than this has made the time since the last activity unknown. */
export const CLOCK_STEP_MS = 10_000;
