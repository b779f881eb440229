import { timeAgo } from './dates.ts';
import { type Failure, failureNotes } from './failures.ts';

/**
 * How old what is shown is: 'Actualizado hace 5 min', and when the last try failed why before it, 'Sin conexión. Actualizado
 * hace 5 min'; '' when it was never fetched.
 *
 * @param at milliseconds since 1970
 */
export function updatedText(at: number | null, failure: Failure | null, now: Date): string {
  if (at === null) return '';
  const age = `Actualizado ${timeAgo(new Date(at), now)}`;
  return failure ? `${failureNotes[failure]} ${age}` : age;
}
