import { MINUTE_MS } from '#contract/age.ts';

/** H4.9: after ten minutes without activity in any tab nothing can be read any more. */
export const INACTIVITY_MS = 10 * MINUTE_MS;
