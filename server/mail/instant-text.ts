import { longDateAndTime } from '#rules/dates.ts';
import { zoneFor, zoneOfResidence } from '#rules/time-zones.ts';

/**
 * '21 de noviembre de 2026, 09:10 (hora de Ecuador)': an instant in a mail, in the zone of the customer's residence and with its
 * name. Never in the zone of the request that the mail tells of, which may be a thief's.
 */
export function instantText(at: Date, residence: string): string {
  return `${longDateAndTime(at.toISOString(), zoneFor(residence))} (hora ${zoneOfResidence(residence) ? `de ${residence}` : 'UTC'})`;
}
