import { MINUTE_MS } from '#contract/age.ts';
import { JUST_NOW, timeAgo } from './dates.ts';
import { type Failure, failureNotes } from './failures.ts';
import { capital } from './joined.ts';

/**
 * The age of mirrored rows: 'Actualizado hace 5 min'. After a failed pull the reason comes first: 'Sin conexión. Actualizado
 * hace 5 min'. '' when they were never pulled.
 *
 * @param at milliseconds since 1970
 * @param short without 'Actualizado' where nothing failed: 'Hace 5 min', 'Ahora'
 */
export function updatedText(at: number | null, failure: Failure | null, now: Date, short = false): string {
  if (at === null) return '';
  const age = timeAgo(new Date(at), now);
  if (!failure && short) return age === JUST_NOW ? 'Ahora' : capital(age);
  if (!failure) return `Actualizado ${age}`;
  // 'hace un momento' would take a second line on a phone, and move what is below it.
  const atLeastMinute = Math.min(at, now.getTime() - MINUTE_MS);
  return `${failureNotes[failure]} Actualizado ${timeAgo(new Date(atLeastMinute), now)}`;
}
