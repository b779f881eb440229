import { MINUTE_MS } from '#contract/age.ts';
import { JUST_NOW, timeAgo } from './dates.ts';
import { briefNotes, type Failure, failureNotes } from './failures.ts';
import { capital } from './joined.ts';

/**
 * The age of mirrored rows: 'Actualizado hace 5 min'. After a failed pull the reason comes first: 'Sin conexión. Actualizado
 * hace 5 min'. '' when they were never pulled.
 *
 * @param at milliseconds since 1970
 */
export function updatedText(at: number | null, failure: Failure | null, now: Date): string {
  if (at === null) return '';
  const note = failure ? `${failureNotes[failure]} ` : '';
  return `${note}Actualizado ${ageText(at, failure, now)}`;
}

/**
 * The same beside a list's heading: 'Ahora', 'Hace 5 min'. After a failed pull it is two lines, the reason above the age: a longer
 * one would take a line of its own, and move the list.
 *
 * @param at milliseconds since 1970
 */
export function briefAge(at: number | null, failure: Failure | null, now: Date): string {
  if (at === null) return '';
  const age = ageText(at, failure, now);
  if (failure) return `${briefNotes[failure]}\n${age}`;
  return age === JUST_NOW ? 'Ahora' : capital(age);
}

/** After a failure at least a minute: 'hace un momento' would take a second line on a phone, and move what is below it. */
const ageText = (at: number, failure: Failure | null, now: Date): string =>
  timeAgo(new Date(failure ? Math.min(at, now.getTime() - MINUTE_MS) : at), now);
