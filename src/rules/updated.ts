import { timeAgo } from './dates.ts';

/**
 * How old what is shown is: 'Actualizado hace 5 min', and when the last try failed 'No pudimos actualizar. Actualizado hace 5
 * min'; '' when it was never fetched.
 *
 * @param at milliseconds since 1970
 */
export function updatedText(at: number | null, failed: boolean, now: Date): string {
  if (at === null) return '';
  const age = `Actualizado ${timeAgo(new Date(at), now)}`;
  return failed ? `No pudimos actualizar. ${age}` : age;
}
