/**
 * Why files of other apps were not stored, as the address of the received files names it.
 * - tipo: their kind is not taken, or they are beyond the limits
 * - espacio: they do not fit on the device
 * - app: the part of the app that stores them did not come; the page tries again
 * - fallo: they could not be read, or not be stored
 */
export const losses = ['tipo', 'espacio', 'app', 'fallo'] as const;

export type Loss = (typeof losses)[number];

/** How many were lost for which reason, as the search of an address; empty when none was. */
export function lostSearch(lost: readonly Loss[]): string {
  const counts = losses.map((loss) => `${loss}=${lost.filter((one) => one === loss).length}`);
  const told = counts.filter((count) => !count.endsWith('=0'));
  return told.length > 0 ? `?${told.join('&')}` : '';
}
