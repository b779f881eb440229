import { timeAgo } from './dates.ts';
import { type Failure, failureNotes } from './failures.ts';

/**
 * The age of mirrored rows: 'Actualizado hace 5 min'. After a failed pull the reason comes first: 'Sin conexión. Actualizado
 * hace 5 min'. '' when they were never pulled.
 *
 * @param at milliseconds since 1970
 */
export function updatedText(at: number | null, failure: Failure | null, now: Date): string {
  if (at === null) return '';
  const age = `Actualizado ${timeAgo(new Date(at), now)}`;
  return failure ? `${failureNotes[failure]} ${age}` : age;
}
